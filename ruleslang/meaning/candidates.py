"""
What may be chosen (docs/reference/choices.md): the members of a set, its sub-sets, and full
assignments of several choices.

Candidates come in standard order of their type; sub-sets by size, then in standard order. Dice
that show the same face are one candidate. Fewer candidates than asked for: all of them; none at
all: no choice.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import combinations

from ruleslang.match.decision import is_single
from ruleslang.match.values import Env, ListValue, Value, sort_key
from ruleslang.meaning.evaluate import evaluate, number
from ruleslang.meaning.machine import Machine
from ruleslang.meaning.reading import face_shown
from ruleslang.meaning.standard_order import standard
from ruleslang.program import expressions as e
from ruleslang.program import statements as s
from ruleslang.program import types as t


def pool(m: Machine, choice: s.Choice, env: Env) -> tuple[Value, ...]:
    """
    The members that `from` and `where` allow, in standard order.
    """
    if type(choice.source) is e.Subsets:
        whole: tuple[Value, ...] = evaluate(m, choice.source, env)
    else:
        whole = standard(m, evaluate(m, choice.source, env), choice.sorting)
    if choice.where is None or choice.member is None:
        return whole
    allowed = []
    for each in whole:
        env[choice.member] = each
        m.budget.look_at(1)
        if evaluate(m, choice.where, env):
            allowed.append(each)
    return tuple(allowed)


def sizes(m: Machine, choice: s.Choice, available: int, env: Env) -> tuple[int, int]:
    """The least and the most members of a set that is chosen."""
    assert choice.high is not None
    high = number(m, choice.high, env, choice.origin)
    low = high if choice.low is None else number(m, choice.low, env, choice.origin)
    if choice.so_that is None and available:
        low = min(low, available)
    return max(0, low), min(high, available)


def candidates(m: Machine, choice: s.Choice, env: Env) -> Iterator[Value]:
    """All values a choice may take, one by one."""
    whole = pool(m, choice, env)
    if is_single(choice):
        for each in one_of_each_face(m, whole) if of_dice(choice) else whole:
            m.budget.look_at(1)
            yield each
        return
    low, high = sizes(m, choice, len(whole), env)
    dice, seen = of_dice(choice), set()
    for size in range(low, high + 1):
        for each in combinations(whole, size):
            m.budget.look_at(1)
            if dice:
                faces = _faces(m, each)
                if faces in seen:
                    continue
                seen.add(faces)
            if allows(m, choice, each, env):
                yield each


def allows(m: Machine, choice: s.Choice, chosen: tuple[Value, ...], env: Env) -> bool:
    """Whether `so that` holds of a set."""
    if choice.so_that is None:
        return True
    env[choice.slot] = as_chosen(choice, chosen)
    return evaluate(m, choice.so_that, env) is True


def as_chosen(choice: s.Choice, value: Value) -> Value:
    """A candidate as what the choice is: a list where an order will be asked."""
    return ListValue(value) if choice.in_order else value


def one_of_each_face(m: Machine, whole: tuple[Value, ...]) -> tuple[Value, ...]:
    """Of dice that show the same face the first."""
    shown: dict[Value, Value] = {}
    for die in whole:
        shown.setdefault(face_shown(m, die), die)
    return tuple(shown.values())


def of_dice(choice: s.Choice) -> bool:
    """Whether dice on the table are chosen."""
    of = choice.type
    return isinstance(of.element if isinstance(of, t.SetOf | t.ListOf) else of, t.DieIn)


def _faces(m: Machine, chosen: tuple[Value, ...]) -> tuple[Value, ...]:
    return tuple(sorted((face_shown(m, die) for die in chosen), key=sort_key))


def complete(
    m: Machine, choices: tuple[s.Choice, ...], env: Env, accepts: Callable[[Machine, Env], bool]
) -> Iterator[Env]:
    """
    Every way to make these choices, in the written order, that `accepts` takes: the names it gives.

    A choice reads those written before it.
    """
    if not choices:
        if accepts(m, env):
            yield dict(env)
        return
    choice, rest = choices[0], choices[1:]
    for value in candidates(m, choice, env):
        env[choice.slot] = as_chosen(choice, value)
        yield from complete(m, rest, env, accepts)


def is_candidate(m: Machine, choice: s.Choice, env: Env) -> bool:
    """Whether what was chosen still stands in its `from` and `where`."""
    chosen = env.get(choice.slot)
    allowed = pool(m, choice, dict(env))
    if is_single(choice):
        return chosen in allowed
    return all(each in allowed for each in chosen or ())
