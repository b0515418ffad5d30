"""
Whether the cards of a set lie in one zone, as the text writes it (docs/reference/engines.md).

A named value is read through, so that a set is found to be of one zone whether it has a name or
not. A value that modifiers may change is not: they may bring cards of other zones.
"""

from __future__ import annotations

from collections.abc import Mapping

from attrs import frozen

from ruleslang.program import declarations as d
from ruleslang.program import expressions as e
from ruleslang.program import statements as s
from ruleslang.program.locals import Slot
from ruleslang.program.program import Program
from ruleslang.program.walk import find

MOST_KEPT = 64  # programs

_made: dict[int, tuple[Program, _Values]] = {}


def in_one_zone(program: Program, source: e.Expr) -> bool:
    """Whether a set is cards of one zone, whichever zone it is."""
    values = _values_of(program)
    if id(source) not in values.found:
        answer = _of_one_zone(source, _Scope(values, frozenset(), frozenset()))
        values.found[id(source)] = source, answer
    return values.found[id(source)][1]


@frozen(eq=False)
class _Values:
    """The values that no modifier changes, by name; `found` are answers, by what was asked."""

    named: Mapping[str, d.Value]
    found: dict[int, tuple[e.Expr, bool]]


@frozen(eq=False)
class _Scope:
    """`known` are locals that hold cards of one zone; `inside` the values that are read through."""

    values: _Values
    known: frozenset[Slot]
    inside: frozenset[str]


def _values_of(program: Program) -> _Values:
    found = _made.get(id(program))
    if found is None or found[0] is not program:
        if len(_made) >= MOST_KEPT:
            _made.clear()
        modified = {each.value for each in find(program, s.Modifier)}
        plain = {each.name: each for each in program.values if each.name not in modified}
        found = _made[id(program)] = program, _Values(plain, {})
    return found[1]


def _of_one_zone(source: e.Expr, scope: _Scope) -> bool:
    match source:
        case e.Where(subject=inside) | e.Except(left=inside):
            return _of_one_zone(inside, scope)
        case e.CallBuiltIn("top" | "bottom", (inside, *_)):
            return _of_one_zone(inside, scope)
        case e.WhenOtherwise(yes, _, no):
            return _of_one_zone(yes, scope) and _of_one_zone(no, scope)
        case e.ReadZone(index=index):
            return not any(isinstance(each, e.AnyIndex) for each in index)
        case e.ZoneAt():
            return True
        case e.Local(slot):
            return slot in scope.known
        case e.CallValue(name, arguments):
            value = scope.values.named.get(name)
            return value is not None and _named(value, arguments, scope)
    return False


def _named(value: d.Value, arguments: tuple[e.Expr, ...], scope: _Scope) -> bool:
    """Whether every case of a value is of one zone; one that asks for itself is not."""
    if value.name in scope.inside:
        return False
    given = (slot for slot, each in enumerate(arguments) if _of_one_zone(each, scope))
    inside = _Scope(scope.values, frozenset(given), scope.inside | {value.name})
    for each in value.lets:
        if _of_one_zone(each.value, inside):
            inside = _Scope(inside.values, inside.known | {each.slot}, inside.inside)
    return all(_of_one_zone(case.value, inside) for case in value.cases)
