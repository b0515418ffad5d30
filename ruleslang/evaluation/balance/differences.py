"""
Paired differences: a measure in two versions of a game, over the same seeds.

The game is the unit that is sampled, and a measure may take several values in it, so a mean is a
ratio of two sums over games; the error of a difference of two such ratios is that of their
linearised residuals, paired by game. Multiple tests are corrected by the method of Holm (1979): the
probability that any difference is called significant by chance is at most 5%. Measures with the
same values in all games are not counted as tests, since no test could find anything in them
(Tarone, 1990).
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import combinations_with_replacement, groupby
from math import inf, sqrt
from statistics import NormalDist
from typing import Any, TypeAlias, TypeVar

from attrs import define, evolve, field, frozen

LEVEL = 0.05  # the probability of a wrong verdict, over all measures of an answer
POWER = 0.8  # with which a difference that is called visible would have been seen
FEWEST = 10  # fewer games than this can't show a difference
FEW = 24  # with so few pairs that differ, their mean is far from normally distributed
PRODUCTS = [*combinations_with_replacement(range(4), 2)]  # the pairs of a game's four sums
NORMAL = NormalDist()
K = TypeVar("K")

Values: TypeAlias = tuple[int, int]  # of a measure in one game: how many, and their sum
NO_VALUE: Values = (0, 0)


def quantile(level: float, games: int) -> float:
    """
    Return the two-sided critical value: how many standard errors cover all but `level` of the
    distribution of a mean of `games` games.

    That of Student's distribution, by the expansion of Cornish and Fisher.

    >>> round(quantile(0.05, 1_000_000), 3), round(quantile(0.05, 31), 2)
    (1.96, 2.04)
    """
    z, degrees = NORMAL.inv_cdf(1 - level / 2), max(1, games - 1)
    first = (z**3 + z) / 4
    second = (5 * z**5 + 16 * z**3 + 3 * z) / 96
    third = (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384
    return z + first / degrees + second / degrees**2 + third / degrees**3


@define
class Pairs:
    """
    Sums over pairs of games, from which both means and the error of their difference follow.

    With `is_share` the values are 0 or 1, one a game, and the error is that of Agresti and Min
    (2005), which holds for rare events: half a pair is added to each of the four cases.
    """

    is_share: bool = False
    games: int = 0
    sums: list[int] = field(factory=lambda: [0] * 4)
    products: list[int] = field(factory=lambda: [0] * 10)
    differing: int = 0  # pairs whose values are not the same

    def add(self, before: Values, after: Values, games: int = 1) -> None:
        """Add a pair of games, or several pairs with the same values."""
        four = (*before, *after)
        self.games += games
        self.differing += games * (before != after)
        at = 0
        for i in range(4):
            weighted = four[i] * games
            if weighted:
                self.sums[i] += weighted
                for j in range(i, 4):
                    self.products[at + j - i] += weighted * four[j]
            at += 4 - i

    def difference(self) -> Difference | None:
        """Return the measure in both versions; `None` if it has no value in one of them."""
        counted, total, counted_after, total_after = self.sums
        if not counted or not counted_after:
            return None
        before, after = total / counted, total_after / counted_after
        if self.is_share:
            centre, error = self._share()
            return Difference(self.games, before, after, centre, error, not self.differing)
        error = self._error() if self.games > 1 else 0.0
        if self.differing < FEW:  # no clearer than a sign test of the pairs that differ
            sign_test = -NORMAL.inv_cdf(0.5 ** max(2, self.differing))
            error = max(error, abs(after - before) / sign_test)
        return Difference(self.games, before, after, after - before, error, not self.differing)

    def _error(self) -> float:
        """Return the standard error of the difference of two ratios; exact before it is divided."""
        counted, total, counted_after, total_after = self.sums
        per, per_after = counted**2, counted_after**2
        weights = total * per_after, -counted * per_after, -total_after * per, counted_after * per
        square = sum(
            (1 if i == j else 2) * weights[i] * weights[j] * product
            for (i, j), product in zip(PRODUCTS, self.products, strict=True)
        )
        return sqrt(square / (per * per_after) ** 2 * self.games / (self.games - 1))

    def _share(self) -> tuple[float, float]:
        """Return the centre of the interval of a difference of shares, and its standard error."""
        games = self.games + 2
        moved = self.sums[3] - self.sums[1]
        # those that won in one version and not in the other, one way or the other
        apart = self.sums[1] + self.sums[3] - 2 * self.products[6] + 1
        return moved / games, sqrt(max(0.0, apart - moved**2 / games)) / games


@frozen
class Difference:
    """
    A measure in two versions; the interval `low` to `high` is corrected for all measures together.

    `centre` is the middle of the interval, which for rare events is not quite the change.
    `is_same`: the measure took the same values in every pair of games.
    """

    games: int
    before: float
    after: float
    centre: float = field(repr=False)
    error: float = field(repr=False)
    is_same: bool
    low: float = 0.0
    high: float = 0.0
    is_real: bool = False  # significant: the interval excludes 0

    @property
    def change(self) -> float:
        """The second version's mean minus the first's."""
        return self.after - self.before

    def row(self) -> dict[str, Any]:
        """Return the values of a table's row."""
        names = "games", "before", "after", "change", "low", "high", "is_real", "is_same"
        return {name: getattr(self, name) for name in names}

    @property
    def size(self) -> float:
        """The distance from 0 in standard errors."""
        if self.is_same:
            return 0.0
        return abs(self.centre) / self.error if self.error else inf

    def visible(self, tests: int) -> float:
        """Return the smallest change that this many tests would have detected with 80% power."""
        errors = quantile(LEVEL / max(1, tests), self.games) + NORMAL.inv_cdf(POWER)
        return errors * self.error


def width(difference: Difference, tests: int) -> float:
    """Return the maximum width of the interval of a difference, corrected for this many tests."""
    return 2 * quantile(LEVEL / max(1, tests), difference.games) * difference.error


def judged(differences: Mapping[K, Difference], looks: int = 1) -> dict[K, Difference]:
    """
    Return all differences with their intervals and verdicts, in their order.

    Each interval is the one used for the verdict: it excludes 0 exactly where the difference is
    called significant. Where play may stop after any of several `looks` at the results, each look
    has an equal part of the level, so the intervals hold wherever it stopped. Differences of the
    same size are corrected alike, so those of opposite measures, such as one player's wins and the
    other's, mirror each other.
    """
    tested = [key for key, difference in differences.items() if not difference.is_same]
    tested.sort(key=lambda key: -differences[key].size)
    results, left, holds = dict(differences), len(tested), True
    for _, equal in groupby(tested, lambda key: differences[key].size):
        keys = [*equal]
        for key in keys:
            difference = differences[key]
            half = quantile(LEVEL / (left * looks), difference.games) * difference.error
            low, high = difference.centre - half, difference.centre + half
            holds = holds and difference.games >= FEWEST and (low > 0 or high < 0)
            low, high = min(low, difference.change), max(high, difference.change)
            results[key] = evolve(difference, low=low, high=high, is_real=holds)
        left -= len(keys) * holds
    for key, difference in differences.items():
        if difference.is_same:
            results[key] = evolve(difference, low=difference.change, high=difference.change)
    return results
