"""
Plays a grid of versions of a game, and finds the one closest to a goal.

With a goal the games are allotted by successive halving: all versions play a few games from the
same seeds, the worse half is dropped if it is significantly behind, the others play twice as many.
At the end each version is compared with the best, over all games of both.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from itertools import product
from math import prod, sqrt
from typing import Any

from attrs import define, evolve, field, frozen

from ruleslang.evaluation.balance.against_random import leads
from ruleslang.evaluation.balance.differences import Difference, Pairs, judged, quantile
from ruleslang.evaluation.balance.differences import Values as Taken
from ruleslang.evaluation.balance.side_by_side import Failed, failed
from ruleslang.evaluation.balance.versions import (
    DECISIONS,
    Kind,
    Measured,
    Play,
    Steps,
    Version,
    batch_of,
    measures_of,
    no_value,
    taken_in,
)
from ruleslang.simulation.play_games import Batch
from ruleslang.simulation.results import Result, Watch, plain
from ruleslang.simulation.simulate import play_side_by_side
from ruleslang.simulation.simulation_report import share
from ruleslang.source.suggest import did_you_mean

GAMES, GAMES_FOR_A_GOAL = 1000, 4000  # games of each version; for a goal, of the remaining ones
MOST_VERSIONS = 200
FIRST_GAMES = 200  # games of each version before the first ones drop out
HOPELESS = 2.0  # a version of the worse half drops out this many standard errors behind the best
RANGE = re.compile(r"(-?\d+)\.\.(-?\d+)")


@frozen
class Axis:
    """One thing that is varied, as typed, and its values."""

    name: str
    values: tuple[str, ...]


def axis_of(text: str) -> Axis:
    """
    Parse one `NAME=VALUES` argument of the command line; raises `ValueError`.

    >>> axis_of("copies(giant)=1..3,6")
    Axis(name='copies(giant)', values=('1', '2', '3', '6'))
    """
    name, equals, listed = (part.strip() for part in text.partition("="))
    values: list[str] = []
    for part in filter(None, (value.strip() for value in listed.split(","))):
        ends = RANGE.fullmatch(part)
        if ends is None:
            values.append(part)
        elif int(ends[2]) < int(ends[1]):
            raise ValueError(f"`{part}` is empty: its first number is larger than its last")
        elif int(ends[2]) - int(ends[1]) >= MOST_VERSIONS:
            raise ValueError(f"`{part}` has more than {MOST_VERSIONS} versions")
        else:
            values += map(str, range(int(ends[1]), int(ends[2]) + 1))
    if not equals or not name or not values:
        raise ValueError(
            f"`{text[:60]}` is not of the form `NAME=VALUES`, as `copies(giant)=1..4` or "
            "`cost(oath)=1,3`"
        )
    return Axis(name, tuple(dict.fromkeys(values)))


def grid(axes: Sequence[Axis]) -> list[tuple[tuple[str, str], ...]]:
    """Return all combinations of the axes' values; raises `ValueError` if there are too many."""
    many = prod(len(axis.values) for axis in axes)
    if many > MOST_VERSIONS:
        raise ValueError(f"expected at most {MOST_VERSIONS} versions, not {many:,}")
    names = [axis.name for axis in axes]
    return [
        tuple(zip(names, combination, strict=True))
        for combination in product(*(axis.values for axis in axes))
    ]


@frozen
class Goal:
    """A measure that should be near `target`, or as high or low as possible (`None`)."""

    measured: Measured
    target: float | None
    sign: int = 0  # 1: the highest, -1: the lowest

    def distance(self, mean: float) -> float:
        """Return the distance of a mean from the goal; lower is better."""
        return abs(mean - self.target) if self.target is not None else -self.sign * mean


GOAL = re.compile(r"\s*(?:(highest|lowest)\s+(.+?)|(.+?)\s*=\s*(-?\d+(?:\.\d+)?)\s*(%?))\s*")


def goal_of(text: str, batch: Batch, version: Version) -> Goal:
    """Parse the text of `--for`; raises `ValueError`."""
    match = GOAL.fullmatch(text)
    if match is None:
        raise ValueError(
            f"`--for {text[:60]}` is not `MEASURE = NUMBER`, `highest MEASURE` or `lowest MEASURE`"
        )
    measured = _measure(match[2] or match[3], batch, version)
    if match[1]:
        return Goal(measured, None, 1 if match[1] == "highest" else -1)
    if measured.kind.is_share != bool(match[5]):
        how = "a share, such as 50%" if measured.kind.is_share else "no share: leave the % out"
        raise ValueError(f"`{measured.name}` is {how}")
    if match[5] and not 0 <= float(match[4]) <= 100:
        raise ValueError(f"`{measured.name}` is a share from 0% to 100%, not {match[4]}%")
    return Goal(measured, float(match[4]) / (100 if match[5] else 1))


def _measure(name: str, batch: Batch, version: Version) -> Measured:
    known = {measured.name: measured for measured in measures_of(batch, version.game)}
    results = [each for each in known.values() if each.kind is Kind.RESULT]
    known |= {f"seat {seat + 1} wins": each for each in results for seat in each.seats}
    known["decisions"] = known[DECISIONS]
    if name not in known:
        hint = did_you_mean(name, known) or f"choose from: {', '.join([*known][:12])}"
        raise ValueError(f"there is no measure `{name[:60]}`; {hint}")
    return known[name]


@define
class Column:
    """One version and its games."""

    version: Version
    batch: Batch
    games: list[Mapping[Measured, Taken]] = field(factory=list)

    def mean(self, measured: Measured) -> float | None:
        """Return the mean of a measure; `None` without a value."""
        counted = total = 0
        for game in self.games:
            count, sum_of = game.get(measured, no_value(measured))
            counted, total = counted + count, total + sum_of
        return total / counted if counted else None


@frozen(repr=False)
class Varied(Result):
    """
    All versions; with a goal, `best` is the index of the best one, and `against_best` is how much
    farther each other one is from the goal, if that can be estimated. `leads` is what each player
    wins in a seat of the best (or first) version, after what a random one does there.
    """

    columns: tuple[Column, ...]
    goal: Goal | None
    best: int | None
    against_best: Mapping[int, Difference]
    failures: tuple[Failed, ...]
    stopped: bool
    leads: Mapping[str, Difference] = field(factory=dict)

    def rows(self) -> list[dict[str, Any]]:
        """Return a row for each version, with the means of its measures."""
        games = (game for column in self.columns for game in column.games)
        measures = dict.fromkeys(measured for game in games for measured in game)
        return [
            {
                "version": column.version.name,
                "is_best": at == self.best,
                "games": len(column.games),
                **{measured.name: column.mean(measured) for measured in measures},
            }
            for at, column in enumerate(self.columns)
        ]

    def as_data(self) -> dict[str, Any]:
        """Return the versions with their means, without single games."""
        names = "goal", "best", "against_best", "failures", "stopped"
        return {"versions": self.rows(), **{name: plain(getattr(self, name)) for name in names}}


def varied(
    versions: Sequence[Version],
    play: Play,
    games: int,
    goal: str,
    watch: Watch = lambda done, planned: None,
) -> Varied:
    """
    Play all versions; Ctrl-C ends it with the results so far. Raises `ValueError` for an unreadable
    goal or unknown settings.
    """
    columns = tuple(Column(version, batch_of(version, play, games)) for version in versions)
    aim = goal_of(goal, columns[0].batch, columns[0].version) if goal else None
    failures, stopped = list[Failed](), False
    left, of_players = list(columns), dict[str, Difference]()
    try:
        if aim is None:
            _play(left, games, play.jobs, failures, watch)
        else:
            _halve(left, games, play.jobs, failures, aim, watch)
        of_players = leads(left[0].version, play, games)
    except KeyboardInterrupt:
        stopped = True
    best = _best(columns, aim) if aim is not None else None
    against = {} if aim is None or best is None else _to_best(columns, best, aim)
    return Varied(columns, aim, best, against, tuple(failures), stopped, of_players)


def _halve(
    left: list[Column], games: int, jobs: int, failures: list[Failed], goal: Goal, watch: Watch
) -> None:
    many = min(FIRST_GAMES, games)
    while True:
        _play(left, many, jobs, failures, watch)
        if many >= games:
            return
        left.sort(key=lambda candidate: _distance(candidate, goal))
        keep = max(2, (len(left) + 1) // 2)
        left[keep:] = [column for column in left[keep:] if not _is_hopeless(left[0], column, goal)]
        many = min(games, 2 * many)


def _is_hopeless(best: Column, other: Column, goal: Goal) -> bool:
    farther = _farther(best, other, goal)
    return farther is None or (farther.size > HOPELESS and farther.change > 0)


def _distance(column: Column, goal: Goal) -> float:
    mean = column.mean(goal.measured)
    return float("inf") if mean is None else goal.distance(mean)


def _play(
    columns: Sequence[Column], many: int, jobs: int, failures: list[Failed], watch: Watch
) -> None:
    steps = Steps(watch, sum(max(0, many - len(column.games)) for column in columns))
    for column in columns:
        measures = measures_of(column.batch, column.version.game)
        batch = evolve(column.batch, first=len(column.games), games=many)
        for (games,) in play_side_by_side((batch,), jobs) if batch.first < many else ():
            failures += failed(column.version.name, games)
            for game in games:
                column.games.append({} if game.fault else dict(taken_in(game, measures)))
            steps.add(len(games))


def _best(columns: Sequence[Column], goal: Goal) -> int | None:
    """Return the version closest to the goal, of those with most games; `None`: one didn't play."""
    games = [len(column.games) for column in columns]
    most = [at for at, many in enumerate(games) if many == max(games)]
    return min(most, key=lambda at: _distance(columns[at], goal)) if min(games) else None


def _to_best(columns: Sequence[Column], best: int, goal: Goal) -> dict[int, Difference]:
    """
    Return by how much each other version is farther from the goal than the best, game by game. Any
    of them could have been the best, so each two are counted as tests.
    """
    farther = {}
    for at, column in enumerate(columns):
        difference = None if at == best else _farther(columns[best], column, goal)
        if difference is not None:
            farther[at] = difference
    return judged(farther, looks=(len(columns) + 1) // 2)


def _farther(best: Column, other: Column, goal: Goal) -> Difference | None:
    """
    Return how much farther another is from the goal: over all games of both, of which those of the
    same seeds are paired. The error is that of linearised residuals, as in `differences`.
    """
    none = no_value(goal.measured)
    values = [[game.get(goal.measured, none) for game in of.games] for of in (best, other)]
    if not all(sum(count for count, _ in games) for games in values):
        return None
    (mean_near, near), (mean_far, far) = map(_residuals, values)
    ways, target = [_way(column, goal) for column in (best, other)], goal.target or 0.0
    before, after = (
        way * (mean - target) for way, mean in zip(ways, (mean_near, mean_far), strict=True)
    )
    shared = min(len(near), len(far))
    if shared < 2:
        return None
    squares = [sum(game**2 for game in games) / (len(games) - 1) for games in (near, far)]
    together = sum(x * y for x, y in zip(near, far, strict=False)) / (shared - 1)
    together *= ways[0] * ways[1] * shared / (len(near) * len(far))
    error = sqrt(max(0.0, squares[0] / len(near) + squares[1] / len(far) - 2 * together))
    is_same = values[0] == values[1]
    return Difference(shared, before, after, after - before, error, is_same)


def _residuals(games: Sequence[Taken]) -> tuple[float, list[float]]:
    """Return a mean, and how much each game adds to its error."""
    counted = sum(count for count, _ in games)
    mean = sum(total for _, total in games) / counted
    return mean, [(total - mean * count) * len(games) / counted for count, total in games]


def _way(column: Column, goal: Goal) -> int:
    """Return the sign that turns an increase of the measure into one of distance from the goal."""
    if goal.target is None:
        return -goal.sign
    return 1 if (column.mean(goal.measured) or 0.0) >= goal.target else -1


def interval_of(column: Column, measured: Measured) -> tuple[float, float, float] | None:
    """Return the mean of a measure in one version with its 95% interval; `None` without a value."""
    pairs = Pairs()
    for game in column.games:
        count, total = game.get(measured, no_value(measured))
        pairs.add((count, 0), (count, total))
    difference = pairs.difference()
    if difference is None:
        return None
    if measured.kind.is_share:
        return share(pairs.sums[3], pairs.sums[2])
    half = quantile(0.05, difference.games) * difference.error
    return difference.after, difference.after - half, difference.after + half
