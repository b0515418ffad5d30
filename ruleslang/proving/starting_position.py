"""
A position in which matches begin, in the place of the opening: the lines of an example.

    given mover is black and man(e4) is white_pawn
    when play_on

What is given is made so, and then `when` says which procedure goes on with the match; without
`when` it is the one after `starts with`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import TypeAlias

from attrs import frozen

from ruleslang.match.chance import Chance
from ruleslang.match.engine import Engine
from ruleslang.match.entities import Settings, settle
from ruleslang.match.faults import Fault
from ruleslang.match.match import Match, PlayFrom, WholeMatch
from ruleslang.match.observer import Observer
from ruleslang.match.position_queries import evaluate_all
from ruleslang.program import declarations as d
from ruleslang.program.program import Program
from ruleslang.proving.failure import Fails
from ruleslang.proving.given_state import give, settings_given

Options: TypeAlias = Mapping[str, str] | None


@frozen
class Position:
    """What is given, and what is then run; `text` are the lines as they were written."""

    text: str
    given: tuple[d.GivenLine, ...]
    run: d.RunLine | None


def position_of(text: str, example: d.Example) -> Position:
    """The position that an example of these lines says; raises `ValueError` for other lines."""
    *before, last = (*example.lines, None)
    run = None
    if before and isinstance(before[-1], d.RunLine):
        run, before = before[-1], before[:-1]
    given = tuple(line for line in before if isinstance(line, d.GivenLine))
    if last is not None or len(given) < len(before):
        raise ValueError(
            "a position is made of `given` lines, and of one `when P` behind them at most"
        )
    return Position(text, given, run)


def settings_from(
    program: Program,
    position: Position,
    options: Options,
    players: int | None,
    automatic: int | None,
) -> Settings:
    """
    The settings of a match that begins there: what the position gives, else what is asked for.

    Raises `ValueError` where both say something, and not the same.
    """
    given = settings_given(program, position.given)
    asked = dict(options or {})
    for name, value in given.options.items():
        if asked.setdefault(name, value) != value:
            raise ValueError(f"`{name}` is {value} in the position, not {asked[name]}")
    for what, own, wanted in (
        ("players", given.players, players),
        ("automatic seats", given.automatic, automatic),
    ):
        if own is not None and wanted not in (None, own):
            raise ValueError(f"there are {own} {what} in the position, not {wanted}")
    number = players if given.players is None else given.players
    return settle(program, asked, number, automatic if given.automatic is None else given.automatic)


def begin_from(
    engine: Engine,
    position: Position,
    settings: Settings,
    options: Options,
    *,
    seed: int = 0,
    chance: Chance | None = None,
    measures: Sequence[d.Measure] = (),
    observers: Sequence[Observer] = (),
) -> Match:
    """
    A match at its first decision after the position; raises `ValueError` where it cannot be.

    `settings` are those of `settings_from`, `options` by name the same.
    """
    match = engine.opening(
        seed=seed,
        options=options,
        players=settings.players,
        automatic=settings.automatic,
        chance=chance,
        observers=observers,
        roll=True,
    )
    match.measure(measures)
    with _possible():
        match.begin(arrange(match, position))
    return match


def check_possible(
    engine: Engine, position: Position | None, settings: Settings, options: Options, seed: int
) -> None:
    """Raise `ValueError` where what is given cannot be, in the opening of the match of a seed."""
    if position is None:
        return
    match = engine.opening(
        seed=seed,
        options=options,
        players=settings.players,
        automatic=settings.automatic,
        chance=None,
        observers=(),
        roll=True,
    )
    arrange(match, position)


def arrange(match: Match, position: Position) -> WholeMatch | PlayFrom:
    """
    Make what is given so in a match that stands in its opening position; what it is then to begin.

    Raises `ValueError` where that cannot be.
    """
    with _possible():
        for line in sorted(position.given, key=lambda line: isinstance(line, d.GivenFact)):
            give(match, line)
        if position.run is None:
            return WholeMatch()
        return PlayFrom(
            position.run.procedure, evaluate_all(match, position.run.arguments)
        )


@contextmanager
def _possible() -> Iterator[None]:
    try:
        yield
    except (Fails, Fault) as problem:
        raise ValueError(f"the position cannot be: {problem.message}") from None
