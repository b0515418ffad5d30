"""
Weighted cases: the distributions from which the odds of a check are computed.

All numbers are integers: a case has a number of equally likely ways, and each step divides a way
into `total` parts. `Weights` are keyed by the values of the locals that are still read, `Answers`
by the answer of a procedure.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from functools import reduce
from math import gcd, lcm
from operator import itemgetter
from typing import Any, Literal, Protocol, TypeAlias, TypeVar

from attrs import define, field, frozen

from ruleslang.engine.match.faults import Fault, too_much
from ruleslang.engine.match.inquiry import Inquiry
from ruleslang.engine.match.interface import Reader
from ruleslang.engine.match.runtime_values import Env, Value
from ruleslang.program import declarations as d
from ruleslang.program import expressions as e
from ruleslang.program import limits
from ruleslang.program import statements as s
from ruleslang.program.locals import LocalDecl, Slot
from ruleslang.program.slot_uses import defined_in, used_in, written_in
from ruleslang.source.budget import spend

Layout: TypeAlias = tuple[Slot, ...]  # which locals a case holds, in its order
Slots: TypeAlias = frozenset[Slot]

When: TypeAlias = Literal["in its place", "early", "due"]


@frozen(eq=False)
class Step:
    """
    A statement with the locals that a case holds before and after it.

    A `let` may be computed `early`, before its place in the text; there it is only `due`, and its
    fault, if any, is raised there.
    """

    statement: s.Statement
    before: Layout
    after: Layout
    when: When = "in its place"


# ---------------------------------------------------------------- plans


MOST_KEPT = 10_000  # plans

_plans: dict[tuple[int, Layout], tuple[s.Block, tuple[Step, ...]]] = {}


def plan(block: s.Block, after: Layout) -> tuple[Step, ...]:
    """Return the steps of a block, given the locals that are read after it; memoised."""
    key = (id(block), after)
    entry = _plans.get(key)
    if entry is None or entry[0] is not block:
        if len(_plans) >= MOST_KEPT:
            _plans.clear()
        entry = _plans[key] = block, _steps_of_block(block, after)
    return entry[1]


def entry(block: s.Block, after: Layout) -> Layout:
    """Return the locals that a case must hold at the start of a block."""
    steps = plan(block, after)
    return steps[0].before if steps else after


def _steps_of_block(block: s.Block, after: Layout) -> tuple[Step, ...]:
    steps = []
    live = frozenset(after)
    for x, when in reversed(_in_order(block)):
        before = live | {x.slot} if isinstance(x, s.Let) and when == "due" else needed(x, live)
        steps.append(Step(x, tuple(sorted(before)), tuple(sorted(live)), when))
        live = before
    return tuple(reversed(steps))


def _in_order(block: s.Block) -> list[tuple[s.Statement, When]]:
    """Return the statements, each `let` moved to where it can first be evaluated."""
    ordered: list[tuple[s.Statement, When]] = []
    for x in block:
        place = _earliest(x, ordered) if isinstance(x, s.Let) else len(ordered)
        if all(isinstance(earlier, s.Let | s.Assign) for earlier, _ in ordered[place:]):
            ordered.append((x, "in its place"))
        else:
            ordered.insert(place, (x, "early"))
            ordered.append((x, "due"))
    return ordered


def _earliest(x: s.Let, before: list[tuple[s.Statement, When]]) -> int:
    """Return the first place where what a `let` reads is known, and its local is not yet in use."""
    mine = {x.slot, *defined_in(x), *used_in(x)}
    place = len(before)
    while place and not mine & _touched(before[place - 1][0], x):
        place -= 1
    return place


def _touched(other: s.Statement, x: s.Let) -> Slots:
    """Return the locals that a statement defines or writes, and that of a `let` it reads."""
    return frozenset(
        (*defined_in(other), *written_in(other), *(u for u in used_in(other) if u == x.slot))
    )


# ---------------------------------------------------------------- which locals are read


def reads(*parts: object) -> Slots:
    """Return the locals of the body that parts of a statement read."""
    return frozenset(used_in(parts)) - frozenset(defined_in(parts))


def needed(x: s.Statement, after: Slots) -> Slots:
    """Return the locals that are read in a statement or, as it leaves them, after it."""
    match x:
        case s.Let():
            return reads(x.value) | (after - {x.slot})
        case s.Assign(place=s.LocalPlace(slot)):
            return reads(x.value) | (after - {slot})
        case s.RollDie() | s.Call() | s.AsUsual() | s.Rank():
            return reads(x) | (after - {x.into})
        case s.Pick() | s.Choose():
            return reads(x) | (after - {x.choice.slot})
        case s.If():
            inside = _needed_in(x.then, after) | _needed_in(x.otherwise, after)
            return reads(x.condition) | (inside - {*defined_in(x.condition)})
        case s.Depending():
            entries = tuple(case.entries for case in x.cases)
            inside = _needed_in(x.otherwise or (), after).union(
                *(_needed_in(case.block, after) for case in x.cases)
            )
            return reads(x.subject, entries) | (inside - {*defined_in(entries)})
        case s.ForEach():
            return reads(x.subject) | around(x, after)
        case s.Repeat():
            return reads(x.times, x.at_most) | around(x, after)
        case s.Answer() | s.Stop():
            return reads(x)
    return frozenset(used_in(x)) | after


def around(x: s.ForEach | s.Repeat, after: Slots) -> Slots:
    """Return the locals that are read between two runs of a loop's block, in it or after it."""
    match x:
        case s.ForEach():
            live, defined = after, frozenset({x.variable})
        case s.Repeat():
            conditions = (x.while_, x.until)
            live, defined = after | reads(conditions), frozenset(defined_in(conditions))
    while True:
        more = live | (_needed_in(x.block, live) - defined)
        if more == live:
            return live
        live = more


def _needed_in(block: s.Block, after: Slots) -> Slots:
    return frozenset(entry(block, tuple(sorted(after))))


# ---------------------------------------------------------------- from layout to layout

Case: TypeAlias = tuple[Value, ...]  # the values of the locals of a layout


UNSET: Any = object()  # marks a local without a value in a case


def selector(layout: Layout, wanted: Iterable[Slot]) -> Callable[[Case], Case]:
    """Return a function from a layout's case to some locals' values, `UNSET` for missing ones."""
    slots = tuple(wanted)
    if slots == layout:
        return lambda case: case
    places = {slot: place for place, slot in enumerate(layout)}
    indices = [places.get(slot, -1) for slot in slots]
    if not indices:
        return lambda _: ()
    if -1 in indices:
        return lambda case: tuple([UNSET if at < 0 else case[at] for at in indices])
    return itemgetter(*indices) if len(indices) > 1 else lambda case: (case[indices[0]],)


def held(layout: Layout, case: Case) -> dict[Slot, Any]:
    """Return the locals of a case that have a value."""
    return {slot: value for slot, value in zip(layout, case, strict=True) if value is not UNSET}


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

    A statement announces how many it will make before it makes them.
    """

    number: int = 0
    in_calls: int = 0  # those in called procedures, whose answers are kept
    runs: int = 0  # the number of statements run, one for each case

    @property
    def own(self) -> int:
        """The cases of the counted body itself, without those of its calls."""
        return self.number - self.in_calls

    def run_for(self, cases: int) -> None:
        """Count the cases for which a statement is about to run."""
        self.runs += cases
        if self.runs > limits.CASES_RUN_FOR:
            raise too_much(f"more than {limits.CASES_RUN_FOR:,} runs of statements to count odds")

    def add(self, cases: int, origin: int = -1) -> None:
        """Count cases that a statement will make; a fault if there are too many in all."""
        self.expect(cases, origin)
        spend(cases)
        self.number += cases

    def expect(self, cases: int, origin: int = -1) -> None:
        """Raise a fault if this many more cases would exceed the limit."""
        if self.number + cases > limits.CASES_IN_ALL:
            raise too_much(
                f"more than {limits.CASES_IN_ALL:,} cases of chance to count in all: "
                f"{self.number:,} are counted, and at least {cases:,} follow; {SIMPLER}",
                origin,
            )


def refuse_uncountable(cases: int, origin: int = -1) -> None:
    """Raise a fault if there are more cases than the limit."""
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
    A distribution: each value with its number of equally likely ways, out of `total`.

    Empty: nothing could be drawn, and the body is left.
    """

    ways: Mapping[Value, int]
    total: int = 1

    @property
    def chances(self) -> dict[Value, Fraction]:
        """Each value with its chance."""
        return {value: Fraction(number, self.total) for value, number in self.ways.items()}


def only(value: Value) -> Drawn:
    """Return the distribution of a single value."""
    return Drawn({value: 1})


def alike(values: Iterable[Value]) -> Drawn:
    """Return the uniform distribution over some values; equal ones are merged."""
    every = tuple(values)
    ways: dict[Value, int] = {}
    for value in every:
        add_to(ways, value, 1)
    return reduced(ways, len(every))


def reduced(ways: Mapping[Value, int], total: int) -> Drawn:
    """Return a distribution in lowest terms."""
    common = gcd(total, *ways.values())
    if common == 1:
        return Drawn(ways, total)
    return Drawn({value: number // common for value, number in ways.items()}, total // common)


@frozen(eq=False)
class Outcome:
    """
    Where cases continue, and the answers with which the procedure ended (None: by `stop`).

    Each incoming way has become `total` ways.
    """

    on: Weights
    answers: Answers = field(factory=dict)
    total: int = 1


def together(outcomes: Sequence[Outcome]) -> Outcome:
    """Return the outcomes of several groups of cases, merged over a common total."""
    if len(outcomes) == 1:
        return outcomes[0]
    total = reduce(lcm, {outcome.total for outcome in outcomes}, 1)
    on: Weights = {}
    answers: Answers = {}
    for outcome in outcomes:
        merge(on, outcome.on, total // outcome.total)
        merge(answers, outcome.answers, total // outcome.total)
    return Outcome(on, answers, total)


def add_to(weights: dict[K, int], key: K, number: int) -> None:
    """Add ways to an entry."""
    weights[key] = weights.get(key, 0) + number


def merge(into: dict[K, int], more: Mapping[K, int], times: int = 1) -> None:
    """Add all entries of `more`, each multiplied by `times`."""
    for key, number in more.items():
        into[key] = into.get(key, 0) + number * times


def scale(weights: dict[K, int], times: int) -> None:
    """Multiply all entries."""
    if times != 1:
        for key in weights:
            weights[key] *= times


def renamed(weights: Weights, change: Callable[[Case], Case]) -> Weights:
    """Return the cases mapped by a function; those that become equal are merged."""
    changed: Weights = {}
    for case, number in weights.items():
        add_to(changed, change(case), number)
    return changed


# ---------------------------------------------------------------- who counts


class Counting(Protocol):
    """Counts the answers of procedures in one position."""

    match: Reader
    inquiry: Inquiry
    cases: CasesInAll
    limits: dict[int, Fraction]  # by loop with a safety limit, the part of runs that reach it

    def answers(self, procedure: str, arguments: tuple[Value, ...], origin: int = -1) -> Drawn:
        """Return the answers of a procedure with these arguments."""


Original: TypeAlias = Callable[[tuple[Value, ...] | None], Drawn]
"""What `as usual` runs inside a hook: with the arguments it was called with (`None`), or others."""


@define(eq=False)
class Run:
    """
    One body: the counter, the procedure that it replaces, its locals.

    `known` memoises the result of a statement by the locals that it reads: the position does not
    change.
    """

    counting: Counting
    procedure: d.Procedure
    original: Original | None
    body: s.Block
    locals: tuple[LocalDecl, ...]
    known: dict[tuple[int, str], dict[Case, Any]] = field(factory=dict)

    @property
    def match(self) -> Reader:
        """The match, which stays as it is."""
        return self.counting.match

    def evaluate(self, expression: e.Expr, env: Env) -> Value:
        """Return the value of an expression with these locals."""
        return self.counting.match.evaluate(expression, env)

    def number(self, expression: e.Expr, env: Env, origin: int = -1) -> int:
        """Return the value of an expression as a number; none is a fault."""
        value = self.evaluate(expression, env)
        if value is None:
            raise Fault("none-in-arithmetic", "none is used where a number is needed", origin)
        assert isinstance(value, int)
        return value
