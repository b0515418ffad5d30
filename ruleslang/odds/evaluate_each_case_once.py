"""What follows from the locals of each case, computed once for those that are read for it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import reduce
from math import lcm
from typing import Any

from ruleslang.match.values import Env, Value
from ruleslang.odds.block_plan import Case, Layout, Step, held, reads, selector
from ruleslang.odds.distribution import (
    Answers,
    Drawn,
    Outcome,
    Run,
    Weights,
    add_to,
    countable,
    renamed,
)
from ruleslang.program import limits
from ruleslang.program import statements as s
from ruleslang.program.locals import Slot


def for_each_case(
    run: Run, what: str, x: Any, read: Iterable[Slot], layout: Layout, of: Callable[[Env], Any]
) -> Callable[[Case], Any]:
    """What follows from a case, which is computed once for the locals that are read for it."""
    slots = tuple(sorted(read))
    key_of = selector(layout, slots)
    known = run.known.setdefault((id(x), what), {})

    def found(case: Case) -> Any:
        key = key_of(case)
        there = known.get(key)
        if there is None:
            there = known[key] = of(held(slots, key))
        return there

    return found


def drawn_in_each(
    run: Run, step: Step, weights: Weights, into: Slot | None, of: Callable[[Env], Drawn]
) -> Outcome:
    """
    Each case with each value that a local may have in it.

    How many cases that makes is known before the first of them is made.
    """
    x: Any = step.statement
    read = reads(x.value) if isinstance(x, s.Let | s.Assign) else reads(x)
    drawn_in = for_each_case(run, step.when, x, read, step.before, of)
    drawn = [(case, ways, drawn_in(case)) for case, ways in weights.items()]
    kept = into in step.after
    number = sum([len(each.ways) for _, _, each in drawn]) if kept else len(drawn)
    run.counting.cases.add(number, x.origin)
    whole = reduce(lcm, {each.whole for _, _, each in drawn}, 1)
    select = selector((*step.before, -1 if into is None else into), step.after)
    on: Weights = {}
    answers: Answers = {}
    most = limits.CASES_OF_CHANCE
    for case, ways, each in drawn:
        ways *= whole // each.whole
        if not each.ways:
            add_to(answers, None, ways)
        elif not kept:
            new = select((*case, None))
            on[new] = on.get(new, 0) + ways * each.whole
        else:
            for value, number in each.ways.items():
                new = select((*case, value))
                on[new] = on.get(new, 0) + ways * number
        if len(on) > most:
            countable(len(on), x.origin)
    return Outcome(on, answers, whole)


def by_value(
    run: Run, step: Step, asked: object, of: Callable[[Env], Value], weights: Weights
) -> dict[Value, Weights]:
    """The cases by what something is in them."""
    value_in = for_each_case(run, "by", step.statement, reads(asked), step.before, of)
    groups: dict[Value, Weights] = {}
    for case, ways in weights.items():
        groups.setdefault(value_in(case), {})[case] = ways
    return groups


def with_layout(before: Layout, after: Layout, weights: Weights) -> Weights:
    """The same cases with the locals of another layout."""
    return weights if before == after else renamed(weights, selector(before, after))
