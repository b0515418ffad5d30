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

from ruleslang.match.decision import is_single
from ruleslang.match.faults import few_dice
from ruleslang.match.position_queries import in_groups, standard_order
from ruleslang.match.values import Env, ListValue, Value, sort_key
from ruleslang.odds.distribution import (
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
    countable,
    held,
    only,
    reads,
    reduced,
    renamed,
    selector,
)
from ruleslang.program import limits
from ruleslang.program import statements as s
from ruleslang.program.locals import Slot
from ruleslang.program.passes.locals import only_sum_matters, order_matters

Rows: TypeAlias = Callable[[Drawn, int], dict[Value, int]]


def roll(run: Run, x: s.RollDie, env: Env) -> Drawn:
    """A die: a face, or a list of faces."""
    faces = alike(run.match.population.faces[x.die])
    if x.number is None:
        return faces
    times = few_dice(run.number(x.number, env, x.origin), x.origin)
    return Drawn(_rows_of(run, x)(faces, times), faces.whole**times)


def _rows_of(run: Run, x: s.RollDie) -> Rows:
    """Which lists of faces are counted: those that the body cannot tell apart are one."""
    if x.into is None or order_matters(run.body, x.into):
        return rows
    are_numbers = all(type(face) is int for face in run.match.population.faces[x.die])
    return one_of_each_sum if are_numbers and only_sum_matters(run.body, x.into) else bags


def rows(faces: Drawn, times: int) -> dict[Value, int]:
    """Every list of so many faces."""
    countable(len(faces.ways) ** times)
    thrown: dict[Value, int] = {ListValue(): 1}
    for _ in range(times):
        thrown = {
            ListValue((*begun, face)): ways * more
            for begun, ways in thrown.items()
            for face, more in faces.ways.items()
        }
    return thrown


def bags(faces: Drawn, times: int) -> dict[Value, int]:
    """Of the lists that hold the same faces one, sorted."""
    countable(comb(times + len(faces.ways) - 1, times))
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
    """Of the lists of numbers with the same sum one."""
    numbers = {face: ways for face, ways in faces.ways.items() if isinstance(face, int)}
    widest = max(numbers) - min(numbers)
    different = (
        min(widest * rolled + 1, comb(rolled + len(numbers) - 1, rolled))
        for rolled in range(times + 1)
    )
    countable(sum(different) * len(numbers))  # each sum so far with each face
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
    return {_with_sum(found, lasts): ways for found, ways in sums.items()}


def _with_sum(total: int, lasts: Sequence[Mapping[int, int]]) -> ListValue:
    """The list that adds up to a sum, found from its last face on."""
    found = []
    for last in reversed(lasts):
        found.append(last[total])
        total -= found[-1]
    return ListValue(found)


NOTHING = Drawn({})


def pick(run: Run, x: s.Pick, env: Env) -> Drawn:
    """What the rules pick."""
    whole = run.counting.inquiry.pool(x.choice, env)
    if is_single(x.choice):
        if not whole:
            return NOTHING
        best = in_groups(run.match, x.member, whole, x.keys, env)[0]
        _refuse_choice(x, best)
        return alike(best if x.last == "chance" else best[:1])
    low, high = run.counting.inquiry.sizes(x.choice, len(whole), env)
    if low > len(whole):
        return NOTHING
    found = only(())
    for group in in_groups(run.match, x.member, whole, x.keys, env):
        found = _product(found, partial(_more, x, group, high))
    if x.choice.in_order:
        return Drawn({ListValue(each): ways for each, ways in found.ways.items()}, found.whole)
    sets: dict[Value, int] = {}
    for each, ways in found.ways.items():
        add_to(sets, standard_order(run.match, each, x.choice.sorting), ways)
    return Drawn(sets, found.whole)


def _more(x: s.Pick, group: tuple[Value, ...], high: int, begun: Value) -> Drawn:
    """What is picked of a group after what was picked of those before, up to `high` in all."""
    return _some(x, group, high - len(begun))


def _some(x: s.Pick, group: tuple[Value, ...], room: int) -> Drawn:
    """So many of a group, as far as there is room."""
    size = min(room, len(group))
    if size == 0 or (size == len(group) and not x.choice.in_order):
        return only(group[:size])
    _refuse_choice(x, group)
    if x.last != "chance":
        return only(group[:size])
    if x.choice.in_order:
        countable(perm(len(group), size), x.origin)
        return alike(permutations(group, size))
    countable(comb(len(group), size), x.origin)
    return alike(combinations(group, size))


def _refuse_choice(x: s.Pick | s.Rank, equal: tuple[Value, ...]) -> None:
    if len(equal) > 1 and x.last == "choice":
        raise NotCounted("a player settles what is equal", x.origin)


def _product(begun: Drawn, more: Callable[[Value], Drawn]) -> Drawn:
    """What was picked with all that may follow it; all of that is of as many ways."""
    found: dict[Value, int] = {}
    whole = 1
    for first, ways in begun.ways.items():
        rest = more(first)
        whole = rest.whole
        for second, number in rest.ways.items():
            add_to(found, (*first, *second), ways * number)
        countable(len(found))
    return reduced(found, begun.whole * whole)


def rank(run: Run, x: s.Rank, env: Env) -> Drawn:
    """A list by keys, what is equal in any order that chance may give it."""
    members = standard_order(run.match, run.evaluate(x.subject, env), x.sorting)
    found = only(())
    for group in in_groups(run.match, x.variable, members, x.keys, env):
        _refuse_choice(x, group)
        if x.last == "chance":
            countable(factorial(len(group)), x.origin)
        orders = alike(permutations(group)) if x.last == "chance" else only(group)
        found = _product(found, dict.fromkeys(found.ways, orders).__getitem__)
    return Drawn({ListValue(each): ways for each, ways in found.ways.items()}, found.whole)


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
