"""
The lattice of types: which type fits where, and the join of two.

`Unknown` fits everywhere, so that one mistake is reported once.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeAlias

from attrs import evolve

from ruleslang.program import types as t
from ruleslang.program.typing import intervals

Ancestors: TypeAlias = "Mapping[str, tuple[str, ...]]"  # a kind: itself, its parent, …


def plain(type: t.Type) -> t.Type:
    """Return the type without `or none` and without `Maybe`."""
    return type.inner if isinstance(type, (t.Optional, t.Maybe)) else type


def optional(type: t.Type) -> t.Type:
    match type:
        case t.Optional() | t.Never() | t.Unknown():
            return type
        case t.Maybe(inner):
            return t.Optional(inner)
    return t.Optional(type)


def stored(type: t.Type) -> t.Type:
    """Return the type as a program has it: optional for `Maybe`, and nothing for `Unknown`."""
    match type:
        case t.Maybe(inner):
            return t.Optional(inner)
        case t.Unknown():
            return t.Never()
    return type


def element(type: t.Type) -> t.Type | None:
    """
    Return the type of the members of a set, list or optional; None for other types.

    >>> element(t.SetOf(t.Player()))
    Player()
    """
    match type:
        case t.SetOf(inner) | t.ListOf(inner) | t.Optional(inner) | t.Maybe(inner):
            return inner
        case t.Unknown():
            return type
    return None


def members(type: t.Type) -> t.Type:
    """Return the type of the members of a set, list or optional; `Never` for other types."""
    return element(type) or t.Never()


def is_collection(type: t.Type) -> bool:
    """Return whether it is a set or a list."""
    return isinstance(type, (t.SetOf, t.ListOf, t.Unknown))


# ---------------------------------------------------------------- what fits


def fits(type: t.Type, wanted: t.Type, kinds: Ancestors) -> bool:
    """
    Return whether some value of a type is allowed where `wanted` is expected.

    It is enough that number ranges overlap, or that one kind is an ancestor of the other; a value
    outside is a fault in play. A list fits a set: lowering converts it.

    >>> fits(t.Number(0, 5), t.Number(5, 9), {}), fits(t.Player(), t.Team(), {})
    (True, False)
    """
    if isinstance(type, t.Unknown) or isinstance(wanted, t.Unknown):
        return True
    if isinstance(wanted, t.Optional):
        return type == t.Never() or fits(plain(type), wanted.inner, kinds)
    if isinstance(wanted, t.Maybe):
        return fits(plain(type), wanted.inner, kinds)
    match type, wanted:
        case t.Maybe(inner), _:
            return fits(inner, wanted, kinds)
        case t.Number(low, high), t.Number(least, most):
            return low <= most and least <= high
        case t.Number(), t.Fraction():
            return True
        case (t.Card(a), t.Card(b)) | (t.Title(a), t.Title(b)):
            return related(a, b, kinds)
        case (t.Piece(a), t.Piece(b)) | (t.Space(a), t.Space(b)):
            return a is None or b is None or a == b
        case t.UnderWay(a, k), t.UnderWay(b, m):
            return a == b and related(k, m, kinds)
        case ((t.SetOf(a) | t.ListOf(a)), (t.SetOf(b) | t.ListOf(b))):
            ordered_enough = isinstance(type, t.ListOf) or isinstance(wanted, t.SetOf)
            return ordered_enough and (a == t.Never() or fits(a, b, kinds))
    return type == wanted


def related(a: str | None, b: str | None, kinds: Ancestors) -> bool:
    """Return whether a card of one kind may be of the other: one is an ancestor of the other."""
    if a is None or b is None or a == b:
        return True
    return a in kinds.get(b, ()) or b in kinds.get(a, ())


# ---------------------------------------------------------------- what holds both


def join(a: t.Type, b: t.Type, kinds: Ancestors) -> t.Type | None:
    """
    Return the least type that holds the values of both; None when they have nothing in common.

    >>> join(t.Number(0, 2), t.Optional(t.Number(5, 6)), {})
    Optional(inner=Number(low=0, high=6))
    """
    if isinstance(a, t.Unknown) or isinstance(b, t.Unknown):
        return t.Unknown()
    if a == t.Never() or b == t.Never():
        return optional(b if a == t.Never() else a)
    if isinstance(a, (t.Optional, t.Maybe)) or isinstance(b, (t.Optional, t.Maybe)):
        inner = join(plain(a), plain(b), kinds)
        if inner is None or isinstance(inner, t.Unknown):
            return inner
        declared = isinstance(a, t.Optional) or isinstance(b, t.Optional)
        return t.Optional(inner) if declared else t.Maybe(inner)
    return _join_values(a, b, kinds)


def _join_values(a: t.Type, b: t.Type, kinds: Ancestors) -> t.Type | None:
    match a, b:
        case t.Number(), t.Number():
            return intervals.hull(a, b)
        case ((t.Number() | t.Fraction()), (t.Number() | t.Fraction())):
            return t.Fraction()
        case t.Card(k), t.Card(m):
            return t.Card(common_kind(k, m, kinds))
        case t.Title(k), t.Title(m):
            return t.Title(common_kind(k, m, kinds))
        case t.Piece(k), t.Piece(m):
            return t.Piece(k if k == m else None)
        case t.Space(k), t.Space(m):
            return t.Space(k if k == m else None)
        case t.UnderWay(p, k), t.UnderWay(q, m) if p == q:
            return t.UnderWay(p, common_kind(k, m, kinds))
        case t.ListOf(x, n), t.ListOf(y, m):
            inner = join_members(x, y, kinds)
            return None if inner is None else t.ListOf(inner, max(n, m))
        case ((t.SetOf(x, n) | t.ListOf(x, n)), (t.SetOf(y, m) | t.ListOf(y, m))):
            inner = join_members(x, y, kinds)
            most = None if n is None or m is None else max(n, m)
            return None if inner is None else t.SetOf(inner, most)
    return a if a == b else None


def join_members(a: t.Type, b: t.Type, kinds: Ancestors) -> t.Type | None:
    """Return the least member type that holds those of two collections, one perhaps empty."""
    if a == t.Never():
        return b
    return a if b == t.Never() else join(a, b, kinds)


def common_kind(a: str | None, b: str | None, kinds: Ancestors) -> str | None:
    """Return the nearest kind that both belong to; None: any card."""
    if a is None or b is None:
        return None
    others = kinds.get(b, ())
    return next((kind for kind in kinds.get(a, ()) if kind in others), None)


def narrowed(type: t.Type, kind: str, kinds: Ancestors) -> t.Type:
    """Return a card's or title's type after it was tested to be of a kind."""
    match plain(type):
        case t.Card(old) | t.Title(old) as subject:
            is_narrower = old is not None and kind in kinds.get(old, ())
            return subject if is_narrower else evolve(subject, kind=kind)
    return type
