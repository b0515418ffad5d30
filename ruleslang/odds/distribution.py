"""
Names with their chances: what the odds of a check are counted on.

`Weights` are by all the names there are at a moment, `Answers` by what a procedure answers.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any, Protocol, TypeAlias

from ruleslang.match.faults import Fault
from ruleslang.match.inquiry import Inquiry
from ruleslang.match.match import Reader
from ruleslang.match.resource_usage import ResourceUsage, too_much
from ruleslang.match.values import Env, Value
from ruleslang.nodes.frozen import define, field, frozen
from ruleslang.program import declarations as d
from ruleslang.program import expressions as e
from ruleslang.program import limits
from ruleslang.program import statements as s
from ruleslang.program.locals import LocalDecl, Slot

Names: TypeAlias = tuple[tuple[Slot, Value], ...]  # the locals of a frame, as a key
Weights: TypeAlias = dict[Any, Fraction]  # by Names
Answers: TypeAlias = dict[Value, Fraction]

ONE = Fraction(1)


class NotCounted(Exception):
    """The chances of something cannot be counted exactly; `origin` is where in the text."""

    def __init__(self, message: str, origin: int = -1) -> None:
        super().__init__(message)
        self.message = message
        self.origin = origin


@define
class CasesInAll:
    """The cases that all statements of one count have made so far; they bound its time."""

    number: int = 0

    def add(self, cases: int, origin: int = -1) -> None:
        """A statement has made so many cases; a fault when they are too many in all."""
        self.number += cases
        if self.number > limits.CASES_IN_ALL:
            raise too_much(
                f"more than {limits.CASES_IN_ALL:,} cases of chance to count in all", origin
            )


class Counting(Protocol):
    """Who knows the answers of procedures."""

    match: Reader
    inquiry: Inquiry
    usage: ResourceUsage
    cases: CasesInAll

    def answers(self, procedure: str, arguments: tuple[Value, ...], origin: int = -1) -> Answers:
        """The answers of a procedure with these arguments."""


class Standing(Protocol):
    """What a hook stands in for."""

    def as_usual(self, arguments: tuple[Value, ...] | None) -> Answers:
        """Its answers, with the arguments it was called with or others."""


@frozen(eq=False)
class Outcome:
    """Where things go on, and with what answers the procedure is over (None: by `stop`)."""

    on: Weights
    answers: Answers = field(factory=dict)


@define(eq=False)
class Run:
    """One body: who counts, what it stands in for, its locals."""

    counting: Counting
    procedure: d.Procedure
    standing: Standing | None
    body: s.Block
    locals: tuple[LocalDecl, ...]

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


def countable(cases: int, origin: int = -1) -> None:
    """So many cases of chance are about to be counted side by side."""
    if cases > limits.CASES_OF_CHANCE:
        raise too_much(f"more than {limits.CASES_OF_CHANCE:,} cases of chance to count", origin)


def names_of(env: Env) -> Names:
    """Names as a key."""
    return tuple(sorted(env.items()))


def add_to(weights: dict[Any, Fraction], key: Any, weight: Fraction) -> None:
    """One more way to what may be there already."""
    there = weights.get(key)
    weights[key] = weight if there is None else there + weight


def only(weights: Weights, known: set[Slot]) -> Weights:
    """With these names alone; what is then alike is one."""
    kept: Weights = {}
    for names, weight in weights.items():
        add_to(kept, tuple([each for each in names if each[0] in known]), weight)
    return kept


def merge(into: dict[Any, Fraction], more: dict[Any, Fraction], weight: Fraction) -> None:
    """Add chances to chances, each weighed."""
    for key, chance in more.items():
        if chance is ONE:  # most statements lead on in one way
            add_to(into, key, weight)
        else:
            add_to(into, key, chance if weight is ONE else weight * chance)


def each_of(weights: Weights, one: Callable[[Env], Outcome]) -> Outcome:
    """What a statement makes of each of these names, together."""
    on: Weights = {}
    answers: Answers = {}
    for names, weight in weights.items():
        outcome = one(dict(names))
        merge(on, outcome.on, weight)
        merge(answers, outcome.answers, weight)
        countable(len(on) + len(answers))
    return Outcome(on, answers)


def with_each(env: Env, slot: Slot | None, values: dict[Value, Fraction]) -> Outcome:
    """The locals with each of these values."""
    if slot is None:
        return Outcome({names_of(env): ONE})
    return Outcome({names_of({**env, slot: value}): chance for value, chance in values.items()})
