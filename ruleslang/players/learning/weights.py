"""The weights of a learner's policy and value function, and its training parameters."""

from __future__ import annotations

from array import array

from attrs import define, field

POLICY_BITS, WORTH_BITS = 19, 16  # bits of the features' numbers


# Numbers of a feature: its weight, how much it was used, its changes times the square of the number
# of games before each, and two of a step that is taught.
ROW = 5
LATE = 2


def _zeros(bits: int) -> array[float]:
    return array("d", bytes(8 * ROW << bits))


@define(eq=False)
class Weights:
    """
    Weights by feature; `games` is how many they were trained on.

    `trust` is added to the logit of a choice for each adviser that keeps it. `sharpness` multiplies
    logits before the softmax, except while learning. `steady`: between choices that the same
    advisers would keep, chance decides, as it does for them.
    """

    policy: array[float] = field(factory=lambda: _zeros(POLICY_BITS), repr=False)
    worth: array[float] = field(factory=lambda: _zeros(WORTH_BITS), repr=False)
    policy_bits: int = POLICY_BITS
    worth_bits: int = WORTH_BITS
    trust: float = 0.0
    sharpness: float = 1.0
    games: int = 0
    steady: bool = False


def averaged(weights: Weights) -> Weights:
    """Return the weighted mean of the weights after each game, later ones counting more."""
    mean = Weights(trust=weights.trust, sharpness=weights.sharpness, games=weights.games)
    late = max(1, weights.games) ** 2
    for at, weight in enumerate(weights.policy[::ROW]):
        if weight:
            mean.policy[ROW * at] = weight - weights.policy[ROW * at + LATE] / late
    return mean


@define(eq=False)
class Teaching:
    """
    The training parameters.

    Learning rates are divided by sqrt(1 + games / `half_life`). `trace` is the lambda of the
    returns; `evenness` regularises the policy towards the uniform one, so that rarely used weights
    do not stay large by luck. In `taught` of 16 games a player of the rulebook sits at the other
    seats. The fields after it are running statistics.
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
