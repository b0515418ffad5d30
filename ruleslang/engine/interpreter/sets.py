"""Creates, filters, ranks and iterates over sets and lists."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import combinations
from typing import Any

from ruleslang.engine.interpreter.evaluate import evaluate, is_member, known, number, standard
from ruleslang.engine.interpreter.machine import Machine, evaluates
from ruleslang.engine.interpreter.reading import zone_count
from ruleslang.engine.match.faults import Fault, few_enough
from ruleslang.engine.match.position_queries import grouped
from ruleslang.engine.match.runtime_values import (
    Env,
    ListValue,
    Value,
    distinct,
    in_order,
    place_in_order,
)
from ruleslang.program import expressions as e
from ruleslang.program import limits
from ruleslang.program.locals import Slot

# ---------------------------------------------------------------- making


@evaluates(e.OptionalAsSet)
def optional_as_set(m: Machine, x: e.OptionalAsSet, env: Env) -> Value:
    """Return the empty set for none, else a set of one."""
    value = evaluate(m, x.operand, env)
    return () if value is None else (value,)


@evaluates(e.ListAsSet)
def list_as_set(m: Machine, x: e.ListAsSet, env: Env) -> Value:
    """Return the distinct entries in standard order."""
    value = evaluate(m, x.operand, env)
    return None if value is None else in_order(value, x.sorting)


@evaluates(e.Range)
def span(m: Machine, x: e.Range, env: Env) -> Value:
    """Return numbers, or words of a list, from one to another, both included."""
    low, high = known(m, x.low, env), known(m, x.high, env)
    if x.of == "words":
        return m.tables.words[low.list][low.order : high.order + 1]
    few_enough(high - low + 1)
    return tuple(range(low, high + 1))


@evaluates(e.MakeSet)
def make_set(m: Machine, x: e.MakeSet, env: Env) -> Value:
    """Return the distinct members as written; none is skipped."""
    values = [evaluate(m, item, env) for item in x.items]
    return distinct(value for value in values if value is not None)


@evaluates(e.MakeList)
def make_list(m: Machine, x: e.MakeList, env: Env) -> Value:
    """Return the entries as written; none is skipped."""
    values = [evaluate(m, item, env) for item in x.items]
    return ListValue(value for value in values if value is not None)


@evaluates(e.Union)
def union(m: Machine, x: e.Union, env: Env) -> Value:
    """Return the left members, then those only in the right."""
    left, right = evaluate(m, x.left, env), evaluate(m, x.right, env)
    m.usage.look_at(len(left) + len(right))
    return distinct(left + right)


@evaluates(e.Join)
def join(m: Machine, x: e.Join, env: Env) -> Value:
    left, right = evaluate(m, x.left, env), evaluate(m, x.right, env)
    few_enough(len(left) + len(right))
    m.usage.look_at(len(left) + len(right))
    return ListValue((*left, *right))


@evaluates(e.Except)
def without(m: Machine, x: e.Except, env: Env) -> Value:
    left = evaluate(m, x.left, env)
    out = evaluate(m, x.right, env)
    m.usage.look_at(len(left))
    kept = [member for member in left if not is_member(m, member, out, x.comparing)]
    return ListValue(kept) if x.over == "list" else tuple(kept)


# ---------------------------------------------------------------- running through


def subject_of(m: Machine, e_: Any, env: Env) -> Iterable[Value]:
    """Return the members over which a phrase iterates; subsets are created lazily."""
    if type(e_) is e.Subsets:
        return subsets(m, e_, env)
    members: tuple[Value, ...] = evaluate(m, e_, env)
    m.usage.look_at(len(members))
    return members


def subsets(m: Machine, x: e.Subsets, env: Env) -> Iterator[Value]:
    """Yield subsets by size, then in standard order; at most 20,000."""
    members = standard(m, evaluate(m, x.subject, env), x.sorting)
    low = number(m, x.low, env)
    high = min(number(m, x.high, env), len(members))
    count = 0
    for size in range(max(0, low), high + 1):
        for combination in combinations(members, size):
            count += 1
            if count > limits.SUBSETS:
                raise Fault("out-of-range", f"more than {limits.SUBSETS:,} sub-sets")
            m.usage.look_at(1)
            yield combination


@evaluates(e.Subsets)
def all_subsets(m: Machine, x: e.Subsets, env: Env) -> Value:
    """Return all subsets, to be stored."""
    return tuple(subsets(m, x, env))


@evaluates(e.Where)
def where(m: Machine, x: e.Where, env: Env) -> Value:
    slot, condition = x.variable, x.condition
    members = subject_of(m, x.subject, env)
    kept = []
    for member in members:
        env[slot] = member
        if evaluate(m, condition, env):
            kept.append(member)
    return ListValue(kept) if x.over == "list" else tuple(kept)


@evaluates(e.AsFarAs)
def as_far_as(m: Machine, x: e.AsFarAs, env: Env) -> Value:
    """Return the members before the first that fails the condition; perhaps including it."""
    members = subject_of(m, x.subject, env)
    kept = []
    for member in members if x.over == "list" else standard(m, members, x.sorting):
        env[x.variable] = member
        if not evaluate(m, x.condition, env):
            kept += [member] if x.and_next else []
            break
        kept.append(member)
    return ListValue(kept) if x.over == "list" else tuple(kept)


@evaluates(e.SpreadBy)
def spread_by(m: Machine, x: e.SpreadBy, env: Env) -> Value:
    """Return the members, and all that is reachable from them by steps."""
    reached = dict.fromkeys(subject_of(m, x.subject, env))
    waiting = list(reached)
    while waiting:
        env[x.variable] = waiting.pop()
        reached_next: tuple[Value, ...] = evaluate(m, x.step, env)
        m.usage.look_at(1 + len(reached_next))
        new = [member for member in distinct(reached_next) if member not in reached]
        reached.update(dict.fromkeys(new))
        waiting += new
        few_enough(len(reached))
    return standard(m, reached, x.sorting)


def narrowed(
    m: Machine, variable: Slot, values: tuple[Value, ...], keys: tuple[e.Key, ...], env: Env
) -> tuple[Value, ...]:
    """Return the members with the best first key, of them those with the best second, and so on."""
    for key in keys:
        rated = []
        for member in values:
            env[variable] = member
            value = evaluate(m, key.value, env)
            if value is not None:
                rated.append((place_in_order(value, key.order), member))
        if not rated:
            return ()
        best = (max if key.word == "highest" else min)(rate for rate, _ in rated)
        values = tuple(member for rate, member in rated if rate == best)
    return values


@evaluates(e.With)
def with_keys(m: Machine, x: e.With, env: Env) -> Value:
    """Return the members that are equal on all keys; those with a none key are excluded."""
    return narrowed(m, x.variable, tuple(subject_of(m, x.subject, env)), x.keys, env)


def groups(
    m: Machine, variable: Slot, values: tuple[Value, ...], keys: tuple[e.Key, ...], env: Env
) -> list[tuple[Value, ...]]:
    """Return the members in groups with equal keys: see `grouped`."""

    def rate(key: e.Key, member: Value) -> Value:
        env[variable] = member
        return evaluate(m, key.value, env)

    return grouped(values, keys, rate)


@evaluates(e.Ranked)
def ranked(m: Machine, x: e.Ranked, env: Env) -> Value:
    """Return a sorted list, with all entries of a list; ties keep the standard order."""
    times = Counter(subject_of(m, x.subject, env))
    members = tuple(each for each in standard(m, times, x.sorting) for _ in range(times[each]))
    return ListValue(
        member for group in groups(m, x.variable, members, x.keys, env) for member in group
    )


@evaluates(e.ThereIs)
def there_is(m: Machine, x: e.ThereIs, env: Env) -> Value:
    """Return whether some member meets the condition; binds the first in standard order."""
    slot, condition = x.variable, x.condition
    members = subject_of(m, x.subject, env)
    ordered = x.over == "list" or type(x.subject) is e.Subsets
    for member in members if ordered else standard(m, members, x.sorting):
        env[slot] = member
        if condition is None or evaluate(m, condition, env):
            return True
    return False


@evaluates(e.Every)
def every(m: Machine, x: e.Every, env: Env) -> Value:
    """Return whether all members meet the condition; true of an empty set."""
    slot, condition = x.variable, x.condition
    for value in subject_of(m, x.subject, env):
        env[slot] = value
        if not evaluate(m, condition, env):
            return False
    return True


@evaluates(e.NumberOf)
def number_of(m: Machine, x: e.NumberOf, env: Env) -> Value:
    if type(x.subject) is e.ReadZone:
        return zone_count(m, x.subject, env)
    return sum(1 for _ in subject_of(m, x.subject, env))


def _known_values(m: Machine, x: e.Fold | e.Image, env: Env) -> list[Value]:
    """Return the values of an expression over the members, without none."""
    values = []
    for member in subject_of(m, x.subject, env):
        env[x.variable] = member
        value = evaluate(m, x.value, env)
        if value is not None:
            values.append(value)
    return values


@evaluates(e.Fold)
def fold(m: Machine, x: e.Fold, env: Env) -> Value:
    """Return the sum, maximum or minimum, skipping none; without members 0, none, none."""
    values = _known_values(m, x, env)
    if x.word == "sum":
        return sum(values)
    if not values:
        return None
    best = max if x.word == "highest" else min
    return best(values, key=lambda value: place_in_order(value, x.order))


@evaluates(e.Image)
def image(m: Machine, x: e.Image, env: Env) -> Value:
    """Return the distinct values of an expression over the members, in standard order."""
    return standard(m, _known_values(m, x, env), x.sorting)


@evaluates(e.UnionOver)
def union_over(m: Machine, x: e.UnionOver, env: Env) -> Value:
    """Return the union of the members' sets."""
    values: list[Value] = []
    for value in subject_of(m, x.subject, env):
        env[x.variable] = value
        inner: tuple[Value, ...] = evaluate(m, x.value, env)
        m.usage.look_at(len(inner))
        values.extend(inner)
    return standard(m, values, x.sorting)
