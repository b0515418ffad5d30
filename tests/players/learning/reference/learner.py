"""
The learner in Python, for machines without a C compiler; it is the reference for
`runtime/learning.c`. A game in WebAssembly, or in C, plays, and tells what a seat sees.

The steps of a game are kept with the features of all choices; after the game, each step of a seat
is trained on its lambda return, the last one first (actor-critic, TD(lambda)). The learning rate of
a weight falls with its use, and the change of a preference by one step is bounded.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import exp, sqrt
from statistics import fmean

from attrs import define, frozen

from ruleslang.engine.code.compiled_game import CompiledGame
from ruleslang.engine.code.machine import CPlay
from ruleslang.engine.code.match import CMatch
from ruleslang.engine.lowered_game import lowered
from ruleslang.engine.match.chance import Stream, Streams, derive, stream_number
from ruleslang.engine.match.entities import Settings
from ruleslang.engine.match.interface import QuickMatch, WholeMatch
from ruleslang.engine.quick_engines import quick_game, those_able
from ruleslang.players.learned_bot import drawn
from ruleslang.players.learning.weights import LATE, ROW, Teaching, Weights
from ruleslang.program import declarations as d
from ruleslang.program.program import Program
from tests.players.learning.reference.features import Decision, Features, mixed

LEARNER = -1  # in place of the number of a player of the language


@frozen(eq=False)
class Preferred:
    """The logit of each choice, the learned part of it, its probability, and its features."""

    logits: list[float]
    learned: list[float]
    probabilities: list[float]
    choices: list[list[tuple[int, float]]]


@define(eq=False)
class Step:
    """A decision of a learning seat; `gradient` is by feature of the policy."""

    seat: int
    position: list[tuple[int, float]]
    gradient: dict[int, float]
    worth: float
    probability: float
    even: float


def place_of_feature(hash: int, bits: int) -> int:
    """Return the index of a feature in the weight table."""
    return mixed(hash, 77) >> (64 - bits)


def prefer(weights: Weights, decision: Decision, *, learns: bool = False) -> Preferred:
    """Return the learner's preferences at a decision; while learning, without the sharpness."""
    bits, policy = weights.policy_bits, weights.policy
    choices = [
        [(place_of_feature(hash, bits), value) for hash, value in features]
        for features in decision.choices
    ]
    learned = [sum(policy[ROW * at] * value for at, value in features) for features in choices]
    advised = [weights.trust * number for number in decision.advised]
    logits = [advice + more for advice, more in zip(advised, learned, strict=True)]
    if weights.steady:
        logits = _alike(logits, decision.kept_by)
    highest = max(logits)
    sharpness = 1.0 if learns else weights.sharpness
    shares = [exp(sharpness * (logit - highest)) for logit in logits]
    total = sum(shares)
    return Preferred(logits, learned, [share / total for share in shares], choices)


def _alike(logits: list[float], kept_by: Sequence[tuple[int, ...]]) -> list[float]:
    """Return the logits, averaged over choices that the same advisers keep."""
    of_group: dict[tuple[int, ...], list[float]] = {}
    for logit, advisers in zip(logits, kept_by, strict=True):
        of_group.setdefault(advisers, []).append(logit)
    mean = {advisers: fmean(several) for advisers, several in of_group.items()}
    return [
        mean[advisers] if advisers else logit
        for logit, advisers in zip(logits, kept_by, strict=True)
    ]


def ends_of(teaching: Teaching, payoffs: Sequence[int]) -> list[float]:
    """
    Return the training target of each seat: its share of the win; if all have the same payoff,
    whether that is above or below the running mean.
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


def in_python(
    program: Program, settings: Settings, choosers: Sequence[d.Chooser]
) -> LearnerInPython:
    """The reference's learner for a game, which is soon compiled."""
    able = those_able(lowered(program, settings), tuple(choosers))
    return LearnerInPython(quick_game(program, settings, able, learns=True, soon=True)[0])


class LearnerInPython:
    """A `Learner` in Python."""

    def __init__(self, game: CompiledGame) -> None:
        self.game, self.choosers = game, game.choosers
        self.features = Features(self.game, self.choosers)
        self.numbering = self.features.numbering
        self.seats = len(self.game.automatic)

    # ------------------------------------------------------------ playing

    def compete(
        self,
        players: Sequence[int | Weights],
        seeds: Sequence[int],
        start: QuickMatch | None = None,
    ) -> list[tuple[int, ...]]:
        """Play games against another player, as `Learner.compete`."""
        ends = []
        for seed in seeds:
            match = self._match(seed, start)
            streams = self._streams(seed)
            for play in _decisions(match):
                assert play.waits_for is not None
                seat, number = play.waits_for
                player = players[seat]
                if isinstance(player, Weights):
                    decision = self.features.decision(play)
                    if decision is None:
                        index = streams[seat].below(number)
                    else:
                        index = drawn(streams[seat], prefer(player, decision).probabilities)
                else:
                    index = self._of_language(play, player, streams[seat])
                match.choose(index)
            assert match.play is not None
            ends.append(match.play.payoffs)
        return ends

    def _match(self, seed: int, start: QuickMatch | None = None) -> CMatch:
        if start is not None:
            copy = start.copy()
            assert isinstance(copy, CMatch)
            return copy
        match = CMatch(self.game, Streams(seed), rolled=True)
        match.begin(WholeMatch())
        return match

    def _streams(self, seed: int) -> list[Stream]:
        seats = range(self.seats)
        return [Stream(derive(seed, stream_number(f"bot {seat}"))) for seat in seats]

    def _of_language(self, play: CPlay, player: int, stream: Stream) -> int:
        assert play.waits_for is not None
        left: Sequence[int] = range(play.waits_for[1])
        if player:
            left = play.preferred(player) or left
            if self.choosers[player - 1].takes_the_first:
                return left[0]
        return left[stream.below(len(left))]

    def preferences(self, play: CPlay, weights: Weights) -> list[tuple[float, float]]:
        """Return each choice's logit and probability, as `Learner.preferences`."""
        decision = self.features.decision(play)
        if decision is None:
            return []
        preferred = prefer(weights, decision)
        return list(zip(preferred.logits, preferred.probabilities, strict=True))

    # ------------------------------------------------------------ learning

    def learn(self, weights: Weights, teaching: Teaching, seeds: Sequence[int]) -> None:
        for seed in seeds:
            match, streams = self._match(seed), self._streams(seed)
            players = _seated(weights, teaching, self.seats, len(self.choosers))
            steps = list[Step]()
            for play in _decisions(match):
                assert play.waits_for is not None
                seat, number = play.waits_for
                if players[seat] != LEARNER:
                    index = self._of_language(play, players[seat], streams[seat])
                elif (decision := self.features.decision(play)) is None:
                    index = streams[seat].below(number)
                else:
                    preferred = prefer(weights, decision, learns=True)
                    index = drawn(streams[seat], preferred.probabilities)
                    steps.append(_step(weights, decision, preferred, index, seat))
                match.choose(index)
            if match.play is not None and match.play.payoffs:
                ends = ends_of(teaching, match.play.payoffs)
                _learn_from(weights, teaching, steps, ends)
            weights.games += 1


def _decisions(match: CMatch) -> Iterator[CPlay]:
    """Yield the match at each decision, as long as the engine plays it."""
    while (play := match.play) is not None and play.waits_for is not None:
        yield play


def _seated(weights: Weights, teaching: Teaching, seats: int, choosers: int) -> list[int]:
    """Return each seat's player: all learners, or one learner among the rulebook's players."""
    if not choosers or weights.games % 16 >= teaching.taught:
        return [LEARNER] * seats
    learning_seat = weights.games // 16 % seats
    return [
        LEARNER if seat == learning_seat else 1 + weights.games % choosers for seat in range(seats)
    ]


def _logistic(x: float) -> float:
    return 1 / (1 + exp(-x)) if x > 0 else exp(x) / (1 + exp(x))


def _step(
    weights: Weights, decision: Decision, preferred: Preferred, taken: int, seat: int
) -> Step:
    bits, gradient = weights.worth_bits, dict[int, float]()
    position = [
        (place_of_feature(hash, bits), value) for hash, value, _ in decision.position if value
    ]
    worth = _logistic(sum(weights.worth[ROW * at] * value for at, value in position))
    for place, features in enumerate(preferred.choices):
        more = (place == taken) - preferred.probabilities[place]
        if abs(more) >= 1e-4:
            for at, value in features:
                gradient[at] = gradient.get(at, 0.0) + more * value
    pairs = zip(preferred.probabilities, preferred.learned, strict=True)
    even = sum(probability * learned for probability, learned in pairs) - preferred.learned[taken]
    return Step(seat, position, gradient, worth, preferred.probabilities[taken], even)


def _learn_from(
    weights: Weights, teaching: Teaching, steps: Sequence[Step], ends: Sequence[float]
) -> None:
    """Train on each step, the last one first."""
    slower = 1 / sqrt(1 + weights.games / teaching.half_life)
    after, sums = list(ends), [0.0] * len(ends)
    for step in reversed(steps):
        seat = step.seat
        sums[seat] = after[seat] - step.worth + teaching.trace * sums[seat]
        teaching.spread += 0.001 * (sums[seat] ** 2 - teaching.spread)
        even = teaching.evenness * step.even
        advantage = max(-3.0, min(3.0, sums[seat] / sqrt(teaching.spread + 1e-4)))
        _teach_policy(weights, step, advantage + even, teaching.policy_rate * slower)
        _teach_worth(weights, step, sums[seat], teaching.worth_rate * slower)
        after[seat] = step.worth


def _teach_policy(weights: Weights, step: Step, advantage: float, rate: float) -> None:
    changes, size, rows = list[tuple[int, float]](), 1e-9, weights.policy
    for at, by in step.gradient.items():
        if abs(by) >= 1e-6:  # not what is left of 0
            rows[ROW * at + 1] += by * by
            change = by / sqrt(rows[ROW * at + 1])
            size += by * change
            changes.append((at, change))
    missed = max(0.05, 1 - step.probability)
    rate *= advantage * missed * missed / size
    late = weights.games**2
    for at, change in changes:
        rows[ROW * at] += rate * change
        rows[ROW * at + LATE] += late * rate * change


def _teach_worth(weights: Weights, step: Step, error: float, rate: float) -> None:
    size, rows, shares = 1e-9, weights.worth, dict[int, float]()
    for at, value in step.position:
        rows[ROW * at + 1] += value * value
        shares[at] = 1 / sqrt(rows[ROW * at + 1])
        size += value * value * shares[at]
    for at, value in step.position:
        rows[ROW * at] += rate * error / size * value * shares[at]
