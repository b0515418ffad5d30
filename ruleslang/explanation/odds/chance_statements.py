"""
Runs rolls, picks and rankings: from the locals of a case to the values that chance may give, each
with how many of all equally likely ways.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial, reduce
from itertools import combinations, permutations
from math import comb, factorial, lcm, perm
from typing import Any, TypeAlias

from ruleslang.engine.match.decision import is_single
from ruleslang.engine.match.faults import few_dice
from ruleslang.engine.match.position_queries import in_groups, standard_order
from ruleslang.engine.match.runtime_values import Env, ListValue, Value, sort_key
from ruleslang.explanation.odds.distribution import (
    Answers,
    Case,
    Drawn,
    Layout,
    NotCounted,
    Outcome,
    Run,
    Step,
    Weights,
    add_to,
    alike,
    held,
    only,
    reads,
    reduced,
    refuse_uncountable,
    renamed,
    selector,
)
from ruleslang.program import limits
from ruleslang.program import statements as s
from ruleslang.program.locals import Slot
from ruleslang.program.passes.liveness import only_sum_matters, order_matters

Rows: TypeAlias = Callable[[Drawn, int], dict[Value, int]]


def roll(run: Run, x: s.RollDie, env: Env) -> Drawn:
    """Return a die: a face, or a list of faces; who sees it can be a fault."""
    faces = alike(run.match.population.faces[x.die])
    dice = None if x.number is None else run.number(x.number, env, x.origin)
    if x.seen_by is not None:
        run.evaluate(x.seen_by, env)
    if dice is None:
        return faces
    times = few_dice(dice, x.origin)
    return Drawn(_rows_of(run, x)(faces, times), faces.total**times)


def _rows_of(run: Run, x: s.RollDie) -> Rows:
    """Return how lists of faces are counted: lists that the body cannot distinguish are one."""
    if x.into is None or order_matters(run.body, x.into):
        return rows
    are_numbers = all(type(face) is int for face in run.match.population.faces[x.die])
    return one_of_each_sum if are_numbers and only_sum_matters(run.body, x.into) else bags


def rows(faces: Drawn, times: int) -> dict[Value, int]:
    """Return every list of `times` faces."""
    refuse_uncountable(len(faces.ways) ** times)
    thrown: dict[Value, int] = {ListValue(): 1}
    for _ in range(times):
        thrown = {
            ListValue((*begun, face)): ways * more
            for begun, ways in thrown.items()
            for face, more in faces.ways.items()
        }
    return thrown


def bags(faces: Drawn, times: int) -> dict[Value, int]:
    """Return every multiset of faces, as a sorted list."""
    refuse_uncountable(comb(times + len(faces.ways) - 1, times))
    begun: dict[tuple[Value, ...], int] = {(): 1}
    for face in sorted(faces.ways, key=sort_key):
        begun = {
            (*bag, *(face,) * number): ways
            * comb(times - len(bag), number)
            * faces.ways[face] ** number
            for bag, ways in begun.items()
            for number in range(times - len(bag) + 1)
        }
    return {ListValue(bag): ways for bag, ways in begun.items() if len(bag) == times}


def one_of_each_sum(faces: Drawn, times: int) -> dict[Value, int]:
    """Return one list of numbers for each sum."""
    numbers = {face: ways for face, ways in faces.ways.items() if isinstance(face, int)}
    widest = max(numbers) - min(numbers)
    different = (
        min(widest * rolled + 1, comb(rolled + len(numbers) - 1, rolled))
        for rolled in range(times + 1)
    )
    refuse_uncountable(sum(different) * len(numbers))  # each sum so far with each face
    sums, lasts = {0: 1}, []  # the last face of one list with each sum, for each number of dice
    for _ in range(times):
        more: dict[int, int] = {}
        last = {}
        for begun, ways in sums.items():
            for face, number in numbers.items():
                add_to(more, begun + face, ways * number)
                last[begun + face] = face
        sums = more
        lasts.append(last)
    return {_with_sum(sum_of, lasts): ways for sum_of, ways in sums.items()}


def _with_sum(total: int, lasts: Sequence[Mapping[int, int]]) -> ListValue:
    """Return the list that adds up to a sum, found from its last face on."""
    entries = []
    for last in reversed(lasts):
        entries.append(last[total])
        total -= entries[-1]
    return ListValue(entries)


NOTHING = Drawn({})


def pick(run: Run, x: s.Pick, env: Env) -> Drawn:
    """Return the distribution of a pick."""
    pool = run.counting.inquiry.pool(x.choice, env)
    if is_single(x.choice):
        if not pool:
            return NOTHING
        tied = in_groups(run.match, x.member, pool, x.keys, env)[0]
        _refuse_choice(x, tied)
        return alike(tied if x.last == "chance" else tied[:1])
    low, high = run.counting.inquiry.sizes(x.choice, len(pool), env)
    if low > len(pool):
        return NOTHING
    best = only(())
    for group in in_groups(run.match, x.member, pool, x.keys, env):
        best = _product(best, partial(_picks_with_group, x, group, high))
    if x.choice.in_order:
        return Drawn({ListValue(members): ways for members, ways in best.ways.items()}, best.total)
    sets: dict[Value, int] = {}
    for members, ways in best.ways.items():
        add_to(sets, standard_order(run.match, members, x.choice.sorting), ways)
    return Drawn(sets, best.total)


def _picks_with_group(x: s.Pick, group: tuple[Value, ...], high: int, begun: Value) -> Drawn:
    """Return the picks from a group after the picks from those before, up to `high` in all."""
    size = min(high - len(begun), len(group))
    if size == 0 or (size == len(group) and not x.choice.in_order):
        return only(group[:size])
    _refuse_choice(x, group)
    if x.last != "chance":
        return only(group[:size])
    if x.choice.in_order:
        refuse_uncountable(perm(len(group), size), x.origin)
        return alike(permutations(group, size))
    refuse_uncountable(comb(len(group), size), x.origin)
    return alike(combinations(group, size))


def _refuse_choice(x: s.Pick | s.Rank, equal: tuple[Value, ...]) -> None:
    if len(equal) > 1 and x.last == "choice":
        raise NotCounted("a player breaks the ties", x.origin)


def _product(begun: Drawn, more: Callable[[Value], Drawn]) -> Drawn:
    """Extend each picked value by all that may follow it; every continuation has the same total."""
    product: dict[Value, int] = {}
    total = 1
    for first, ways in begun.ways.items():
        continued = more(first)
        total = continued.total
        for second, number in continued.ways.items():
            add_to(product, (*first, *second), ways * number)
        refuse_uncountable(len(product))
    return reduced(product, begun.total * total)


def rank(run: Run, x: s.Rank, env: Env) -> Drawn:
    """Return a list sorted by keys, with ties in every order that chance may give."""
    members = standard_order(run.match, run.evaluate(x.subject, env), x.sorting)
    lists = only(())
    for group in in_groups(run.match, x.variable, members, x.keys, env):
        _refuse_choice(x, group)
        if x.last == "chance":
            refuse_uncountable(factorial(len(group)), x.origin)
        orders = alike(permutations(group)) if x.last == "chance" else only(group)
        lists = _product(lists, dict.fromkeys(lists.ways, orders).__getitem__)
    return Drawn({ListValue(ranked): ways for ranked, ways in lists.ways.items()}, lists.total)


def for_each_case(
    run: Run, what: str, x: Any, read: Iterable[Slot], layout: Layout, of: Callable[[Env], Any]
) -> Callable[[Case], Any]:
    """Return a function of cases, memoised by the locals that it reads."""
    slots = tuple(sorted(read))
    key_of = selector(layout, slots)
    known = run.known.setdefault((id(x), what), {})

    def result_of(case: Case) -> Any:
        key = key_of(case)
        result = known.get(key)
        if result is None:
            result = known[key] = of(held(slots, key))
        return result

    return result_of


def drawn_in_each(
    run: Run, step: Step, weights: Weights, into: Slot | None, of: Callable[[Env], Drawn]
) -> Outcome:
    """
    Return each case, once for each value that a local may take in it.

    The number of cases is checked before the first is made.
    """
    x: Any = step.statement
    read = reads(x.value) if isinstance(x, s.Let | s.Assign) else reads(x)
    drawn_in = for_each_case(run, step.when, x, read, step.before, of)
    drawn = [(case, ways, drawn_in(case)) for case, ways in weights.items()]
    kept = into in step.after
    number = sum([len(draw.ways) for _, _, draw in drawn]) if kept else len(drawn)
    run.counting.cases.add(number, x.origin)
    total = reduce(lcm, {draw.total for _, _, draw in drawn}, 1)
    select = selector((*step.before, -1 if into is None else into), step.after)
    on: Weights = {}
    answers: Answers = {}
    most = limits.CASES_OF_CHANCE
    for case, ways, draw in drawn:
        ways *= total // draw.total
        if not draw.ways:
            add_to(answers, None, ways)
        elif not kept:
            add_to(on, select((*case, None)), ways * draw.total)
        else:
            for value, number in draw.ways.items():
                add_to(on, select((*case, value)), ways * number)
        if len(on) > most:
            refuse_uncountable(len(on), x.origin)
    return Outcome(on, answers, total)


def by_value(
    run: Run, step: Step, expression: object, of: Callable[[Env], Value], weights: Weights
) -> dict[Value, Weights]:
    """Return the cases grouped by the value of an expression."""
    value_in = for_each_case(run, "by", step.statement, reads(expression), step.before, of)
    groups: dict[Value, Weights] = {}
    for case, ways in weights.items():
        groups.setdefault(value_in(case), {})[case] = ways
    return groups


def with_layout(before: Layout, after: Layout, weights: Weights) -> Weights:
    """Return cases with their locals in another layout."""
    return weights if before == after else renamed(weights, selector(before, after))
