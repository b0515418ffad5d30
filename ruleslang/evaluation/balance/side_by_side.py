"""
Plays two versions of a game from the same seeds until enough is known.

Games are added up to a maximum, or until the intervals of who wins are narrow enough. The stopping
rule looks at the width of the intervals alone, never at whether there is a difference, which keeps
them valid: see docs/dev/decisions/when-a-simulation-stops.md.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from attrs import define, evolve, field, frozen

from ruleslang.engine.match.entities import settle_options
from ruleslang.evaluation.balance.against_random import leads
from ruleslang.evaluation.balance.differences import NO_VALUE, Difference, Pairs, judged, width
from ruleslang.evaluation.balance.versions import (
    Kind,
    Measured,
    Play,
    Version,
    batch_of,
    measures_of,
    no_value,
    taken_in,
)
from ruleslang.simulation.play_games import Batch
from ruleslang.simulation.results import Result, Watch
from ruleslang.simulation.simulate import play_side_by_side
from ruleslang.simulation.simulation_report import Played

LEAST = 200  # games before the width of an interval is believed
MOST = 10_000_000  # games that are played for a width


@frozen
class Enough:
    """
    When to stop: after this many games, or earlier once the intervals are narrow enough.

    With several `looks` it stops at the first of these at which there is a verdict.
    """

    games: int
    until: float | None = None  # the width of the interval of win rates; 0.01 is a point
    looks: int = 1


@frozen
class Failed:
    """A game that met a fault in one of the versions."""

    version: str
    game: int
    seed: int
    message: str


@frozen(repr=False)
class Compared(Result):
    """
    The comparison of two versions.

    `alone` are measures that only one of them has; `moved` counts games in which any other
    measure changed. `leads` is what each player wins in a seat of the second version, after what a
    random one does there. `stopped`: Ctrl-C ended it early.
    """

    versions: tuple[Version, Version]
    batches: tuple[Batch, Batch]
    games: int
    differences: dict[Measured, Difference]
    alone: tuple[tuple[Measured, ...], tuple[Measured, ...]]
    moved: int
    failures: tuple[Failed, ...]
    stopped: bool
    leads: Mapping[str, Difference] = field(factory=dict)

    def rows(self) -> list[dict[str, Any]]:
        """Return a row for each measure."""
        return [
            {"kind": measured.kind.value, "measure": measured.name, **difference.row()}
            for measured, difference in self.differences.items()
        ]

    @property
    def tests(self) -> int:
        """How many differences are tested: those that are not the same in every pair."""
        return sum(not difference.is_same for difference in self.differences.values())


@define
class Sums:
    """The sums over pairs of games, by measure."""

    measures: tuple[list[Measured], list[Measured]]
    pairs: dict[Measured, Pairs] = field(init=False)
    games: int = 0
    moved: int = 0

    def __attrs_post_init__(self) -> None:
        shared = {*self.measures[1]}
        self.pairs = {
            measured: Pairs(measured.kind.is_share)
            for measured in self.measures[0]
            if measured in shared
        }

    def add(self, before: Played, after: Played) -> None:
        """Add a pair of games, both of which ended."""
        self.games += 1
        first = dict(taken_in(before, self.measures[0]))
        other = dict(taken_in(after, self.measures[1]))
        self.moved += any(first.get(shared) != other.get(shared) for shared in self.pairs)
        for measure in {**first, **other}:
            if measure in self.pairs:
                nothing = no_value(measure)
                values = first.get(measure, nothing), other.get(measure, nothing)
                self.pairs[measure].add(*values)

    def differences(self) -> dict[Measured, Difference]:
        """Return all differences, without intervals."""
        by_measure = {}
        for measure, pairs in self.pairs.items():
            if measure.kind is Kind.CARD:  # games without the card were left out
                pairs.add((1, 0), (1, 0), self.games - pairs.games)
            elif pairs.games < self.games:
                pairs.add(NO_VALUE, NO_VALUE, self.games - pairs.games)
            difference = pairs.difference()
            if difference is not None:
                by_measure[measure] = difference
        return by_measure


def widest(differences: dict[Measured, Difference]) -> float:
    """Return the width of the widest interval of who wins, corrected for all measures."""
    tests = sum(not difference.is_same for difference in differences.values())
    shares = [difference for key, difference in differences.items() if key.kind.is_share]
    return max((width(share, tests) for share in shares), default=0.0)


def compared(
    versions: tuple[Version, Version], play: Play, enough: Enough, watch: Watch | None = None
) -> Compared:
    """
    Compare two versions from the same seeds; Ctrl-C ends it with the results so far.

    Raises `ValueError` if they cannot be played alike.
    """
    first, other = (batch_of(version, play, enough.games) for version in versions)
    if len(first.players) != len(other.players):
        raise ValueError(
            f"`{versions[0].name}` is played by {len(first.players)}, "
            f"`{versions[1].name}` by {len(other.players)}; name as many with --players"
        )
    measures = measures_of(first, versions[0].game), measures_of(other, versions[1].game)
    sums, failures, stopped = Sums(measures), list[Failed](), False
    of_players: Mapping[str, Difference] = {}
    if is_same_game(first, other):
        return Compared(versions, (first, other), 0, {}, ((), ()), 0, (), stopped)

    def so_far() -> float:
        return widest(sums.differences())

    try:
        for games in rounds((first, other), play.jobs, enough, so_far, watch):
            for pair in zip(*games, strict=True):
                for version, game in zip(versions, pair, strict=True):
                    failures += failed(version.name, [game])
                if not any(game.fault for game in pair):
                    sums.add(*pair)
        of_players = leads(versions[1], play, enough.games)
    except KeyboardInterrupt:
        stopped = True
    alone, differing = _measures_of_one(sums), judged(sums.differences())
    played = (first, other), sums.games, differing, alone, sums.moved
    return Compared(versions, *played, tuple(failures), stopped, of_players)


def _measures_of_one(sums: Sums) -> tuple[tuple[Measured, ...], tuple[Measured, ...]]:
    """Return the measures that only one of the versions has."""
    first, other = ({m: None for m in own if m not in sums.pairs} for own in sums.measures)
    return tuple(first), tuple(other)


def is_same_game(first: Batch, other: Batch) -> bool:
    """Return whether games, players and measures are the same, so that playing is pointless."""
    played, others = (
        (
            batch.digest,
            settle_options(batch.compiled.program, batch.options),
            [player for player in batch.compiled.choosers if player.name in batch.players],
            batch.compiled.gathered,
        )
        for batch in (first, other)
    )
    return played == others


def rounds(
    batches: tuple[Batch, ...],
    jobs: int,
    enough: Enough,
    width_now: Callable[[], float],
    watch: Watch | None,
) -> Iterator[tuple[list[Played], ...]]:
    """Yield the games of several batches, portion by portion, until there are enough."""
    done = 0
    planned = enough.games if enough.until is None else min(LEAST, enough.games)
    while done < planned:
        part = tuple(evolve(batch, first=done, games=planned) for batch in batches)
        for games in play_side_by_side(part, jobs):
            done += len(games[0])
            yield games
            if watch:
                watch(done, planned)
        if enough.until is not None:
            planned = min(enough.games, _planned(done, width_now(), enough.until))


def _planned(done: int, width_now: float, wanted: float) -> int:
    """
    Return how many games are needed until an interval of this width is as narrow as wanted, at most
    four times as many as now.
    """
    if width_now <= wanted:
        return done
    needed = int(done * (width_now / wanted) ** 2 * 1.02) + 1
    return min(needed, 4 * done)


def failed(version: str, games: Sequence[Played]) -> Iterator[Failed]:
    """Yield the games of a version that met a fault."""
    return (Failed(version, game.game, game.seed, game.fault) for game in games if game.fault)
