"""Which type fits where, and the least type that holds the values of two."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeAlias

from ruleslang.program import types as t
from ruleslang.program.typing import intervals

Ancestors: TypeAlias = "Mapping[str, tuple[str, ...]]"  # a kind: itself, its parent, …


def plain(type: t.Type) -> t.Type:
    """The type without `or none`."""
    return type.inner if isinstance(type, t.Optional) else type


def optional(type: t.Type) -> t.Type:
    return type if isinstance(type, (t.Optional, t.Never)) else t.Optional(type)


def element(type: t.Type) -> t.Type | None:
    """What the members of a set or list are; None when it is neither."""
    return type.element if isinstance(type, (t.SetOf, t.ListOf)) else None


def members(type: t.Type) -> t.Type:
    """What the members of a set or list are; of what has none, nothing."""
    return element(type) or t.Never()


# ---------------------------------------------------------------- what fits


def fits(given: t.Type, wanted: t.Type, kinds: Ancestors) -> bool:
    """
    Whether some value of `given` may stand where `wanted` is asked for.

    Number ranges only have to touch, and kinds to lie in one line: what leaves them is watched when
    the match is played. What is declared a set takes no list: a conversion stands between.

    >>> fits(t.Number(0, 5), t.Number(5, 9), {}), fits(t.Player(), t.Team(), {})
    (True, False)
    """
    if isinstance(wanted, t.Optional):
        return given == t.Never() or fits(plain(given), wanted.inner, kinds)
    if isinstance(given, t.Optional):
        return fits(given.inner, wanted, kinds)
    match given, wanted:
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
        case (t.SetOf(a), t.SetOf(b)) | (t.ListOf(a), t.ListOf(b)):
            return a == t.Never() or fits(a, b, kinds)
    return given == wanted


def related(a: str | None, b: str | None, kinds: Ancestors) -> bool:
    """Whether a card of one kind may be of the other: one is an ancestor of the other."""
    if a is None or b is None or a == b:
        return True
    return a in kinds.get(b, ()) or b in kinds.get(a, ())


# ---------------------------------------------------------------- what holds both


def join(a: t.Type, b: t.Type, kinds: Ancestors) -> t.Type | None:
    """
    The least type that holds the values of both; None when they have nothing in common.

    >>> join(t.Number(0, 2), t.Optional(t.Number(5, 6)), {})
    Optional(inner=Number(low=0, high=6))
    """
    if a == t.Never() or b == t.Never():
        return optional(b if a == t.Never() else a)
    if isinstance(a, t.Optional) or isinstance(b, t.Optional):
        inner = join(plain(a), plain(b), kinds)
        return None if inner is None else optional(inner)
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
        case (t.SetOf(x, n), t.SetOf(y, m)) | (t.ListOf(x, n), t.ListOf(y, m)):
            return _join_collections(a, x, n, y, m, kinds)
    return a if a == b else None


def _join_collections(
    a: t.Type, x: t.Type, n: int | None, y: t.Type, m: int | None, kinds: Ancestors
) -> t.Type | None:
    inner = join_members(x, y, kinds)
    if inner is None:
        return None
    if isinstance(a, t.ListOf):
        return t.ListOf(inner, max(n or 0, m or 0))
    return t.SetOf(inner, None if n is None or m is None else max(n, m))


def join_members(a: t.Type, b: t.Type, kinds: Ancestors) -> t.Type | None:
    """The least type of members that holds those of two collections, of which one may be empty."""
    if a == t.Never():
        return b
    return a if b == t.Never() else join(a, b, kinds)


def common_kind(a: str | None, b: str | None, kinds: Ancestors) -> str | None:
    """The nearest kind that both belong to; None: any card."""
    if a is None or b is None:
        return None
    others = kinds.get(b, ())
    return next((kind for kind in kinds.get(a, ()) if kind in others), None)
