"""A game as its start and its choices, which can be stored and replayed."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from typing import Any

from attrs import field, frozen

from ruleslang.engine.cells.machine import ROUTINE, Play
from ruleslang.engine.cells.match import CompiledMatch
from ruleslang.engine.choose_engine import AUTO, chosen_engine, engine_for, engine_named
from ruleslang.engine.flow import state_layout as layout
from ruleslang.engine.flow.statements.control_flow import COUNTED_BEFORE
from ruleslang.engine.match.entities import settle
from ruleslang.engine.match.interface import Match, Observer
from ruleslang.explanation.examples.given_state import (
    Position,
    begin_from,
    settings_from,
    settings_given,
)
from ruleslang.program.declarations import DoesLine, GivenLine, Measure, PlaysLine, RunLine
from ruleslang.program.program import Compiled, Program
from ruleslang.source.span import Span


@frozen
class Game:
    """
    The start of a game, and its choices up to a position.

    It starts in the opening, or in a `position` that an author wrote, which fixes some settings.
    """

    seed: int
    players: int
    options: tuple[tuple[str, str], ...]
    picks: tuple[int, ...] = field(repr=False)
    position: Position | None = field(default=None, repr=False)

    @property
    def decisions(self) -> int:
        return len(self.picks)


def positions_of_examples(compiled: Compiled, spans: Sequence[Span]) -> Iterator[Position]:
    """Yield the positions of examples that start with a procedure, as `play --from` takes them."""
    for example in compiled.examples:
        given = [line for line in example.lines if isinstance(line, GivenLine)]
        deeds = [line for line in example.lines if isinstance(line, RunLine | DoesLine | PlaysLine)]
        if deeds and isinstance(deeds[0], RunLine):
            lines = [f"given {spans[line.origin].text.strip()}" for line in given]
            lines.append(spans[deeds[0].origin].text.strip())
            yield Position("\n".join(lines), tuple(given), deeds[0])


def game_in(program: Program, position: Position, seed: int) -> Game:
    """Return the game that starts in a position, without choices."""
    given = settings_given(program, position.given)
    players = program.seats.low if given.players is None else given.players
    return Game(seed, players, tuple(sorted(given.options.items())), (), position)


def begun(program: Program, game: Game, observers: Sequence[Observer] = ()) -> Match:
    """Return the match before the first choice."""
    engine, options = engine_for(program), dict(game.options)
    if game.position is None:
        return engine.start(
            seed=game.seed, options=options, players=game.players, observers=observers
        )
    settings = settings_from(program, game.position, options, game.players, None)
    return begin_from(engine, game.position, settings, options, seed=game.seed, observers=observers)


def played(program: Program, game: Game) -> Match:
    """Return the match after the choices of a game."""
    match = begun(program, game)
    for pick in game.picks:
        match.choose(pick)
    return match


def quick(program: Program, game: Game, measures: tuple[Measure, ...] = ()) -> Match:
    """Return the match before the first choice, by an engine that copies quickly, if one plays."""
    options = dict(game.options)
    name = chosen_engine(AUTO, program, settle(program, options, game.players, None)).name
    return engine_named(name, program).start(
        seed=game.seed, players=game.players, options=options, measures=measures
    )


# ---------------------------------------------------------------- which positions are one


WORK = (
    *(layout.WINDOWS, layout.PLAYS, layout.TURNS, layout.OUTER_TURN, layout.EYES, layout.QUEUE),
    *(layout.SECRET, layout.SECRET_OF, layout.SECRET_SINCE, layout.FROZEN_SINCE, layout.SUPPRESSED),
    *(layout.SETTLING, layout.QUIET, layout.LATE, layout.AGAIN, layout.COUNTING, layout.PLAYED_AS),
)


def position_key(match: Match) -> Hashable:
    """Return a key; positions that share it continue in the same way, also by chance."""
    if not isinstance(match, CompiledMatch) or match.play is None:
        return tuple(match.chosen)  # the interpreter has no such key: each line is its own
    return match.hash(), tuple(_work(match.play))


def _work(play: Play) -> Iterator[Hashable]:
    """Yield the point at which play continues, its registers without counts, and its frames."""
    families, cells = play.game.flow.layout.families, play.S
    yield None if play.pending is None else play.pending.block
    for family in (families[name] for name in WORK if name in families):
        yield _as_key(cells[family.base : family.base + family.cells])
    counts = {families[name].base for name in (*layout.COUNTS, layout.FROZEN)}
    registers = cells[families[layout.FROZEN].base] or ()
    yield _as_key([raw for at, raw in enumerate(registers) if at not in counts])
    frames = play.game.frames
    for frame in play.K:
        places = frames.places[frames.routines[frame[ROUTINE]]].items()
        counted = {at for name, at in places if name.startswith(COUNTED_BEFORE)}
        # While a player is asked that decides nothing: the answer is counted in any case.
        yield _as_key([raw for at, raw in enumerate(frame) if at not in counted])


def _as_key(raw: Any) -> Hashable:
    if isinstance(raw, list | tuple):
        return tuple(map(_as_key, raw))
    return raw if isinstance(raw, Hashable) else repr(raw)
