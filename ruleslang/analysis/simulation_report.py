"""What a simulation found, put together game by game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from hashlib import blake2b
from math import floor, log10, sqrt
from typing import Any

from attrs import define, field, frozen

Z = 1.959963984540054  # 95 % of a normal distribution lie within so many deviations


@frozen
class Sample:
    """The values of one measure in one game: how many, their sum, the least and the most."""

    count: int
    total: int
    least: int
    most: int


@frozen
class Estimate:
    """A mean, its 95 % interval, and the extremes."""

    mean: float
    low: float
    high: float
    minimum: int
    maximum: int


@define
class Moments:
    """
    The samples of many games, added up.

    Values of one game hang together, so the game is what is drawn independently: the mean is the
    ratio of two sums over games, and its interval that of a ratio.
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
        """Take one more game in, or several that have the same sample."""
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

    def estimate(self) -> Estimate | None:
        """
        The mean with its interval; `None` when there was no value at all.

        >>> moments = Moments()
        >>> for value in (2, 4, 6): moments.add(Sample(1, value, value, value))
        >>> moments.estimate().mean
        4.0
        """
        if self.least is None or self.most is None:
            return None
        mean = self.total / self.count
        half = self._half_width(mean)
        return Estimate(mean, mean - half, mean + half, self.least, self.most)

    def _half_width(self, mean: float) -> float:
        if self.games < 2:
            return 0.0
        squares = self.totals_squared - 2 * mean * self.crossed + mean**2 * self.counts_squared
        variance = max(0.0, squares) * self.games / (self.games - 1) / self.count**2
        return Z * sqrt(variance)


def decimals_of(low: float, high: float) -> int:
    """
    How many decimals show an interval with one digit more than it is wide.

    >>> decimals_of(31.24, 34.87), decimals_of(0.6312, 0.6319), decimals_of(20, 80)
    (1, 5, 0)
    """
    width = high - low
    return min(9, max(0, 1 - floor(log10(width)))) if width > 0 else 0


def share(part: int, whole: int) -> tuple[float, float, float]:
    """
    A share with its 95 % interval (Wilson 1927), which is right for few games too.

    >>> [round(number, 3) for number in share(5, 10)]
    [0.5, 0.237, 0.763]
    """
    if not whole:
        return 0.0, 0.0, 1.0
    p, n = part / whole, whole
    middle = (p + Z**2 / (2 * n)) / (1 + Z**2 / n)
    half = Z * sqrt(p * (1 - p) / n + Z**2 / (4 * n**2)) / (1 + Z**2 / n)
    return p, max(0.0, min(p, middle - half)), min(1.0, max(p, middle + half))


CHAIN_BYTES = 16


@frozen
class Played:
    """
    One game of a batch.

    `winners` are seats, none for a draw. `uses` counts the plays of each card. `fault` is `None`
    when it came to its end; `record` is its line for other programs, there when it was asked for or
    when the game failed.
    """

    game: int
    seed: int = field(repr=False)
    decisions: int
    winners: tuple[int, ...]
    payoffs: tuple[int, ...]
    capped: bool
    hash: str
    samples: Mapping[str, Sample]
    uses: Mapping[str, int]
    fault: str | None
    record: str | None = field(repr=False)


@frozen
class Counted:
    """
    Some games of a batch, one behind the other, that all came to their end: of everything that
    `Played` has how often it was met. `winners` are sets of seats, as bits.
    """

    games: int
    decisions: int
    winners: Counter[int]
    capped: int
    payoffs: tuple[Counter[int], ...]
    hashes: str
    samples: Mapping[str, Counter[Sample]]
    uses: Mapping[str, Counter[int]]


@frozen
class Failure:
    """A game that could not be played to its end, and the record of it up to there."""

    game: int
    seed: int = field(repr=False)
    message: str
    record: str = field(repr=False)


@frozen
class Report:
    """
    The sum of the games that were played.

    `winners` counts games won by each seat; a game with several winners counts for each of them.
    `uses` says how often a game each card was played.
    `chain` stands for all final states in the order of the games.
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


@define
class Tally:
    """A report in the making. Always: games are added in their order."""

    seats: int
    games: int = 0
    finished: int = 0
    capped: int = 0
    decisions: int = 0
    draws: int = 0
    winners: Counter[int] = field(factory=Counter)
    payoffs: dict[int, Moments] = field(factory=dict)
    measures: dict[str, Moments] = field(factory=dict)
    uses: dict[str, Moments] = field(factory=dict)
    failures: list[Failure] = field(factory=list)
    chain: Any = field(factory=lambda: blake2b(digest_size=CHAIN_BYTES))

    def add(self, played: Played) -> None:
        """Take one more game in; of a failed one only the failure and the state it stopped in."""
        self.games += 1
        self.decisions += played.decisions
        self.chain.update(played.hash.encode())
        if played.fault is not None:
            self.failures.append(
                Failure(played.game, played.seed, played.fault, played.record or "")
            )
            return
        self.finished += 1
        self.capped += played.capped
        self.draws += not played.winners
        self.winners.update(played.winners)
        for seat, payoff in enumerate(played.payoffs):
            self.payoffs.setdefault(seat, Moments()).add(Sample(1, payoff, payoff, payoff))
        for name, sample in played.samples.items():
            self.measures.setdefault(name, Moments()).add(sample)
        for name, times in played.uses.items():
            self.uses.setdefault(name, Moments()).add(Sample(1, times, times, times))

    def add_counted(self, counted: Counted) -> None:
        """Take the next games in, which were counted."""
        self.games += counted.games
        self.finished += counted.games
        self.decisions += counted.decisions
        self.chain.update(counted.hashes.encode("ascii"))
        self.capped += counted.capped
        self.draws += counted.winners[0]
        for bits, games in counted.winners.items():
            self.winners.update({seat: games for seat in range(self.seats) if bits >> seat & 1})
        for seat, payoffs in enumerate(counted.payoffs):
            _add_numbers(self.payoffs.setdefault(seat, Moments()), payoffs)
        for name, samples in counted.samples.items():
            moments = self.measures.setdefault(name, Moments())
            for sample, games in samples.items():
                moments.add(sample, games)
        for name, uses in counted.uses.items():
            _add_numbers(self.uses.setdefault(name, Moments()), uses)

    def report(self) -> Report:
        """What there is so far."""
        payoffs = [self.payoffs[seat].estimate() for seat in sorted(self.payoffs)]
        return Report(
            self.games,
            self.finished,
            self.capped,
            self.decisions,
            self.draws,
            tuple(self.winners[seat] for seat in range(self.seats)),
            tuple(estimate for estimate in payoffs if estimate is not None),
            _estimates(self.measures),
            _estimates(self.uses),
            self.chain.hexdigest(),
            tuple(self.failures),
        )


def _add_numbers(moments: Moments, numbers: Counter[int]) -> None:
    for number, games in numbers.items():
        moments.add(Sample(1, number, number, number), games)


def _estimates(moments: Mapping[str, Moments]) -> dict[str, Estimate]:
    found = {name: each.estimate() for name, each in moments.items()}
    return {name: estimate for name, estimate in found.items() if estimate is not None}
