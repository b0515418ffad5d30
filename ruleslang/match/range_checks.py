"""
Declared ranges: what leaves them is a fault, alike in every engine (docs/reference/numbers.md).
"""

from __future__ import annotations

from ruleslang.match.faults import Fault
from ruleslang.match.values import ListValue, Value, in_order
from ruleslang.program import types as t
from ruleslang.program.operation_variants_by_type import declared_order


def check(kind: t.Type, value: Value, name: str, origin: int = -1) -> None:
    """Raise a fault when a value is none where it may not be, or outside a range of numbers."""
    if type(kind) is t.Optional:
        if value is None:
            return
        kind = kind.inner
    if value is None and type(kind) is not t.Never:
        raise Fault("none-in-arithmetic", f"`{name}` would be none", origin)
    if type(kind) is t.Number:
        if not kind.low <= value <= kind.high:
            raise Fault(
                "out-of-range",
                f"`{name}` would be {value}, outside {kind.low}..{kind.high}",
                origin,
            )
    elif isinstance(kind, t.SetOf | t.ListOf):
        _check_members(kind, value, name, origin)


def _check_members(kind: t.SetOf | t.ListOf, value: Value, name: str, origin: int) -> None:
    """Check the size of a set, and of numbers that each lies in the range."""
    if kind.up_to is not None and len(value) > kind.up_to:
        raise Fault(
            "out-of-range", f"`{name}` would hold {len(value)}, more than {kind.up_to}", origin
        )
    of = kind.element
    if type(of) is not t.Number:
        return
    for each in value:
        if not of.low <= each <= of.high:
            raise Fault(
                "out-of-range", f"`{name}` would hold {each}, outside {of.low}..{of.high}", origin
            )


def kept(kind: t.Type, value: Value) -> Value:
    """The form in which a state stores a value: a set has each member once, in the order of its
    type.
    """
    if type(kind) is t.Optional:
        kind = kind.inner
    if type(kind) is t.SetOf and isinstance(value, tuple):
        return in_order(value, declared_order(kind.element))
    return value


def or_empty(value: Value, kind: t.Type) -> Value:
    """A value that may be missing: where a set or list is declared, the empty one for none."""
    if value is not None:
        return value
    if type(kind) is t.ListOf:
        return ListValue()
    return () if type(kind) is t.SetOf else None


def stopped(kind: t.Type, value: Value) -> Value:
    """A number limited to its range."""
    if type(kind) is t.Optional:
        kind = kind.inner
    if type(kind) is t.Number and value is not None:
        return max(kind.low, min(kind.high, value))
    return value
