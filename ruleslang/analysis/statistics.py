"""Numbers that add up exactly, and the interval in which their mean lies."""

from __future__ import annotations

from math import floor, log10, sqrt

from attrs import define, frozen

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
