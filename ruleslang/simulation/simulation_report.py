"""The report of a simulation, accumulated game by game."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from functools import reduce
from math import floor, log10, sqrt
from typing import Any, TypeAlias

from attrs import define, field, frozen

from ruleslang.engine.match.chance import derive
from ruleslang.simulation.results import Result, plain
from ruleslang.simulation.sides import Side
from ruleslang.source.errors import RuleslangError, typed

INTERVAL = ("mean", "low", "high")
Z = 1.959963984540054  # 95% of a normal distribution are within this many deviations


@frozen
class Sample:
    """The values of one measure in one game: their number, sum, minimum and maximum."""

    count: int
    total: int
    least: int
    most: int


@frozen
class Estimate:
    """A mean with its 95% confidence interval, and the extremes."""

    mean: float
    low: float
    high: float
    minimum: int
    maximum: int


@define
class Moments:
    """
    The samples of many games, added up.

    Values of one game are correlated, so the game is the unit that is sampled: the mean is a ratio
    of two sums over games, and its interval that of a ratio estimator.
    """

    games: int = 0
    count: int = 0
    total: int = 0
    totals_squared: int = 0
    counts_squared: int = 0
    crossed: int = 0
    least: int | None = None  # None: no value yet
    most: int | None = None

    def add(self, sample: Sample, games: int = 1) -> None:
        """Add the sample of one game, or of several games with the same sample."""
        if not sample.count:
            return
        self.games += games
        self.count += games * sample.count
        self.total += games * sample.total
        self.totals_squared += games * sample.total**2
        self.counts_squared += games * sample.count**2
        self.crossed += games * sample.count * sample.total
        self.least = sample.least if self.least is None else min(self.least, sample.least)
        self.most = sample.most if self.most is None else max(self.most, sample.most)

    def plus(self, other: Moments) -> Moments:
        """Return the moments of both sets of games together."""
        least, most = (
            [number for number in pair if number is not None]
            for pair in ((self.least, other.least), (self.most, other.most))
        )
        names = "games", "count", "total", "totals_squared", "counts_squared", "crossed"
        sums = {name: getattr(self, name) + getattr(other, name) for name in names}
        return Moments(**sums, least=min(least, default=None), most=max(most, default=None))

    def estimate(self) -> Estimate | None:
        """
        Return the mean with its interval; `None` if there was no value.

        >>> moments = Moments()
        >>> for value in (2, 4, 6): moments.add(Sample(1, value, value, value))
        >>> moments.estimate().mean
        4.0
        """
        if self.least is None or self.most is None:
            return None
        mean, half = self.total / self.count, self._half_width()
        return Estimate(mean, mean - half, mean + half, self.least, self.most)

    def _half_width(self) -> float:
        """Return half of the interval; all is exact before the division."""
        square = self.totals_squared * self.count**2 + self.total**2 * self.counts_squared
        square -= 2 * self.total * self.count * self.crossed
        degrees = max(1, self.games - 1)  # Student's distribution has these
        deviations = Z + 2.372 / degrees + 2.823 / degrees**2 + 2.556 / degrees**3
        return deviations * sqrt(square / self.count**4 * self.games / degrees)


def decimals_of(low: float, high: float) -> int:
    """
    Return how many decimals to show, so that the interval's width has two significant digits.

    >>> decimals_of(31.24, 34.87), decimals_of(0.6312, 0.6319), decimals_of(20, 80)
    (1, 5, 0)
    """
    width = high - low
    return min(9, max(0, 1 - floor(log10(width)))) if width > 0 else 0


def share(part: float, total: int) -> tuple[float, float, float]:
    """
    Return a proportion with its 95% interval (Wilson 1927), which holds for few games too.

    >>> [round(number, 3) for number in share(5, 10)]
    [0.5, 0.237, 0.763]
    """
    if not total:
        return 0.0, 0.0, 1.0
    p, n = part / total, total
    middle = (p + Z**2 / (2 * n)) / (1 + Z**2 / n)
    half = Z * sqrt(p * (1 - p) / n + Z**2 / (4 * n**2)) / (1 + Z**2 / n)
    return p, max(0.0, min(p, middle - half)), min(1.0, max(p, middle + half))


CHAIN_BYTES = 16
LINK_BITS = 64
CHAIN_PRIME = (1 << 8 * CHAIN_BYTES) - 159
"""
The chain is the links of all games, written one behind the other as one number, modulo this prime:
so the chains of two runs give that of both (`_chained`). The link of a game is a hash of what it
came to; C computes the same (`code/runtime/play.c`).
"""


def _chained(before: int, links: int, games: int) -> int:
    """
    Append the links of some games to a hash chain.

    `links` are those of the games, or the chain of them.
    """
    return (before * pow(2, LINK_BITS * games, CHAIN_PRIME) + links) % CHAIN_PRIME


def _link(played: Played) -> int:
    """Return the hash of a game's result: decisions, cap, winners as bits, payoffs."""
    winners = _bits(played.winners)
    return reduce(derive, (played.decisions, played.capped, winners, *played.payoffs), 0)


def _bits(seats: Iterable[int]) -> int:
    return sum(1 << seat for seat in seats)


def _won_by(won: Mapping[int, int], seats: int) -> int:
    return sum(games for winners, games in won.items() if winners & seats)


@frozen
class Played:
    """
    The result of one game of a batch.

    `winners` are seats, empty for a draw. `uses` counts the plays of each card. `fault` is `None`
    if the game ended; `record` is its replayable line, present if it was asked for or if the game
    failed.
    """

    game: int
    seed: int = field(repr=False)
    decisions: int
    winners: tuple[int, ...]
    payoffs: tuple[int, ...]
    capped: bool
    samples: Mapping[str, Sample]
    uses: Mapping[str, int]
    fault: str | None
    record: str | None = field(repr=False)


@frozen
class Counted:
    """
    The results of consecutive games that all ended, as frequencies of the values in `Played`. Keys
    of `winners` are bit sets of seats.
    """

    games: int
    decisions: int
    winners: Counter[int]
    capped: int
    payoffs: tuple[Counter[int], ...]
    links: bytes
    samples: Mapping[str, Counter[Sample]]
    uses: Mapping[str, Counter[int]]


Portion: TypeAlias = list[Played] | Counted


@frozen
class Failure:
    """A game that ended in a fault, and its record up to there."""

    game: int
    seed: int = field(repr=False)
    message: str
    record: str = field(repr=False)


Sums: TypeAlias = Mapping[tuple[str, Any], Moments]
"""The moments behind the estimates of a report, by kind and name, so that reports can be merged."""


@frozen(repr=False)
class Report(Result):
    """
    The statistics of the played games.

    `winners` counts the wins of each seat; a game with several winners counts for each. `uses`
    estimates how often a game each card was played. `won` counts games by their winners, a bit for
    each seat. `chain` is a hash of all results in order.
    `first` is the number of the first game (`None`: the simulation was stopped and left gaps);
    reports with the same `run` are parts of one.
    """

    games: int
    finished: int
    capped: int
    decisions: int
    draws: int
    winners: tuple[int, ...]
    payoffs: tuple[Estimate, ...]
    measures: Mapping[str, Estimate]
    uses: Mapping[str, Estimate]
    chain: str
    failures: tuple[Failure, ...]
    first: int | None = 0
    run: str = field(default="", repr=False)
    sums: Sums = field(factory=dict, repr=False)
    won: Mapping[int, int] = field(factory=dict, repr=False)

    def won_by(self, side: Side) -> int:
        """Return how many games a side won."""
        return _won_by(self.won, side.bits)

    def rows(self) -> list[dict[str, Any]]:
        """Return each mean with its interval: wins and payoffs by seat, measures, cards."""
        wins = [
            {"kind": "wins", "name": f"seat {seat}", **dict(zip(INTERVAL, of_seat, strict=True))}
            for seat, of_seat in enumerate(share(won, self.finished) for won in self.winners)
        ]
        payoffs = {f"seat {seat}": estimate for seat, estimate in enumerate(self.payoffs)}
        by_kind = {"payoff": payoffs, "measure": self.measures, "uses": self.uses}
        means = [
            {"kind": kind, "name": name, **plain(estimate)}
            for kind, estimates in by_kind.items()
            for name, estimate in estimates.items()
        ]
        return [{**row, "games": self.finished} for row in (*wins, *means)]

    def as_data(self) -> dict[str, Any]:
        """Return the report without the sums from which reports are merged."""
        return {key: value for key, value in plain(self).items() if key not in ("sums", "won")}

    def merge(self, *others: Report) -> Report:
        """
        Return the report of all these games, equal to that of a single simulation.

        Raises `ValueError` if the reports are of different runs, or games are missing or occur
        twice, and `TypeError` for anything but reports.
        """
        for other in others:
            if not isinstance(other, Report):
                raise TypeError(
                    f"`merge` takes reports, as `simulate` makes them, not {typed(other)}"
                )
        if any(report.run != self.run for report in others):
            raise ValueError(
                "these are not parts of one run: the game, seed, players or settings differ"
            )
        return reduce(_merged, sorted((self, *others), key=_first_game))


@define
class Tally:
    """Accumulates a report. Always: games are added in order."""

    seats: int
    first: int = 0
    run: str = ""
    has_gaps: bool = False
    games: int = 0
    finished: int = 0
    capped: int = 0
    decisions: int = 0
    won: Counter[int] = field(factory=Counter)
    sums: dict[tuple[str, Any], Moments] = field(factory=lambda: defaultdict(Moments))
    failures: list[Failure] = field(factory=list)
    chain: int = 0

    def add(self, played: Played) -> None:
        """Add one game; a failed one only with the failure and its record."""
        self.games += 1
        self.decisions += played.decisions
        self.chain = _chained(self.chain, _link(played), 1)
        if played.fault is not None:
            self.failures.append(
                Failure(played.game, played.seed, played.fault, played.record or "")
            )
            return
        self.finished += 1
        self.capped += played.capped
        self.won[_bits(played.winners)] += 1
        for seat, payoff in enumerate(played.payoffs):
            self.sums["payoff", seat].add(Sample(1, payoff, payoff, payoff))
        for name, sample in played.samples.items():
            self.sums["measure", name].add(sample)
        for name, times in played.uses.items():
            self.sums["uses", name].add(Sample(1, times, times, times))

    def add_counted(self, counted: Counted) -> None:
        """Add the next games, which were only counted."""
        self.games += counted.games
        self.finished += counted.games
        self.decisions += counted.decisions
        self.chain = _chained(self.chain, int.from_bytes(counted.links, "big"), counted.games)
        self.capped += counted.capped
        self.won += counted.winners
        for seat, payoffs in enumerate(counted.payoffs):
            _add_numbers(self.sums["payoff", seat], payoffs)
        for name, samples in counted.samples.items():
            for sample, games in samples.items():
                self.sums["measure", name].add(sample, games)
        for name, uses in counted.uses.items():
            _add_numbers(self.sums["uses", name], uses)

    def report(self) -> Report:
        """Return the report of the games so far."""
        sums = _added(self.sums, {})
        return Report(
            self.games,
            self.finished,
            self.capped,
            self.decisions,
            self.won[0],
            tuple(_won_by(self.won, 1 << seat) for seat in range(self.seats)),
            tuple(_estimates(sums, "payoff").values()),
            _estimates(sums, "measure"),
            _estimates(sums, "uses"),
            self.chain.to_bytes(CHAIN_BYTES, "big").hex(),
            tuple(self.failures),
            None if self.has_gaps else self.first,
            self.run,
            sums,
            {**self.won},
        )


def _first_game(report: Report) -> int:
    if report.first is None:
        raise ValueError("a simulation that was stopped has gaps between its games")
    return report.first


def _merged(before: Report, after: Report) -> Report:
    end, begin = _first_game(before) + before.games, _first_game(after)
    if begin > end:
        raise ValueError(f"games {end} to {begin - 1} are in none of the reports")
    if begin < end:
        raise ValueError(f"game {begin} is in two of the reports")
    tally = Tally(
        len(before.winners),
        begin - before.games,
        before.run,
        games=before.games + after.games,
        finished=before.finished + after.finished,
        capped=before.capped + after.capped,
        decisions=before.decisions + after.decisions,
        won=Counter(before.won) + Counter(after.won),
        sums=dict(_added(before.sums, after.sums)),
        failures=[*before.failures, *after.failures],
        chain=_chained(int(before.chain, 16), int(after.chain, 16), after.games),
    )
    return tally.report()


def _added(first: Sums, second: Sums) -> Sums:
    """Return the moments added up by name, in the order of the first; the results are copies."""
    none = Moments()
    return {key: first.get(key, none).plus(second.get(key, none)) for key in {**first, **second}}


def _add_numbers(moments: Moments, numbers: Counter[int]) -> None:
    for number, games in numbers.items():
        moments.add(Sample(1, number, number, number), games)


def _estimates(sums: Sums, kind: str) -> dict[Any, Estimate]:
    estimates = {name: added.estimate() for (of, name), added in sums.items() if of == kind}
    return {name: estimate for name, estimate in estimates.items() if estimate is not None}


class WorkerLost(RuleslangError, RuntimeError):
    """
    A worker process ended (for instance for lack of memory), or the cluster lost its workers.

    `report` covers the games finished before, if any.
    """

    report: Report | None = None
