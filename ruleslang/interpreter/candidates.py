"""
Enumerates what may be chosen (docs/reference/choices.md): the members of a set, its subsets, and
assignments of several choices.

Candidates come in standard order of their type; subsets by size, then in standard order. Dice that
show the same face, and cards that nothing distinguishes, are one candidate. If there are fewer
candidates than asked for, all are taken; if none, there is no choice.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from ruleslang.interpreter.alike import Earlier, keys, one_of_each
from ruleslang.interpreter.evaluate import evaluate, number, standard
from ruleslang.interpreter.machine import Machine
from ruleslang.match.alike_choices import alike_before, sets_of
from ruleslang.match.decision import is_single
from ruleslang.match.values import Env, ListValue, Player, Value
from ruleslang.program import expressions as e
from ruleslang.program import statements as s


def pool(m: Machine, choice: s.Choice, env: Env) -> tuple[Value, ...]:
    """
    The members that `from` and `where` allow, in standard order.
    """
    if type(choice.source) is e.Subsets:
        members: tuple[Value, ...] = evaluate(m, choice.source, env)
    else:
        members = standard(m, evaluate(m, choice.source, env), choice.sorting)
    if choice.where is None or choice.member is None:
        return members
    allowed = []
    for value in members:
        env[choice.member] = value
        m.usage.look_at(1)
        if evaluate(m, choice.where, env):
            allowed.append(value)
    return tuple(allowed)


def sizes(m: Machine, choice: s.Choice, available: int, env: Env) -> tuple[int, int]:
    """The minimal and maximal size of a set that is chosen."""
    assert choice.high is not None
    high = number(m, choice.high, env, choice.origin)
    low = high if choice.low is None else number(m, choice.low, env, choice.origin)
    if choice.so_that is None and available:
        low = min(low, available)
    return max(0, low), min(high, available)


def candidates(
    m: Machine, choice: s.Choice, env: Env, who: Player, earlier: Earlier = ()
) -> Iterator[Value]:
    """
    The values that a choice of a player may take, lazily; the first of those that are alike.

    `earlier` are his choices in the same action or play.
    """
    members = pool(m, choice, env)
    if is_single(choice):
        for member in one_of_each(m, members, who, earlier):
            m.usage.look_at(1)
            yield member
        return
    low, high = sizes(m, choice, len(members), env)
    twins = alike_before(keys(m, members, who, earlier))
    for size in range(low, high + 1):
        for places in sets_of(len(members), twins, size):
            m.usage.look_at(1)
            chosen = tuple([members[place] for place in places])
            if allows(m, choice, chosen, env):
                yield chosen


def allows(m: Machine, choice: s.Choice, chosen: tuple[Value, ...], env: Env) -> bool:
    """Whether a set satisfies `so that`."""
    if choice.so_that is None:
        return True
    env[choice.slot] = as_chosen(choice, chosen)
    return evaluate(m, choice.so_that, env) is True


def as_chosen(choice: s.Choice, value: Value) -> Value:
    """A candidate as the choice's value: a list if its order will be asked."""
    return ListValue(value) if choice.in_order else value


def complete(
    m: Machine,
    choices: tuple[s.Choice, ...],
    env: Env,
    accepts: Callable[[Machine, Env], bool],
    who: Player,
    earlier: Earlier = (),
) -> Iterator[Env]:
    """
    Every way to make these choices in order that `accepts` allows, as locals.

    A choice may read earlier ones.
    """
    if not choices:
        if accepts(m, env):
            yield dict(env)
        return
    choice, later = choices[0], choices[1:]
    for value in candidates(m, choice, env, who, earlier):
        env[choice.slot] = as_chosen(choice, value)
        yield from complete(m, later, env, accepts, who, (*earlier, (choice.name, value)))


def is_candidate(m: Machine, choice: s.Choice, env: Env) -> bool:
    """Whether a choice is still allowed by its `from` and `where`."""
    chosen = env.get(choice.slot)
    allowed = pool(m, choice, dict(env))
    if is_single(choice):
        return chosen in allowed
    return all(member in allowed for member in chosen or ())
