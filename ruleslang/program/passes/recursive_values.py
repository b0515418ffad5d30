"""Termination of recursive values, and sets whose cards are all in one zone."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import TypeAlias

from attrs import frozen

from ruleslang.program import declarations as d
from ruleslang.program import expressions as e
from ruleslang.program import limits
from ruleslang.program import statements as s
from ruleslang.program import types as t
from ruleslang.program.effect_order import written_effects
from ruleslang.program.locals import Slot
from ruleslang.program.program import Program, memoised
from ruleslang.program.walk import find, walk

BINDING = (e.Where, e.AsFarAs, e.With, e.Ranked, e.ThereIs, e.Every, e.Fold, e.Image, e.UnionOver)
MOST_DEEP = 10  # values that ask values; what asks itself in a circle is wrong anyway


def nested_calls(value: d.Value, plain: Mapping[str, d.Value]) -> int | None:
    """
    Return how many calls of a value that uses itself can be nested, since one parameter decreases
    with every call; `None` if no parameter always does.

    `plain` are the values without modifiers, whose text defines them.
    """
    if value.name not in plain:
        return None
    inside = _Inside(value, plain)
    sizes = (
        _most_decreases(parameter.type)
        for slot, parameter in enumerate(value.parameters)
        if all(inside.is_less(call.arguments[slot], slot) for call in _own_calls(value))
    )
    return min((1 + size for size in sizes if size is not None), default=None)


def _most_decreases(type: t.Type) -> int | None:
    """Return how often values of a type can decrease; `None`: more often than is allowed."""
    match type:
        case t.Number(low, high) if high - low <= limits.ASKED_INSIDE:
            return high - low
        case t.SetOf(_, int(most)) if most <= limits.ASKED_INSIDE:
            return most
        case _:
            return None


def _own_calls(value: d.Value) -> Iterator[e.CallValue]:
    calls = find((value.lets, value.cases), e.CallValue)
    return (call for call in calls if call.name == value.name)


def unmodified(program: Program) -> dict[str, d.Value]:
    """Return the values that nothing modifies, by name."""
    effects = (effect.effect for effect in written_effects(program))
    modified = {effect.value for effect in effects if isinstance(effect, s.Modifier)}
    return {value.name: value for value in program.values if value.name not in modified}


Holds: TypeAlias = "Callable[[_Inside, e.Expr, Slot], bool]"


class _Inside:
    """Which sets in the text of one value are subsets of its parameter."""

    def __init__(self, value: d.Value, plain: Mapping[str, d.Value], deep: int = 0) -> None:
        self._value, self._plain, self._deep = value, plain, deep
        self._over = {
            node.variable: node.subject
            for node in walk((value.lets, value.cases))
            if isinstance(node, BINDING)
        }
        self._lets = {let.slot: let.value for let in value.lets}

    def is_less(self, argument: e.Expr, slot: Slot) -> bool:
        """Return whether an argument is always less than its parameter."""
        match _bare(argument):
            case e.Arithmetic("-", e.Local(at), down):
                number = isinstance(self._value.parameters[slot].type, t.Number)
                return at == slot and number and self._is_positive(down)
            case e.Except(left, right):
                return _bare(left) == e.Local(slot) and self._has_one_of(right, slot)
            case _:
                return False

    def _is_positive(self, number: e.Expr) -> bool:
        """Return whether a number is always at least 1: a constant, or a value of such a type."""
        match number:
            case e.Literal(int(constant)):
                return constant >= 1
            case e.CallValue(name) if name in self._plain:
                type = self._plain[name].type
                return isinstance(type, t.Number) and type.low >= 1
        return False

    def _has_one_of(self, some: e.Expr, slot: Slot) -> bool:
        """Return whether a set always has a member of the parameter."""
        match _bare(some):
            case e.MakeSet(items):
                return any(self._is_member(item, slot) for item in items)
            case e.Local(at) if at in self._lets:
                return self._has_one_of(self._lets[at], slot)
            case e.Local(at) if at in self._over:
                return self._are_parts(self._over[at], slot)
            case _:
                return False

    def _is_member(self, expr: e.Expr, slot: Slot) -> bool:
        return (
            isinstance(expr, e.Local)
            and expr.slot in self._over
            and self._is_within(self._over[expr.slot], slot)
        )

    def _is_within(self, some: e.Expr, slot: Slot) -> bool:
        """Return whether all members of a set are members of the parameter."""
        match _bare(some):
            case e.Local(at):
                let = self._lets.get(at)
                return at == slot or (let is not None and self._is_within(let, slot))
            case e.Where() | e.AsFarAs() | e.With() | e.Ranked() as narrowed:
                return self._is_within(narrowed.subject, slot)
            case e.Except(left, _):
                return self._is_within(left, slot)
            case e.CallValue() as call:
                return self._called(call, slot, _Inside._is_within)
            case _:
                return False

    def _are_parts(self, sets: e.Expr, slot: Slot) -> bool:
        """Return whether each of some sets is a part of the parameter, and none is empty."""
        match _bare(sets):
            case e.Subsets(subject, e.Literal(int(low)), _):
                return low >= 1 and self._is_within(subject, slot)
            case e.Where() | e.AsFarAs() | e.With() | e.Ranked() as narrowed:
                return self._are_parts(narrowed.subject, slot)
            case e.Except(left, _):
                return self._are_parts(left, slot)
            case e.Union(left, right):
                return self._are_parts(left, slot) and self._are_parts(right, slot)
            case e.CallValue() as call:
                return self._called(call, slot, _Inside._are_parts)
            case _:
                return False

    def _called(self, call: e.CallValue, slot: Slot, holds: Holds) -> bool:
        """Return whether something holds of all that a value may be, of a set that it is given."""
        value = self._plain.get(call.name)
        if value is None or self._deep == MOST_DEEP:
            return False
        inside = _Inside(value, self._plain, self._deep + 1)
        return any(
            self._is_within(argument, slot)
            and all(holds(inside, case.value, at) for case in value.cases)
            for at, argument in enumerate(call.arguments)
        )


def _bare(node: e.Expr) -> e.Expr:
    """Return a set without the nodes that only state its form."""
    while isinstance(node, e.ListAsSet):
        node = node.operand
    return node


def in_one_zone(program: Program, source: e.Expr) -> bool:
    """Return whether a set is cards of one zone, whichever zone it is."""
    values = _values_of(program)
    if id(source) not in values.answers:
        answer = _of_one_zone(source, _Scope(values, frozenset(), frozenset()))
        values.answers[id(source)] = source, answer
    return values.answers[id(source)][1]


@frozen(eq=False)
class _Values:
    """The values that no modifier changes, by name; `answers` are answers, by what was asked."""

    named: Mapping[str, d.Value]
    answers: dict[int, tuple[e.Expr, bool]]


@frozen(eq=False)
class _Scope:
    """`known` are locals that hold cards of one zone; `inside` the values that are read through."""

    values: _Values
    known: frozenset[Slot]
    inside: frozenset[str]


@memoised
def _values_of(program: Program) -> _Values:
    return _Values(unmodified(program), {})


def _of_one_zone(source: e.Expr, scope: _Scope) -> bool:
    match source:
        case e.Where(subject=inside) | e.Except(left=inside):
            return _of_one_zone(inside, scope)
        case e.CallBuiltIn("top" | "bottom", (inside, *_)):
            return _of_one_zone(inside, scope)
        case e.WhenOtherwise(yes, _, no):
            return _of_one_zone(yes, scope) and _of_one_zone(no, scope)
        case e.ReadZone(index=index):
            return not any(isinstance(part, e.AnyIndex) for part in index)
        case e.ZoneAt():
            return True
        case e.Local(slot):
            return slot in scope.known
        case e.CallValue(name, arguments):
            value = scope.values.named.get(name)
            return value is not None and _named(value, arguments, scope)
    return False


def _named(value: d.Value, arguments: tuple[e.Expr, ...], scope: _Scope) -> bool:
    """Return whether every case of a value is of one zone; one that asks for itself is not."""
    if value.name in scope.inside:
        return False
    known = (slot for slot, argument in enumerate(arguments) if _of_one_zone(argument, scope))
    inside = _Scope(scope.values, frozenset(known), scope.inside | {value.name})
    for let in value.lets:
        if _of_one_zone(let.value, inside):
            inside = _Scope(inside.values, inside.known | {let.slot}, inside.inside)
    return all(_of_one_zone(case.value, inside) for case in value.cases)
