"""The types of sets and lists: what is in them, and how much at most."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias, assert_never

from ruleslang.program import expressions as e
from ruleslang.program import limits
from ruleslang.program import types as t
from ruleslang.program.locals import Slot
from ruleslang.program.typing.lattice import join_members, members, plain
from ruleslang.program.typing.sizes import how_many, most_members
from ruleslang.program.typing.world import Scope

TypeOf: TypeAlias = Callable[[e.Expr, Scope], t.Type]


def collection_type(expression: e.Collected, scope: Scope, type_of: TypeOf) -> t.Type:
    """The type of a set or list that is made anew."""
    sizes = scope.world.sizes
    match expression:
        case e.Everything(what, name):
            member = _member_of_all(what, name)
            return t.SetOf(member, how_many(member, sizes))
        case e.OptionalAsSet(operand):
            return t.SetOf(plain(type_of(operand, scope)), 1)
        case e.ListAsSet(operand):
            given = type_of(operand, scope)
            made = t.SetOf(members(plain(given)), most_members(plain(given), sizes))
            return t.Optional(made) if isinstance(given, t.Optional) else made
        case e.Range(low, high):
            ends = plain(type_of(low, scope)), plain(type_of(high, scope))
            inner = join_members(*ends, scope.world.kinds) or t.Never()
            return t.SetOf(inner, how_many(inner, sizes))
        case e.MakeSet(items):
            types = [plain(type_of(item, scope)) for item in items]
            return t.SetOf(_common(types, scope), len(items))
        case e.MakeList(items):
            types = [plain(type_of(item, scope)) for item in items]
            return t.ListOf(_common(types, scope), len(items))
        case e.Union() | e.Join():
            return _of_both(expression, scope, type_of)
        case e.Subsets(subject, _, high):
            return _subsets(type_of(subject, scope), plain(type_of(high, scope)), scope)
        case e.Image(_, subject, value) | e.UnionOver(_, subject, value):
            over, each = type_of(subject, scope), type_of(value, scope)
            return _gathered(expression, over, each, scope)
        case _:
            assert_never(expression)


def _member_of_all(what: str, name: str) -> t.Type:
    match what:
        case "cards":
            return t.Card()
        case "titles":
            return t.Title()
        case "definitions of":
            return t.Title(name)
        case "pieces":
            return t.Piece()
        case "pieces of":
            return t.Piece(name)
        case "teams":
            return t.Team()
        case "words":
            return t.WordOf(name)
        case "spaces":
            return t.Space(name or None)
    return t.Player()


def _common(types: list[t.Type], scope: Scope) -> t.Type:
    found: t.Type = t.Never()
    for type in types:
        found = join_members(found, type, scope.world.kinds) or found
    return found


def _of_both(expression: e.Union | e.Join, scope: Scope, type_of: TypeOf) -> t.Type:
    left, right = type_of(expression.left, scope), type_of(expression.right, scope)
    sizes = [most_members(each, scope.world.sizes) for each in (left, right)]
    inner = join_members(members(left), members(right), scope.world.kinds) or t.Never()
    most = None if None in sizes else sum(size or 0 for size in sizes)
    if isinstance(expression, e.Join):
        return t.ListOf(inner, most or 0)
    return t.SetOf(inner, _least(most, how_many(inner, scope.world.sizes)))


def _subsets(whole: t.Type, size: t.Type, scope: Scope) -> t.Type:
    most = most_members(whole, scope.world.sizes)
    if isinstance(size, t.Number):
        most = _least(most, max(0, size.high))
    return t.SetOf(t.SetOf(members(whole), most))


def _gathered(
    expression: e.Image | e.UnionOver, over: t.Type, each: t.Type, scope: Scope
) -> t.Type:
    """The different values, or what is in any of the sets, over the members."""
    sizes, most = scope.world.sizes, most_members(over, scope.world.sizes)
    if isinstance(expression, e.Image):
        inner = plain(each)
    else:
        inner, size = members(each), most_members(each, sizes)
        most = None if most is None or size is None else most * size
    return t.SetOf(inner, _least(most, how_many(inner, sizes)))


def _least(one: int | None, other: int | None) -> int | None:
    known = [size for size in (one, other) if size is not None]
    return min(known, default=None)


# ---------------------------------------------------------------- narrowed, widened, ranked


def narrowed_type(expression: e.Narrowed, scope: Scope, type_of: TypeOf) -> t.Type:
    """The type of a part of a set or list, of what it spreads to, or of its order by keys."""
    match expression:
        case e.AsFarAs(subject=subject, and_next=True):
            return _of_kind(type_of(subject, scope), None, scope)
        case e.Where(variable, subject, condition) | e.AsFarAs(variable, subject, condition):
            whole = type_of(subject, scope)
            return _of_kind(whole, tested_kind(variable, condition), scope)
        case e.Except(left, _):
            return type_of(left, scope)
        case e.With(_, subject, _):
            whole = type_of(subject, scope)
            return t.SetOf(members(whole), most_members(whole, scope.world.sizes))
        case e.Ranked(_, subject, _):
            whole = type_of(subject, scope)
            most = most_members(whole, scope.world.sizes)
            return t.ListOf(members(whole), limits.CARDS if most is None else most)
        case e.SpreadBy(variable, _, step):
            to = members(type_of(step, scope))
            both = join_members(scope.local(variable), to, scope.world.kinds) or t.Never()
            return t.SetOf(both, how_many(both, scope.world.sizes))
        case _:
            assert_never(expression)


def tested_kind(variable: Slot, condition: e.Expr) -> str | None:
    """The kind that a member is shown to be of where a condition holds."""
    match condition:
        case e.IsKind(e.Local(slot), kind) if slot == variable:
            return kind
        case e.And(left, right):
            return tested_kind(variable, left) or tested_kind(variable, right)
    return None


def _of_kind(whole: t.Type, kind: str | None, scope: Scope) -> t.Type:
    """A set or list, of whose members only those of a kind are left."""
    inner = members(whole)
    if kind is not None and isinstance(inner, (t.Card, t.Title)):
        narrower = inner.kind is None or inner.kind in scope.world.kinds.get(kind, ())
        if narrower:
            inner = t.Card(kind) if isinstance(inner, t.Card) else t.Title(kind)
    if isinstance(whole, t.ListOf):
        return t.ListOf(inner, whole.up_to)
    return t.SetOf(inner, most_members(whole, scope.world.sizes))
