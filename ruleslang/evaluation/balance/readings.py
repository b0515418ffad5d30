"""
Measures what the open questions of a rulebook matter: every alternative of every reading against
the default.

All are played from the same deals as the rulebook with its defaults, and tested together. Two
readings that touch the same states or zones are also played both at once, for their interaction.

For that the readings become states that are set before a match begins and never change: so all
alternatives are one program, compiled once, and an unset reading is a fault at the first rule that
reads it, which shows in which games it matters at all. Readings that determine sizes, copies or the
number of players cannot be opened, and stay options.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Set
from itertools import combinations
from typing import Any, TypeAlias, TypeVar, cast

from attrs import define, evolve, field, frozen

from ruleslang.api import Game
from ruleslang.evaluation.balance.differences import Difference, Pairs, judged
from ruleslang.evaluation.balance.side_by_side import Failed, Sums, failed
from ruleslang.evaluation.balance.versions import (
    Kind,
    Measured,
    Play,
    Version,
    batch_of,
    measures_of,
    taken_in,
)
from ruleslang.explanation.examples.given_state import Position
from ruleslang.program import declarations as d
from ruleslang.program import expressions as e
from ruleslang.program import types as t
from ruleslang.program.apply_settings import value_of_option
from ruleslang.program.program import Compiled, Program
from ruleslang.program.walk import find, rebuilt, walk
from ruleslang.simulation.play_games import Batch, failing
from ruleslang.simulation.results import Result, Watch
from ruleslang.simulation.simulate import play_side_by_side
from ruleslang.simulation.simulation_report import Played

GAMES, GAMES_IN_PYTHON = 1000, 200  # by default
ASKED_IN, ASKED_IN_PYTHON = 300, 20  # games, in which it is looked whether a reading is asked
MOST_PAIRS = 24

Values: TypeAlias = tuple[tuple[str, str], ...]  # readings with their values: one, or a pair


@frozen
class Alternative:
    """
    One reading, or two, at another value than the default; `moved` counts games in which any
    measure changed. For a pair, the differences are the interaction beyond the sum of both.
    """

    values: Values
    games: int
    moved: int
    differences: Mapping[Measured, Difference]


@frozen(repr=False)
class Readings(Result):
    """
    The effects of all alternatives; `asked` is the share of games in which a rule read each
    reading.

    `left_out` counts pairs that were not played because others promised more.
    """

    batch: Batch
    asked: Mapping[str, float]
    unread: tuple[str, ...]
    alternatives: tuple[Alternative, ...]
    pairs: tuple[Alternative, ...]
    left_out: int
    refused: Mapping[Values, str]
    failures: tuple[Failed, ...]
    stopped: bool

    def rows(self) -> list[dict[str, Any]]:
        """Return a row for each measure of each answer, and of each pair of answers."""
        return [
            {
                "readings": ", ".join(f"{name}={value}" for name, value in alternative.values),
                "moved": alternative.moved,
                "kind": measured.kind.value,
                "measure": measured.name,
                **difference.row(),
            }
            for alternative in (*self.alternatives, *self.pairs)
            for measured, difference in alternative.differences.items()
        ]


@define
class _Games:
    """The games with the defaults, and those of each alternative."""

    game: Game
    play: Play
    open: Opened
    batch: Batch
    plain: list[Played] = field(factory=list)
    games: dict[Values, list[Played]] = field(factory=dict)
    refused: dict[Values, str] = field(factory=dict)
    failures: list[Failed] = field(factory=list)

    def of(self, values: Values) -> list[Played]:
        """Return the games with these readings; empty if no match can start with them."""
        chosen = dict(values)
        fixed = {name: value for name, value in chosen.items() if name not in self.open.opened}
        batch = self.batch
        if fixed:
            opened = evolve(self.game, compiled=self.open.compiled)
            version = Version("", opened, fixed)
            try:
                batch = batch_of(version, self.play, batch.games)
            except ValueError as problem:
                self.refused[values] = str(problem)
                return []
            if len(batch.players) != len(self.batch.players):
                self.refused[values] = f"{len(batch.players)} play with it"
                return []
        position = self.open.position({**self.batch.options, **chosen})
        return list(_games(evolve(batch, position=position), self.play.jobs))


def _games(batch: Batch, jobs: int) -> Iterator[Played]:
    for (games,) in play_side_by_side((evolve(batch, chunk=max(batch.chunk, 250)),), jobs):
        yield from games


def readings_of(
    game: Game,
    play: Play,
    games: int | None,
    options: Mapping[str, str],
    *,
    pairs: bool,
    watch: Watch,
) -> Readings:
    """
    Measure every alternative; Ctrl-C ends it with the results so far. `watch` gets the number of
    alternatives done, and their total.
    """
    open_ones = [option for option in game.program.options if option.reading]
    if not open_ones:
        raise ValueError(f"{game.name} has no readings, so no answer to an open question to vary")
    work = _opened(game, play, games, options, open_ones)
    shares: dict[str, float] = {}
    found_pairs: list[Values] = []
    left_out, stopped = 0, False
    now = {each.name: options.get(each.name, each.values[each.default]) for each in open_ones}
    singles: list[Values] = [
        ((one.name, value),) for one in open_ones for value in one.values if value != now[one.name]
    ]
    readings, planned = work.open.opened, len(work.open.opened) + len(singles)
    try:
        work.plain = work.of(())
        for at, name in enumerate(readings):
            shares[name] = _share(work, name)
            watch(at, planned)
        unasked = {*work.open.unread, *(name for name, share in shares.items() if not share)}
        for done, values in enumerate(singles, start=len(readings) + 1):
            if values[0][0] not in unasked:
                work.games[values] = work.of(values)
            watch(done, planned)
        if pairs:
            found_pairs, left_out = _pairs_to_play(work)
        for at, values in enumerate(found_pairs, start=1):
            work.games[values] = work.of(values)
            watch(planned + at, planned + len(found_pairs))
    except KeyboardInterrupt:
        stopped = True
    return _result(work, shares, left_out, stopped=stopped)


def _opened(
    game: Game, play: Play, games: int | None, options: Mapping[str, str], all_of: list[d.Option]
) -> _Games:
    open_game = opened(game.compiled, all_of)
    played = evolve(game, compiled=open_game.compiled)
    batch = batch_of(Version("", played, options), play, games or GAMES)
    if games is None and not batch.runs_in_threads:
        batch = evolve(batch, games=GAMES_IN_PYTHON)
    return _Games(game, play, open_game, batch)


def _share(work: _Games, name: str) -> float:
    """Return the share of games in which a rule reads the reading, left unset there."""
    position = work.open.position(work.batch.options, without=name)
    batch = evolve(work.batch, position=position)
    many = min(ASKED_IN if batch.runs_in_threads else ASKED_IN_PYTHON, batch.games)
    return failing(batch, range(many)) / many


def _pairs_to_play(work: _Games) -> tuple[list[Values], int]:
    """
    Return the pairs of readings that share a cell and both change something, the most effective
    first; and how many were left out.
    """
    cells = {name: _cells(work.open.compiled.program, name) for name in work.open.opened}
    moved = {values: _differing(work.plain, games) for values, games in work.games.items() if games}
    ranked = [
        (moved[first] * moved[other], (*first, *other))
        for first, other in combinations([values for values, many in moved.items() if many], 2)
        if first[0][0] != other[0][0]
        and cells.get(first[0][0], set()) & cells.get(other[0][0], set())
    ]
    ranked.sort(key=lambda pair: -pair[0])
    return [values for _, values in ranked[:MOST_PAIRS]], max(0, len(ranked) - MOST_PAIRS)


def _differing(plain: list[Played], games: list[Played]) -> int:
    return sum(_facts(before) != _facts(other) for before, other in zip(plain, games, strict=False))


def _facts(played: Played) -> object:
    return played.winners, played.payoffs, played.decisions, played.samples, played.uses


def _cells(program: Program, reading: str) -> set[str]:
    """Return the states and zones named where a reading, or a value that depends on it, is read."""
    bodies = (
        *program.procedures, *program.actions, *program.plays, *program.values, *program.windows,
        *program.standings, *program.card_standings,
    )  # fmt: skip
    readers = [b for b in bodies if any(read.name == reading for read in find(b, e.ReadState))]
    decided = {value.name for value in readers if isinstance(value, d.Value)}
    readers += [b for b in bodies if any(call.name in decided for call in find(b, e.CallValue))]
    cells = {state.name for state in program.states} | {zone.name for zone in program.zones}
    options = {option.name for option in program.options}
    nodes = [node for body in readers for node in walk(body)]
    named = {getattr(node, key, None) for node in nodes for key in ("name", "zone", "state")}
    return {name for name in named if isinstance(name, str)} & cells - options


def _result(work: _Games, asked: dict[str, float], left_out: int, *, stopped: bool) -> Readings:
    tests: dict[tuple[Values, Measured], Difference] = {}
    counted: dict[Values, tuple[int, int]] = {}
    measures = [m for m in measures_of(work.batch, work.game) if m.kind is not Kind.CARD]
    for values, games in work.games.items():
        work.failures += failed(", ".join(f"{name}={value}" for name, value in values), games)
        sums = _sums(work, values, games, measures)
        counted[values] = sums.games, sums.moved
        for measured, difference in sums.differences().items():
            tests[values, measured] = difference
    differences = judged(tests)
    each_one = [
        Alternative(
            values,
            *counted[values],
            {measured: found for (of, measured), found in differences.items() if of == values},
        )
        for values in counted
    ]
    return Readings(
        work.batch,
        asked,
        work.open.unread,
        tuple(alternative for alternative in each_one if len(alternative.values) == 1),
        tuple(alternative for alternative in each_one if len(alternative.values) == 2),
        left_out,
        work.refused,
        tuple(work.failures),
        stopped,
    )


def _sums(work: _Games, values: Values, games: list[Played], measures: list[Measured]) -> Sums:
    if len(values) == 1:
        sums = Sums((measures, measures))
        for before, other in zip(work.plain, games, strict=False):
            if not (before.fault or other.fault):
                sums.add(before, other)
        return sums
    return _joint(work, values, games, measures)


def _joint(work: _Games, values: Values, games: list[Played], measures: list[Measured]) -> Sums:
    """Return the interaction of two readings: both at once, minus the sum of each alone."""
    per_game = [measure for measure in measures if measure.kind is not Kind.MEASURE]
    sums = Sums((per_game, per_game))
    sums.pairs = {measure: Pairs() for measure in per_game}
    alone = [work.games[(value,)] for value in values]
    for four in zip(work.plain, *alone, games, strict=False):
        if not any(result.fault for result in four):
            plain, first, second, both = (
                {measure: total for measure, (_, total) in taken_in(result, per_game)}
                for result in four
            )
            sums.games += 1
            sums.moved += any(first[m] + second[m] - plain[m] != both[m] for m in per_game)
            for m in per_game:
                sums.pairs[m].add((1, first[m] + second[m] - plain[m]), (1, both[m]))
    return sums


T = TypeVar("T")


@frozen
class Opened:
    """The game with the readings that could be opened; `unread` are read by no rule."""

    compiled: Compiled
    opened: tuple[str, ...]
    unread: tuple[str, ...]

    def position(self, values: Mapping[str, str], without: str = "") -> Position:
        """Return the opening with these readings, defaults, and `without` left unset."""
        options = {declared.name: declared for declared in self.compiled.program.options}
        lines = []
        for name in self.opened:
            option = options[name]
            chosen = values.get(name, option.values[option.default])
            value = value_of_option(option, option.values.index(chosen))
            assert isinstance(value, e.WordValue | int)
            expr = e.Literal(value) if isinstance(value, int) else value
            if name != without:
                lines.append(d.GivenState(name, (), expr))
        return Position("", tuple(lines), None)


def opened(compiled: Compiled, readings: Iterable[d.Option]) -> Opened:
    """Open the given readings of a game."""
    program = compiled.program
    wanted = {reading.name: reading for reading in readings}
    fixed = {name for name in wanted if name in _sizing(program)}
    played = (program, compiled.choosers, compiled.measures)
    read = {read.name for read in find(played, e.ReadOption)} & {*wanted}
    states = {name: _state(wanted[name]) for name in wanted if name in read - fixed}
    changed = _without_reads(program, states.keys())
    return Opened(
        Compiled(
            evolve(changed, states=(*changed.states, *states.values())),
            choosers=_without_reads(compiled.choosers, states.keys()),
            measures=_without_reads(compiled.measures, states.keys()),
        ),
        tuple(states),
        tuple(name for name in wanted if name not in read | fixed),
    )


def _sizing(program: Program) -> frozenset[str]:
    """Return the options that determine sizes, copies or the number of players."""
    by = {name for node in find(program, d.BySettings) for name in node.options}
    tests = {node.name for node in find(program.begins_only_if, e.ReadOption)}
    return frozenset(by | tests)


def _state(option: d.Option) -> d.State:
    if option.truth:
        kind: t.Type = t.Truth()
    elif option.number:
        kind = t.Number(int(option.values[0]), int(option.values[-1]))
    else:
        kind = t.WordOf(option.name)
    return d.State(option.name, (), kind, None, (), False, d.Seen("all"), origin=option.origin)


def _without_reads(node: T, names: Set[str]) -> T:
    """Replace the reads of these options by reads of states."""

    def changed(value: object) -> object:
        if isinstance(value, e.ReadOption) and value.name in names:
            return e.ReadState(value.name)
        return rebuilt(value, lambda _, part: changed(part))

    return cast("T", changed(node))
