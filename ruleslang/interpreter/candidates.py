"""
What may be chosen (docs/reference/choices.md): the members of a set, its sub-sets, and full
assignments of several choices.

Candidates come in standard order of their type; sub-sets by size, then in standard order. Dice
that show the same face, and cards that nothing tells apart, are one candidate. Fewer candidates
than asked for: all of them; none at all: no choice.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from ruleslang.interpreter.alike import Made, keys, one_of_each
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
        whole: tuple[Value, ...] = evaluate(m, choice.source, env)
    else:
        whole = standard(m, evaluate(m, choice.source, env), choice.sorting)
    if choice.where is None or choice.member is None:
        return whole
    allowed = []
    for each in whole:
        env[choice.member] = each
        m.usage.look_at(1)
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


def candidates(
    m: Machine, choice: s.Choice, env: Env, who: Player, made: Made = ()
) -> Iterator[Value]:
    """
    All values that a choice of a player may take, one by one; of those that are alike the first.

    `made` is what he chose before in the same action or play.
    """
    whole = pool(m, choice, env)
    if is_single(choice):
        for each in one_of_each(m, whole, who, made):
            m.usage.look_at(1)
            yield each
        return
    low, high = sizes(m, choice, len(whole), env)
    twins = alike_before(keys(m, whole, who, made))
    for size in range(low, high + 1):
        for places in sets_of(len(whole), twins, size):
            m.usage.look_at(1)
            each = tuple([whole[place] for place in places])
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


def complete(
    m: Machine,
    choices: tuple[s.Choice, ...],
    env: Env,
    accepts: Callable[[Machine, Env], bool],
    who: Player,
    made: Made = (),
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
    for value in candidates(m, choice, env, who, made):
        env[choice.slot] = as_chosen(choice, value)
        yield from complete(m, rest, env, accepts, who, (*made, (choice.name, value)))


def is_candidate(m: Machine, choice: s.Choice, env: Env) -> bool:
    """Whether what was chosen still stands in its `from` and `where`."""
    chosen = env.get(choice.slot)
    allowed = pool(m, choice, dict(env))
    if is_single(choice):
        return chosen in allowed
    return all(each in allowed for each in chosen or ())
