"""
Cases with how often they come: what the odds of a check are counted on.

All numbers are whole: a case has so many of all equally likely ways, and what follows from it says
into how many parts (`whole`) it divides each of them. `Weights` are by the values of the locals
that are still read, `Answers` by what a procedure answers.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from functools import reduce
from math import gcd, lcm
from typing import Any, Protocol, TypeAlias, TypeVar

from attrs import define, field, frozen

from ruleslang.match.faults import Fault
from ruleslang.match.inquiry import Inquiry
from ruleslang.match.match import Reader
from ruleslang.match.resource_usage import ResourceUsage, too_much
from ruleslang.match.values import Env, Value
from ruleslang.nodes.budget import spend
from ruleslang.odds.block_plan import Case
from ruleslang.program import declarations as d
from ruleslang.program import expressions as e
from ruleslang.program import limits
from ruleslang.program import statements as s
from ruleslang.program.locals import LocalDecl

Weights: TypeAlias = dict[Case, int]
Answers: TypeAlias = dict[Value, int]

K = TypeVar("K")


class NotCounted(Exception):
    """The chances of something cannot be counted exactly; `origin` is where in the text."""

    def __init__(self, message: str, origin: int = -1) -> None:
        super().__init__(message)
        self.message = message
        self.origin = origin


# ---------------------------------------------------------------- bounds


SIMPLER = "fewer dice or faces are fewer cases, and a `measure` is sampled by `simulate`"


@define
class CasesInAll:
    """
    The cases that all statements of one count have made so far; they bound its time.

    A statement says how many it will make before it makes them.
    """

    number: int = 0
    in_calls: int = 0  # of these in procedures that were called, whose answers are kept

    @property
    def own(self) -> int:
        """Those of the body that is counted, without what it has called."""
        return self.number - self.in_calls

    def add(self, cases: int, origin: int = -1) -> None:
        """A statement is about to make so many; a fault when they are too many in all."""
        if self.number + cases > limits.CASES_IN_ALL:
            raise self._too_many(cases, origin)
        spend(cases)
        self.number += cases

    def expect(self, cases: int, origin: int = -1) -> None:
        """At least so many more will follow."""
        if self.number + cases > limits.CASES_IN_ALL:
            raise self._too_many(cases, origin)

    def _too_many(self, cases: int, origin: int) -> Fault:
        return too_much(
            f"more than {limits.CASES_IN_ALL:,} cases of chance to count in all: {self.number:,} "
            f"are counted, and at least {cases:,} follow; {SIMPLER}",
            origin,
        )


def countable(cases: int, origin: int = -1) -> None:
    """So many cases of chance are counted side by side."""
    if cases > limits.CASES_OF_CHANCE:
        raise too_much(
            f"more than {limits.CASES_OF_CHANCE:,} cases of chance to count side by side; "
            f"{SIMPLER}",
            origin,
        )


# ---------------------------------------------------------------- outcomes


@frozen(eq=False)
class Drawn:
    """
    The values that something may have, each with how many of `whole` equally likely ways.

    Without any, nothing could be drawn, and the body is left.
    """

    ways: Mapping[Value, int]
    whole: int = 1

    @property
    def chances(self) -> dict[Value, Fraction]:
        """Each value with its chance."""
        return {value: Fraction(number, self.whole) for value, number in self.ways.items()}


def only(value: Value) -> Drawn:
    """What has one value for sure."""
    return Drawn({value: 1})


def alike(values: Iterable[Value]) -> Drawn:
    """Each as likely as the others; the same ones together."""
    every = tuple(values)
    ways: dict[Value, int] = {}
    for value in every:
        add_to(ways, value, 1)
    return reduced(ways, len(every))


def reduced(ways: Mapping[Value, int], whole: int) -> Drawn:
    """The same chances in the smallest whole numbers."""
    common = gcd(whole, *ways.values())
    if common == 1:
        return Drawn(ways, whole)
    return Drawn({value: number // common for value, number in ways.items()}, whole // common)


@frozen(eq=False)
class Outcome:
    """
    Where cases go on, and with what answers the procedure is over (None: by `stop`).

    Each way that came in has become `whole` ways.
    """

    on: Weights
    answers: Answers = field(factory=dict)
    whole: int = 1


def together(outcomes: Sequence[Outcome]) -> Outcome:
    """What several groups of cases lead to."""
    if len(outcomes) == 1:
        return outcomes[0]
    whole = reduce(lcm, {each.whole for each in outcomes}, 1)
    on: Weights = {}
    answers: Answers = {}
    for each in outcomes:
        merge(on, each.on, whole // each.whole)
        merge(answers, each.answers, whole // each.whole)
    return Outcome(on, answers, whole)


def add_to(weights: dict[K, int], key: K, number: int) -> None:
    """So many more ways to what may be there already."""
    weights[key] = weights.get(key, 0) + number


def merge(into: dict[K, int], more: Mapping[K, int], times: int = 1) -> None:
    """Add ways to ways, each so many times."""
    for key, number in more.items():
        into[key] = into.get(key, 0) + number * times


def scale(weights: dict[K, int], times: int) -> None:
    """Each way becomes so many."""
    if times != 1:
        for key in weights:
            weights[key] *= times


def renamed(weights: Weights, change: Callable[[Case], Case]) -> Weights:
    """The cases as a function makes them; what is then alike is one."""
    found: Weights = {}
    for case, number in weights.items():
        new = change(case)
        found[new] = found.get(new, 0) + number
    return found


# ---------------------------------------------------------------- who counts


class Counting(Protocol):
    """Who knows the answers of procedures."""

    match: Reader
    inquiry: Inquiry
    usage: ResourceUsage
    cases: CasesInAll

    def answers(self, procedure: str, arguments: tuple[Value, ...], origin: int = -1) -> Drawn:
        """The answers of a procedure with these arguments."""


class Standing(Protocol):
    """What a hook stands in for."""

    def as_usual(self, arguments: tuple[Value, ...] | None) -> Drawn:
        """Its answers, with the arguments it was called with or others."""


@define(eq=False)
class Run:
    """
    One body: who counts, what it stands in for, its locals.

    `known` is what a statement makes of the locals that it reads, by the statement and these. The
    position stays as it is, so it is the same whenever they come again.
    """

    counting: Counting
    procedure: d.Procedure
    standing: Standing | None
    body: s.Block
    locals: tuple[LocalDecl, ...]
    known: dict[tuple[int, str], dict[Case, Any]] = field(factory=dict)

    @property
    def match(self) -> Reader:
        """The match, which stays as it is."""
        return self.counting.match

    def evaluate(self, expression: e.Expr, env: Env) -> Value:
        """What an expression is, with these locals."""
        return self.counting.match.evaluate(expression, env)

    def number(self, expression: e.Expr, env: Env, origin: int = -1) -> int:
        """What an expression is that must be a number; none is a fault."""
        value = self.evaluate(expression, env)
        if value is None:
            raise Fault("none-in-arithmetic", "none stands where a number is needed", origin)
        assert isinstance(value, int)
        return value
