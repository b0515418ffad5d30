"""Which type fits where, and the least type that holds two."""

from __future__ import annotations

from typing import TypeAlias

from attrs import evolve, frozen

from ruleslang.program import types as t
from ruleslang.program.typing.lattice import Ancestors, common_kind, related


@frozen
class Unknown:
    """The type of what was already found to be wrong."""


@frozen
class Maybe:
    """
    The type of a value that should exist in a correct rulebook but may be missing, such as
    `top(pile)`; using it when it is missing is a fault.
    """

    inner: t.Type


FrontType: TypeAlias = t.Type | Unknown | Maybe


def plain(type: FrontType) -> FrontType:
    """The type without `or none` and without `Maybe`."""
    return type.inner if isinstance(type, (t.Optional, Maybe)) else type


def stored(type: FrontType) -> t.Type:
    """The type as a program says it: what may be none is optional."""
    match type:
        case Maybe(inner):
            return t.Optional(inner)
        case Unknown():
            return t.Never()
        case _:
            return type


def is_optional(type: FrontType) -> bool:
    """Whether none is declared to be possible, and so has to be tested for."""
    return isinstance(type, t.Optional)


def element(type: FrontType) -> FrontType | None:
    """
    What the members of a set, list, zone or optional are; `None` when it has no members.

    >>> element(t.SetOf(t.Player()))
    Player()
    """
    match type:
        case t.SetOf(inner, _) | t.ListOf(inner, _) | t.Optional(inner) | Maybe(inner):
            return inner
        case Unknown():
            return Unknown()
        case _:
            return None


def is_collection(type: FrontType) -> bool:
    """Whether it is a set or a list."""
    return isinstance(type, (t.SetOf, t.ListOf, Unknown))


def fits(given: FrontType, wanted: FrontType, kinds: Ancestors) -> bool:
    """
    Whether a value of type `given` may be used where `wanted` is expected.

    Number ranges need only overlap; leaving the range is checked during play.
    """
    if isinstance(given, Unknown) or isinstance(wanted, Unknown):
        return True
    if isinstance(wanted, t.Optional):
        return given == t.Never() or fits(plain(given), wanted.inner, kinds)
    if isinstance(wanted, Maybe):
        return fits(plain(given), wanted.inner, kinds)
    if isinstance(given, Maybe):
        return fits(given.inner, wanted, kinds)
    return _fits_plain(given, wanted, kinds)


def _fits_plain(given: FrontType, wanted: FrontType, kinds: Ancestors) -> bool:
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
            return a == b and (k is None or m is None or related(k, m, kinds))
        case ((t.SetOf(a, _) | t.ListOf(a, _)), (t.SetOf(b, _) | t.ListOf(b, _))):
            ordered_enough = isinstance(given, t.ListOf) or isinstance(wanted, t.SetOf)
            return ordered_enough and (a == t.Never() or fits(a, b, kinds))
        case _:
            return given == wanted


def join(a: FrontType, b: FrontType, kinds: Ancestors) -> FrontType | None:
    """
    The least type that holds the values of both, or `None` when they have nothing in common.

    >>> join(t.Number(0, 2), t.Number(5, 6), {})
    Number(low=0, high=6)
    """
    if isinstance(a, Unknown) or isinstance(b, Unknown):
        return Unknown()
    if a == t.Never():
        return _optional(b)
    if b == t.Never():
        return _optional(a)
    if isinstance(a, (t.Optional, Maybe)) or isinstance(b, (t.Optional, Maybe)):
        inner = join(plain(a), plain(b), kinds)
        strict = isinstance(a, t.Optional) or isinstance(b, t.Optional)
        if inner is None or isinstance(inner, Unknown):
            return inner
        return t.Optional(stored(inner)) if strict else Maybe(stored(inner))
    return _join_plain(a, b, kinds)


def _optional(type: FrontType) -> FrontType:
    if isinstance(type, (t.Optional, Unknown)) or type == t.Never():
        return type
    return t.Optional(stored(plain(type)))


def _join_plain(a: FrontType, b: FrontType, kinds: Ancestors) -> FrontType | None:
    match a, b:
        case t.Number(low, high), t.Number(least, most):
            return t.Number(min(low, least), max(high, most))
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
        case t.ListOf(x, n), t.ListOf(y, m):
            inner = _join_elements(x, y, kinds)
            return None if inner is None else t.ListOf(inner, max(n, m))
        case ((t.SetOf(x, _) | t.ListOf(x, _)), (t.SetOf(y, _) | t.ListOf(y, _))):
            inner = _join_elements(x, y, kinds)
            return None if inner is None else t.SetOf(inner)
        case _:
            return a if a == b else None


def _join_elements(a: t.Type, b: t.Type, kinds: Ancestors) -> t.Type | None:
    if a == t.Never():
        return b
    if b == t.Never():
        return a
    joined = join(a, b, kinds)
    return None if joined is None else stored(joined)


def narrowed(type: FrontType, kind: str, kinds: Ancestors) -> FrontType:
    """A card's or title's type after it was found to be of a kind."""
    match type:
        case t.Card(old) | t.Title(old):
            return (
                type if old is not None and kind in kinds.get(old, ()) else evolve(type, kind=kind)
            )
        case Maybe(inner) | t.Optional(inner):
            return narrowed(inner, kind, kinds)
        case _:
            return type
