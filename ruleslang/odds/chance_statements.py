"""
Runs rolls, picks and rankings on a distribution: each outcome with its probability, equal outcomes
merged.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import partial
from itertools import accumulate, combinations, permutations, repeat
from math import comb, factorial, perm
from operator import mul
from typing import TypeAlias

from ruleslang.match.decision import is_single
from ruleslang.match.position_queries import in_groups, standard_order
from ruleslang.match.resource_usage import few_dice
from ruleslang.match.values import Env, ListValue, Value, sort_key
from ruleslang.odds.distribution import (
    ONE,
    NotCounted,
    Outcome,
    Run,
    Weights,
    add_to,
    countable,
    each_of,
    with_each,
)
from ruleslang.program import statements as s
from ruleslang.program.passes.list_order_sensitivity import only_sum_matters, order_matters

Faces: TypeAlias = dict[Value, Fraction]


def roll(run: Run, x: s.RollDie, weights: Weights) -> Outcome:
    """A die: a face, or a list of faces."""
    faces = alike(run.match.population.faces[x.die])
    rows = _rows_of(run, x)

    def one(env: Env) -> Outcome:
        if x.number is None:
            return with_each(env, x.into, faces)
        times = few_dice(run.number(x.number, dict(env), x.origin), x.origin)
        return with_each(env, x.into, rows(faces, times))

    return each_of(weights, one)


def alike(values: Iterable[Value]) -> dict[Value, Fraction]:
    """Each as likely as the others; the same ones together."""
    every = tuple(values)
    found: dict[Value, Fraction] = {}
    for value in every:
        add_to(found, value, Fraction(1, len(every)))
    return found


def _rows_of(run: Run, x: s.RollDie) -> Callable[[Faces, int], Faces]:
    """Which lists of faces are counted: those that the body cannot tell apart are one."""
    if x.into is None or order_matters(run.body, x.into):
        return rows
    are_numbers = all(type(face) is int for face in run.match.population.faces[x.die])
    return one_of_each_sum if are_numbers and only_sum_matters(run.body, x.into) else bags


def rows(faces: Faces, times: int) -> Faces:
    """Every list of so many faces."""
    countable(len(faces) ** times)
    thrown: Faces = {ListValue(): ONE}
    for _ in range(times):
        thrown = {
            ListValue((*begun, face)): weight * chance
            for begun, weight in thrown.items()
            for face, chance in faces.items()
        }
    return thrown


def bags(faces: Faces, times: int) -> Faces:
    """Of the lists that hold the same faces one, sorted."""
    countable(comb(times + len(faces) - 1, times))
    begun: dict[tuple[Value, ...], Fraction] = {(): ONE}
    for face in sorted(faces, key=sort_key):
        begun = {
            (*bag, *(face,) * number): weight * comb(times - len(bag), number) * chance
            for bag, weight in begun.items()
            for number, chance in enumerate(_powers(faces[face], times - len(bag)))
        }
    return {ListValue(bag): weight for bag, weight in begun.items() if len(bag) == times}


def _powers(chance: Fraction, most: int) -> Iterator[Fraction]:
    return accumulate(repeat(chance, most), initial=ONE, func=mul)


def one_of_each_sum(faces: Faces, times: int) -> Faces:
    """Of the lists of numbers with the same sum one."""
    numbers = {face: chance for face, chance in faces.items() if isinstance(face, int)}
    widest = max(numbers) - min(numbers)
    different = (
        min(widest * rolled + 1, comb(rolled + len(numbers) - 1, rolled))
        for rolled in range(times + 1)
    )
    countable(sum(different) * len(numbers))  # each sum so far with each face
    sums, lasts = {0: ONE}, []  # the last face of one list with each sum, for each number of dice
    for _ in range(times):
        more: dict[int, Fraction] = {}
        last = {}
        for begun, weight in sums.items():
            for face, chance in numbers.items():
                add_to(more, begun + face, weight * chance)
                last[begun + face] = face
        sums = more
        lasts.append(last)
    return {_with_sum(found, lasts): weight for found, weight in sums.items()}


def _with_sum(total: int, lasts: Sequence[Mapping[int, int]]) -> ListValue:
    """The list that adds up to a sum, found from its last face on."""
    found = []
    for last in reversed(lasts):
        found.append(last[total])
        total -= found[-1]
    return ListValue(found)


def pick(run: Run, x: s.Pick, weights: Weights) -> Outcome:
    """What the rules pick."""
    return each_of(weights, lambda env: _picked(run, x, env))


def _picked(run: Run, x: s.Pick, env: Env) -> Outcome:
    inner = dict(env)
    whole = run.counting.inquiry.pool(x.choice, inner)
    if is_single(x.choice):
        if not whole:
            return Outcome({}, {None: ONE})
        best = in_groups(run.match, x.member, whole, x.keys, inner)[0]
        _refuse_choice(x, best)
        return with_each(env, x.choice.slot, alike(best if x.last == "chance" else best[:1]))
    low, high = run.counting.inquiry.sizes(x.choice, len(whole), inner)
    if low > len(whole):
        return Outcome({}, {None: ONE})
    found: dict[Value, Fraction] = {(): ONE}
    for group in in_groups(run.match, x.member, whole, x.keys, inner):
        found = _product(found, partial(_more, x, group, high))
    if x.choice.in_order:
        return with_each(
            env, x.choice.slot, {ListValue(each): chance for each, chance in found.items()}
        )
    sets: dict[Value, Fraction] = {}
    for each, chance in found.items():
        add_to(sets, standard_order(run.match, each, x.choice.sorting), chance)
    return with_each(env, x.choice.slot, sets)


def _more(
    x: s.Pick, group: tuple[Value, ...], high: int, begun: Value
) -> dict[Value, Fraction]:
    """What is picked of a group after what was picked of those before, up to `high` in all."""
    return _some(x, group, high - len(begun))


def _some(x: s.Pick, group: tuple[Value, ...], room: int) -> dict[Value, Fraction]:
    """So many of a group, as far as there is room."""
    size = min(room, len(group))
    if size == 0 or (size == len(group) and not x.choice.in_order):
        return {group[:size]: ONE}
    _refuse_choice(x, group)
    if x.last != "chance":
        return {group[:size]: ONE}
    if x.choice.in_order:
        countable(perm(len(group), size), x.origin)
        return alike(permutations(group, size))
    countable(comb(len(group), size), x.origin)
    return alike(combinations(group, size))


def _refuse_choice(x: s.Pick | s.Rank, equal: tuple[Value, ...]) -> None:
    if len(equal) > 1 and x.last == "choice":
        raise NotCounted("a player settles what is equal", x.origin)


def _product(
    begun: dict[Value, Fraction], more: Callable[[Value], dict[Value, Fraction]]
) -> dict[Value, Fraction]:
    found: dict[Value, Fraction] = {}
    for first, weight in begun.items():
        for second, chance in more(first).items():
            add_to(found, (*first, *second), weight * chance)
        countable(len(found))
    return found


def rank(run: Run, x: s.Rank, weights: Weights) -> Outcome:
    """A list by keys, what is equal in any order that chance may give it."""

    def one(env: Env) -> Outcome:
        inner = dict(env)
        whole = standard_order(run.match, run.evaluate(x.subject, inner), x.sorting)
        found: dict[Value, Fraction] = {(): ONE}
        for group in in_groups(run.match, x.variable, whole, x.keys, inner):
            _refuse_choice(x, group)
            if x.last == "chance":
                countable(factorial(len(group)), x.origin)
            orders = alike(permutations(group)) if x.last == "chance" else {group: ONE}
            found = _product(found, dict.fromkeys(found, orders).__getitem__)
        return with_each(env, x.into, {ListValue(each): chance for each, chance in found.items()})

    return each_of(weights, one)
