"""Lowers `move`, `swap` and `shuffle`: of cards between zones, of pieces between spaces."""

from __future__ import annotations

from ruleslang.lower.assignments import note, written
from ruleslang.lower.blocks import Step
from ruleslang.lower.conversions import die_of
from ruleslang.lower.diagnostics import statements as say
from ruleslang.lower.dispatch import DICE, raw, subject
from ruleslang.lower.expressions import lower
from ruleslang.lower.scope import Scope, Typed
from ruleslang.lower.write_targets import place, zone_kind, zone_symbol, zone_target
from ruleslang.program import expressions as e
from ruleslang.program import statements as s
from ruleslang.program import types as t
from ruleslang.program.enumerations import Facing, Position
from ruleslang.program.operation_variants_by_type import asked_of
from ruleslang.syntax import expressions as x
from ruleslang.syntax.node import Name
from ruleslang.syntax.simple_statements import (
    Move,
    Shuffle,
    Swap,
)
from ruleslang.types.lattice import FrontType, Unknown, element, fits, plain, stored

POSITIONS: dict[str | None, tuple[Position, Facing]] = {
    None: ("top", ""),
    "on top": ("top", ""),
    "at bottom": ("bottom", ""),
    "face up": ("top", "up"),
    "face down": ("top", "down"),
}


def move(scope: Scope, node: Move) -> Step:
    """`move S to PLACE`: cards to a zone, a piece to a space or to none."""
    pure = scope.pure("what is moved")
    what = subject(pure, node.subject, single=True)
    origin = scope.context.origin(node.span, node.marks)
    if isinstance(_member(what.type), t.Piece):
        space = lower(scope.pure("a space"), node.target, t.Optional(t.Space()))
        if node.position is not None:
            scope.context.report(say.piece_position(node.target.span))
        return [s.MovePieces(what.expr, space.expr, origin)], scope
    if not isinstance(_member(what.type), (t.Card, Unknown)):
        scope.context.report(say.cannot_move(node.subject.span, what.type))
        return [], scope
    target = zone_target(scope.pure("a zone"), node.target)
    if target is None:
        return [], scope
    _check_kind(scope, node, what)
    position, face = POSITIONS[node.position]
    return [s.MoveCards(what.expr, target, position, face, origin)], scope


def _member(type: FrontType) -> FrontType:
    return plain(element(type) or type)


def _check_kind(scope: Scope, node: Move, what: Typed) -> None:
    """Only cards of its kind lie in a zone that is declared for one."""
    kind = zone_kind(scope, node.target)
    met = _member(what.type)
    if kind is not None and not fits(met, kind, scope.context.kinds):
        zone = zone_symbol(scope, node.target)
        name = zone.name if zone is not None else node.target.span.text
        scope.context.report(say.wrong_zone(node.subject.span, name, kind.kind or "", met))


def shuffle(scope: Scope, node: Shuffle) -> Step:
    """`shuffle ZONE`."""
    zone = zone_target(scope.pure("a zone"), node.zone)
    origin = scope.context.origin(node.span, node.marks)
    return ([] if zone is None else [s.Shuffle(zone, origin)]), scope


# ---------------------------------------------------------------- swap


def swap(scope: Scope, node: Swap) -> Step:
    """`swap A with B`: two zones, two places of dice, two cards or pieces, two states or names."""
    scope = scope.pure("what is swapped")
    origin = scope.context.origin(node.span, node.marks)
    if zone_symbol(scope, node.left) and zone_symbol(scope, node.right):
        left, right = zone_target(scope, node.left), zone_target(scope, node.right)
        return ([s.SwapZones(left, right, origin)] if left and right else []), scope
    if _what(scope, node.left) == "dice" and _what(scope, node.right) == "dice":
        return _swap_dice(scope, node, origin), scope
    if _is_place(scope, node.left) and _is_place(scope, node.right):
        return _swap_places(scope, node, origin)
    one, other = _on_board(scope, node.left), _on_board(scope, node.right)
    if one is None or other is None:
        scope.context.report(say.cannot_swap(node.span))
        return [], scope
    of = asked_of(stored(other.type if one.type == t.Never() else one.type))
    return [s.SwapMembers(one.expr, other.expr, of, origin)], scope


def _swap_dice(scope: Scope, node: Swap, origin: int) -> list[s.Statement]:
    left, right = _dice(scope, node.left), _dice(scope, node.right)
    if left is None or right is None:
        return []
    if die_of(scope.context, left.name) != die_of(scope.context, right.name):
        scope.context.report(say.cannot_swap(node.span))
    return [s.SwapDice(left, right, origin)]


def _dice(scope: Scope, node: x.Expression) -> s.DiceTarget | None:
    """One place of dice; `any` is no place."""
    typed = raw(scope, node, DICE)
    if not isinstance(typed.expr, e.DiceAt):
        return None
    index = tuple(each for each in typed.expr.index if not isinstance(each, e.AnyIndex))
    if len(index) < len(typed.expr.index):
        scope.context.report(say.cannot_swap(node.span))
        return None
    return s.DiceTarget(typed.expr.name, index)


def _swap_places(scope: Scope, node: Swap, origin: int) -> Step:
    left, right = place(scope, node.left), place(scope, node.right)
    if left is None or right is None:
        return [], scope
    for side, (target, type) in ((node.left, left), (node.right, right)):
        if isinstance(target, s.LocalPlace) and isinstance(plain(type), (t.Card, t.Piece)):
            scope.context.report(say.swapped_let(side.span.text, side.span))
    note(scope, left[0], "set", right[1])
    note(scope, right[0], "set", left[1])
    if not (_alike(scope, left[1], right[1]) and _alike(scope, right[1], left[1])):
        scope.context.report(say.cannot_swap(node.span))
    after = written(written(scope, node.left), node.right)
    return [s.SwapPlaces(left[0], right[0], origin)], after


def _alike(scope: Scope, one: FrontType, other: FrontType) -> bool:
    return fits(one, other, scope.context.kinds)


def _what(scope: Scope, node: x.Expression) -> str:
    name = node.function if isinstance(node, x.Apply) else node
    if not isinstance(name, Name) or name.text in scope.locals:
        return ""
    symbol = scope.context.symbols.globals.get(name.text)
    return symbol.what if symbol else name.text


def _is_place(scope: Scope, node: x.Expression) -> bool:
    """Whether it names a state, whose turn it is, or a name that `set` could write."""
    local = scope.locals.get(node.text) if isinstance(node, Name) else None
    return (local is not None and local.settable) or _what(scope, node) in ("state", "active")


def _on_board(scope: Scope, node: x.Expression) -> Typed | None:
    """A card or a piece that changes places; `space(m)` stands for the piece m."""
    if isinstance(node, x.Apply) and node.function.text == "space" and len(node.arguments) == 1:
        inner = node.arguments[0]
        return None if isinstance(inner, x.NamedArgument) else lower(scope, inner, t.Piece())
    typed = lower(scope, node)
    return typed if isinstance(plain(stored(typed.type)), (t.Card, t.Piece, t.Never)) else None
