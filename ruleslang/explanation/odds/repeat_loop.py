"""
`repeat` on distributions: round after round, equal cases merged.

A loop without a rule for the number of rounds is over when no case goes on; when one comes again,
`markov_chain` sums it to its end. A loop of many rounds is refused as soon as it is certain that
they make too many cases.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import reduce
from math import lcm
from typing import TypeAlias, TypeVar

from attrs import define, field, frozen

from ruleslang.engine.match.faults import Fault
from ruleslang.engine.match.runtime_values import Env, Value
from ruleslang.explanation.odds.chance_statements import for_each_case, with_layout
from ruleslang.explanation.odds.distribution import (
    Answers,
    Case,
    Layout,
    NotCounted,
    Outcome,
    Run,
    Weights,
    add_to,
    entry,
    merge,
    reads,
    scale,
    selector,
)
from ruleslang.explanation.odds.markov_chain import Endless, TooMany, visits
from ruleslang.program import statements as s
from ruleslang.program.slot_uses import defined_in

K = TypeVar("K")
HARDLY_ANY = Fraction(1, 1_000_000)  # part of the runs of a loop that are not counted

RunBlock: TypeAlias = Callable[[Run, s.Block, Weights, Layout], Outcome]


@define(eq=False)
class Exits:
    """The cases and answers that have left a block or a loop."""

    left: Weights = field(factory=dict)
    answers: Answers = field(factory=dict)
    total: int = 1

    def take(self, outcome: Outcome) -> None:
        """Add the outcome of one more round."""
        scale(self.left, outcome.total)
        scale(self.answers, outcome.total)
        merge(self.answers, outcome.answers)
        self.total *= outcome.total

    def outcome(self, on: Weights) -> Outcome:
        """Return the outcome of the whole loop, with these cases going on after it, too."""
        merge(self.left, on)
        return Outcome(self.left, self.answers, self.total)


@frozen(eq=False)
class Loop:
    """A `repeat`; between two rounds a case holds the locals of `between`."""

    run_block: RunBlock
    run: Run
    x: s.Repeat
    between: Layout

    def _rounds(self, on: Weights, most: int) -> Outcome:
        """Propagate through at most `most` rounds."""
        cases = self.run.counting.cases
        done = Exits()
        for number in range(most):
            if not on:
                break
            begun = cases.own
            outcome = self._round(on, done)
            # Cases that come again make as many each time, and more when others join them.
            if outcome.on.keys() >= on.keys():
                cases.expect((most - number - 1) * (cases.own - begun), self.x.origin)
            on = outcome.on
        if self.x.times is None:  # the condition is tested once more, and may be a fault
            self._ready(on, {})
        return done.outcome(on)

    def to_the_end(self, begun: Weights) -> Outcome:
        """Propagate through rounds until nothing goes on."""
        try:
            return self._to_the_end(begun)
        except Endless as refused:
            raise NotCounted("a loop may never end", self.x.origin) from refused

    def to_the_limit(self, begun: Weights, most: int) -> Outcome:
        """
        Propagate as in play; but a safety limit that hardly any run reaches is no limit, unless the
        loop cannot be counted without it.
        """
        if not self.x.is_safety:
            return self._rounds(begun, most)
        limits, reached = self.run.counting.limits, self._reached(begun, most)
        outcome = None
        if reached < HARDLY_ANY:
            try:
                outcome = self._to_the_end(begun)
            except (Endless, Fault, NotCounted):
                reached = HARDLY_ANY
        limits[self.x.origin] = max(reached, limits.get(self.x.origin, reached))
        return self._rounds(begun, most) if outcome is None else outcome

    def _reached(self, on: Weights, most: int) -> Fraction:
        """Return the part of runs that reach the limit, or something small that it is below."""
        begun, done = sum(on.values()), Exits()
        for _ in range(most):
            on = self._round(on, done).on
            part = Fraction(sum(on.values()), begun * done.total)
            if part < HARDLY_ANY:
                return part
        return Fraction(sum(self._ready(on, {}).values()), begun * done.total)

    def _to_the_end(self, on: Weights) -> Outcome:
        done, seen = Exits(), set[Case]()
        while on and seen.isdisjoint(on):
            seen.update(on)
            on = self._round(on, done).on
        if not on:
            return done.outcome({})
        try:
            ended = self._chain(on)
        except TooMany as error:
            raise NotCounted("a loop has too many possible continuations", self.x.origin) from error
        done.take(ended)
        return done.outcome(ended.on)

    def _round(self, on: Weights, done: Exits) -> Outcome:
        ready = self._ready(on, done.left)
        outcome = self.run_block(self.run, self.x.block, ready, self.between)
        done.take(outcome)
        return outcome

    def _ready(self, on: Weights, left: Weights) -> Weights:
        """Return the cases as the block begins with them, without those that leave the loop now."""
        x = self.x
        if x.while_ is None and x.until is None:
            return with_layout(self.between, entry(x.block, self.between), on)
        defined = tuple(sorted(set(defined_in((x.while_, x.until)))))

        def goes_on(env: Env) -> tuple[bool, Case]:
            goes = x.while_ is None or self.run.evaluate(x.while_, env) is True
            goes = goes and (x.until is None or not self.run.evaluate(x.until, env))
            return goes, selector(tuple(env), defined)(tuple(env.values()))

        read = reads(x.while_, x.until)
        goes_in = for_each_case(self.run, "goes on", x, read, self.between, goes_on)
        self.run.counting.cases.add(len(on), x.origin)
        into = selector((*self.between, *defined), entry(x.block, self.between))
        ready: Weights = {}
        for case, ways in on.items():
            goes, more = goes_in(case)
            if goes:
                add_to(ready, into((*case, *more)), ways)
            else:
                add_to(left, case, ways)
        return ready

    def _chain(self, on: Weights) -> Outcome:
        """Return the outcome of the loop, by the expected number of visits to each case."""
        rounds: dict[Case, tuple[Weights, Outcome]] = {}

        def step(case: Case) -> dict[Case, Fraction]:
            left: Weights = {}
            ready = self._ready({case: 1}, left)
            outcome = self.run_block(self.run, self.x.block, ready, self.between)
            rounds[case] = left, outcome
            return {to: Fraction(ways, outcome.total) for to, ways in outcome.on.items()}

        visited = visits({case: Fraction(ways) for case, ways in on.items()}, step)
        left: dict[Case, Fraction] = {}
        answers: dict[Value, Fraction] = {}
        for case, often in visited.items():
            gone, outcome = rounds[case]
            for to in gone:
                left[to] = left.get(to, Fraction(0)) + often
            for answer, ways in outcome.answers.items():
                more = often * Fraction(ways, outcome.total)
                answers[answer] = answers.get(answer, Fraction(0)) + more
        total = reduce(
            lcm, {chance.denominator for chance in (*left.values(), *answers.values())}, 1
        )
        return Outcome(_in_parts(left, total), _in_parts(answers, total), total)


def _in_parts(chances: dict[K, Fraction], total: int) -> dict[K, int]:
    """Return chances as parts of a total that all denominators divide."""
    return {
        key: chance.numerator * (total // chance.denominator) for key, chance in chances.items()
    }
