"""What a learner knows: the weights of its policy and its value, and how it is taught."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from math import sqrt

from attrs import define, field

POLICY_BITS, WORTH_BITS = 19, 16  # of the numbers of features


# Numbers of a feature: its weight, how much it was used, its changes times the square of the number
# of games before each, and two of a step that is taught.
ROW = 5
LATE = 2


def _zeros(bits: int) -> array[float]:
    return array("d", bytes(8 * ROW << bits))


@define(eq=False)
class Weights:
    """
    Weights by feature; `games` were learned from.

    `trust` is added to the preference of what a player of the language would leave, for each of
    them. `sharpness` multiplies preferences before they become probabilities, where nobody learns.
    """

    policy: array[float] = field(factory=lambda: _zeros(POLICY_BITS), repr=False)
    worth: array[float] = field(factory=lambda: _zeros(WORTH_BITS), repr=False)
    policy_bits: int = POLICY_BITS
    worth_bits: int = WORTH_BITS
    trust: float = 0.0
    sharpness: float = 1.0
    games: int = 0


def averaged(weights: Weights) -> Weights:
    """The mean of what was known after each game, late ones counting more: less of it is luck."""
    mean = Weights(trust=weights.trust, sharpness=weights.sharpness, games=weights.games)
    late = max(1, weights.games) ** 2
    for at, weight in enumerate(weights.policy[::ROW]):
        if weight:
            mean.policy[ROW * at] = weight - weights.policy[ROW * at + LATE] / late
    return mean


@define(eq=False)
class Teaching:
    """
    How a learner is taught.

    Rates halve when four times as many games as `half_life` were learned from. `trace` is the
    lambda of its returns; `evenness` pulls what was learned back to nothing, so that what is seldom
    or by luck of use does not stay: a preference is an advantage, divided by it. In `taught` of 16
    games a player of the language sits at the other seats. What follows runs with the games.
    """

    policy_rate: float = 0.02
    worth_rate: float = 0.5
    half_life: float = 2000.0
    trace: float = 0.9
    evenness: float = 0.03
    spread: float = 0.05
    shared_games: float = 0.0
    shared_mean: float = 0.0
    shared_spread: float = 1.0
    taught: int = 8


def ends_of(teaching: Teaching, payoffs: Sequence[int]) -> list[float]:
    """
    What each seat has in the end: its share of the win; where all have the same, more or less than
    all had before.
    """
    highest, lowest, even = max(payoffs), min(payoffs), 1 / len(payoffs)
    if highest != lowest:
        winners = payoffs.count(highest)
        return [1 / winners if payoff == highest else 0.0 for payoff in payoffs]
    more = highest - teaching.shared_mean
    teaching.shared_games += 1
    teaching.shared_mean += more / min(teaching.shared_games, 200.0)
    teaching.shared_spread += 0.01 * (more * more - teaching.shared_spread)
    even += 0.25 * more / sqrt(teaching.shared_spread + 1e-4)
    return [max(0.0, min(1.0, even))] * len(payoffs)
