"""Lowers `is`, `is in`, `is empty` and `<`, and narrows the types of their operands."""

from __future__ import annotations

from attrs import evolve

from ruleslang.language.lower.arguments import fresh
from ruleslang.language.lower.conversions import computed_titles, faces
from ruleslang.language.lower.diagnostics import calls
from ruleslang.language.lower.diagnostics import types as errors
from ruleslang.language.lower.diagnostics.of_several import spoken_of_players
from ruleslang.language.lower.dispatch import lower, lowers, member_type, raw, side, subject
from ruleslang.language.lower.lone_names import is_ambiguous
from ruleslang.language.lower.scope import Scope, Tested, Typed, of_kind, path, there
from ruleslang.language.lower.widen_word_lists import in_one_list, in_wider_list
from ruleslang.language.resolve.symbol_table import Symbol
from ruleslang.language.syntax import expressions as syntax
from ruleslang.language.syntax.expressions import unwrapped
from ruleslang.language.syntax.node import Name
from ruleslang.program import expressions as e
from ruleslang.program import statements as s
from ruleslang.program import types as t
from ruleslang.program.events import CardPlay
from ruleslang.program.operation_variants_by_type import (
    asked_of,
    comparing,
    comparing_member,
    ordering,
    over,
)
from ruleslang.program.references import COMPARISONS, one_of
from ruleslang.program.typing.lattice import element, fits, is_collection, plain, related, stored
from ruleslang.program.typing.sizes import GENEROUS
from ruleslang.program.typing.type_names import describe
from ruleslang.program.walk import find


def _negated_test(negated: bool, test: Tested) -> Tested:
    return Tested(e.Not(test.expr), test.fails, test.holds) if negated else test


# ---------------------------------------------------------------- is


def test_same(scope: Scope, node: syntax.Is) -> Tested:
    """Lower `a is b`: equality, or a test for a kind, title, declaration, automatic, or none."""
    right = unwrapped(node.right)
    if spoken := spoken_of_players(node, scope.context.symbols):
        scope.context.report(spoken)
        return Tested(e.Literal(False), scope, scope)
    if isinstance(right, syntax.Nothing):
        return _negated_test(node.negated, _is_none(scope, node))
    if isinstance(right, Name) and right.text not in scope.locals:
        special = _special(scope, node, right)
        if special is not None:
            return _negated_test(node.negated, special)
    return _negated_test(node.negated, _is_same(scope, node))


def _is_none(scope: Scope, node: syntax.Is) -> Tested:
    left = raw(side(scope, node.left), node.left)
    tested_before = path(node.left) in scope.facts
    known = isinstance(left.type, (t.Optional, t.Maybe, t.Unknown, t.Never))
    if not (tested_before or known or _is_answer(scope, node.left)):
        several = is_collection(plain(left.type))
        empty = f"{node.left.span.text} is {'not ' if node.negated else ''}empty"
        scope.context.report(
            calls.never_none_but_empty(node.span, empty) if several else calls.never_none(node.span)
        )
    return Tested(e.Equal(left.expr, e.Literal(None)), scope, there(scope, node.left, left.type))


def _is_answer(scope: Scope, node: syntax.Expression) -> bool:
    """Return whether it is `answer` in a hook, which is none if the procedure was left early."""
    local = scope.locals.get(node.text) if isinstance(node, Name) else None
    return local is not None and scope.context.locals[local.slot].role == "answer"


def _special(scope: Scope, node: syntax.Is, right: Name) -> Tested | None:
    """Return a test that is written with `is` and is not equality; None for equality."""
    if right.text == "automatic":
        left = lower(side(scope, node.left), node.left, t.Player())
        return Tested(e.IsAutomatic(left.expr), scope, scope)
    symbol = scope.context.symbols.get(right.text)
    if symbol is None or symbol.what not in ("kind", "piece"):
        return None
    left = faces(scope.context, raw(side(scope, node.left), node.left))
    if isinstance(left.type, t.Unknown):
        return Tested(e.Literal(False), scope, scope)
    about = plain(left.type)
    if symbol.what == "piece":
        return (
            _is_piece(scope, node, left, symbol)
            if isinstance(about, t.Piece)
            else _report_never_of_kind(scope, node, left, symbol)
        )
    return _is_kind(scope, node, left, symbol.name)


def _report_never_of_kind(scope: Scope, node: syntax.Is, left: Typed, symbol: Symbol) -> Tested:
    scope.context.report(calls.never_of_kind(node.span, got=describe(left.type), kind=symbol.name))
    return Tested(e.Literal(False), scope, scope)


def _is_piece(scope: Scope, node: syntax.Is, left: Typed, symbol: Symbol) -> Tested:
    holds = there(scope, node.left, left.type)
    return Tested(e.IsPiece(left.expr, symbol.name), holds, scope)


def _is_kind(scope: Scope, node: syntax.Is, left: Typed, kind: str) -> Tested:
    match plain(left.type):
        case t.Card(declared_kind) | t.Title(declared_kind) if related(
            declared_kind, kind, scope.context.kinds
        ):
            holds = of_kind(scope, node.left, left.type, kind)
        case t.UnderWay(CardPlay(), declared_kind) if related(
            declared_kind, kind, scope.context.kinds
        ):
            holds = scope
        case _:
            scope.context.report(calls.never_of_kind(node.span, got=describe(left.type), kind=kind))
            return Tested(e.Literal(False), scope, scope)
    return Tested(e.IsKind(left.expr, kind, asked_of(stored(left.type))), holds, scope)


def _is_same(scope: Scope, node: syntax.Is) -> Tested:
    left, right = _sides(scope, node.left, node.right)
    _report_equal_sides(scope, node, left, right, not node.negated)
    expr = _equality(scope, node, left, right)
    is_set = not isinstance(right.type, (t.Optional, t.Maybe)) and right.type != t.Never()
    return Tested(expr, there(scope, node.left, left.type) if is_set else scope, scope)


def _equality(scope: Scope, node: syntax.Is, left: Typed, right: Typed) -> e.Expr:
    left, right = in_one_list(scope, (left, right))
    left_type, right_type = plain(left.type), plain(right.type)
    match left_type, right_type:
        case t.Card(), t.Title():
            return e.IsTitle(left.expr, right.expr)
        case t.Title(), t.Card():
            return e.IsTitle(right.expr, left.expr)
        case t.UnderWay(CardPlay(), _), t.Title():
            return e.IsTitle(e.CallBuiltIn("card", (left.expr,)), right.expr)
    if isinstance(right.expr, e.MakeList) and _are_cards(left_type, right_type):
        right = Typed(e.MakeSet(right.expr.items), right.type)
    if _cards_by_titles(right_type, left_type):
        return e.Equal(right.expr, left.expr, comparing(stored(right_type), stored(left_type)))
    if not _may_be_same(scope, left_type, right_type):
        intended = _membership(node, left, right)
        scope.context.report(calls.never_equal(node.span, left.type, right.type, intended))
    return e.Equal(left.expr, right.expr, comparing(stored(left_type), stored(right_type)))


def _membership(node: syntax.Is, left: Typed, right: Typed) -> str:
    """Return the help for comparing `zone_of` with the contents of a zone."""
    verb = "is not in" if node.negated else "is in"
    for of, zone, pile in ((node.left, node.right, right), (node.right, node.left, left)):
        match unwrapped(of):
            case syntax.Apply(Name("zone_of"), (card,)) if isinstance(pile.expr, e.ReadZone):
                return f"{card.span.text} {verb} {zone.span.text}"
    return ""


def _may_be_same(scope: Scope, left: t.Type, right: t.Type) -> bool:
    kinds = scope.context.kinds
    if isinstance(left, t.Unknown) or isinstance(right, t.Unknown):
        return True
    if is_collection(left) != is_collection(right):
        return False
    return _cards_by_titles(left, right) or fits(left, right, kinds) or fits(right, left, kinds)


def _are_cards(left: t.Type, right: t.Type) -> bool:
    return isinstance(left, t.SetOf) and isinstance(element(right), t.Card)


def _cards_by_titles(cards: t.Type, titles: t.Type) -> bool:
    """Return whether cards are compared with titles, each of which stands for a copy."""
    return (
        is_collection(cards)
        and is_collection(titles)
        and isinstance(element(cards), t.Card)
        and isinstance(element(titles), t.Title)
    )


def _report_equal_sides(
    scope: Scope, node: syntax.Is | syntax.Compare, left: Typed, right: Typed, holds: bool
) -> None:
    """
    Report a comparison of an expression with itself.

    Two calls of a procedure are two locals, since it may roll dice or change states.
    """
    unknown = isinstance(left.type, t.Unknown) or isinstance(right.type, t.Unknown)
    same_text = node.left.span.text == node.right.span.text
    slots = [{local.slot for local in find(operand.expr, e.Local)} for operand in (left, right)]
    if same_text and slots[0] == slots[1] and not (scope.claim or unknown):
        scope.context.report(calls.equal_sides(node.span, when="always" if holds else "never"))


# ---------------------------------------------------------------- is in, is empty


def test_member(scope: Scope, node: syntax.IsIn) -> Tested:
    """Lower `a is in S`; a card is in a set of titles when it counts as one of them."""
    if is_ambiguous(scope, unwrapped(node.left)):
        right = subject(side(scope, node.right), node.right)
        left = lower(side(scope, node.left), node.left, element(right.type))
    else:
        left = faces(scope.context, raw(side(scope, node.left), node.left))
        right = _collection(side(scope, node.right), node.right, plain(left.type))
    found = left.type
    left = in_wider_list(scope, left, member_type(right.type))
    right = in_wider_list(scope, right, left.type)
    inner, member = member_type(right.type), plain(left.type)
    how = comparing_member(stored(left.type), stored(right.type))
    test: e.Expr = e.In(left.expr, right.expr, how)
    if isinstance(member, t.Title) and isinstance(inner, t.Card):
        member, test = t.Card(member.kind), _has_title(scope, left, right)
    if not _may_be_member(scope, member, inner):
        scope.context.report(calls.never_equal(node.span, left.type, inner))
    return _negated_test(node.negated, Tested(test, there(scope, node.left, found), scope))


def _has_title(scope: Scope, title: Typed, cards: Typed) -> e.Expr:
    """Return whether one of the cards counts as a title."""
    card, how = fresh(scope.context, member_type(cards.type), "member"), over(stored(cards.type))
    titles = computed_titles(title.expr)
    if titles is None:
        return e.ThereIs(card, cards.expr, e.IsTitle(e.Local(card), title.expr), how)
    found = fresh(scope.context, plain(title.type), "member")
    is_found = e.IsTitle(e.Local(card), e.Local(found))
    return e.ThereIs(found, titles, e.ThereIs(card, cards.expr, is_found, how))


def _collection(scope: Scope, node: syntax.Expression, member: t.Type) -> Typed:
    """Lower the set of a membership test; the member's type disambiguates words in its braces."""
    if isinstance(unwrapped(node), syntax.Braces) and not isinstance(member, (t.Unknown, t.Card)):
        return raw(scope, node, t.SetOf(stored(member)))
    return subject(scope, node)


def _may_be_member(scope: Scope, member: t.Type, inner: t.Type) -> bool:
    kinds = scope.context.kinds
    if isinstance(member, t.Card) and isinstance(inner, t.Title):
        return True
    if member == t.Never() or inner == t.Never():
        return True
    return fits(member, inner, kinds) or fits(inner, member, kinds)


def test_empty(scope: Scope, node: syntax.IsEmpty) -> Tested:
    """Lower `S is empty`."""
    members = subject(side(scope, node.operand), node.operand)
    if not scope.claim and _always_has_member(scope, node.operand):
        when = "always" if node.negated else "never"
        scope.context.report(calls.never_empty(node.span, when=when))
    return _negated_test(
        node.negated,
        Tested(e.IsEmpty(members.expr), scope, there(scope, node.operand, members.type)),
    )


def _always_has_member(scope: Scope, node: syntax.Expression) -> bool:
    """Return whether braces have a member that cannot be none."""
    braces = unwrapped(node)
    if not isinstance(braces, syntax.Braces):
        return False
    mark = scope.context.mark()
    silent = evolve(scope, lifted=None if scope.lifted is None else [])
    types = [raw(silent, item).type for item in braces.items]
    scope.context.rewind(mark)
    return any(not isinstance(type, (t.Maybe, t.Unknown, t.Optional, t.Never)) for type in types)


# ---------------------------------------------------------------- < <= > >=


@lowers(syntax.Compare)
def lower_compare(scope: Scope, node: syntax.Compare, expected: t.Type | None) -> Typed:
    """Lower `a < b`, for numbers, words of one list, or lists."""
    left, right = in_one_list(scope, _sides(scope, node.left, node.right))
    _report_equal_sides(scope, node, left, right, "=" in node.operator)
    left = _ordered(scope, node.left, left)
    if not isinstance(left.type, t.Unknown):
        right = _ordered(scope, node.right, right)
    if not _types_match(scope, left.type, right.type):
        scope.context.report(calls.unlike_sides(node.span, left.type, right.type))
    may_be_constant = scope.claim or scope.stated
    result = None if may_be_constant else _constant_result(node.operator, left.type, right.type)
    types = [side.type for side in (left, right) if not isinstance(side.expr, e.Literal)]
    if result is not None and types:
        when = "always" if result else "never"
        scope.context.report(
            calls.constant_comparison(node.span, when=when, type=describe(types[0]))
        )
    order = ordering(stored(right.type if left.type == t.ListOf(t.Never(), 0) else left.type))
    origin = scope.context.origin(node.span)
    operator = one_of(node.operator, COMPARISONS)
    return Typed(e.Compare(operator, left.expr, right.expr, order, origin), t.Truth())


def _constant_result(operator: str, left: t.Type, right: t.Type) -> bool | None:
    """Return the constant result of a comparison whose ranges decide it; else None."""
    if not isinstance(left, t.Number) or not isinstance(right, t.Number):
        return None
    if operator in (">", ">="):
        left, right, operator = right, left, {">": "<", ">=": "<="}[operator]
    if operator == "<":
        return True if left.high < right.low else False if left.low >= right.high else None
    return True if left.high <= right.low else False if left.low > right.high else None


def _ordered(scope: Scope, node: syntax.Expression, typed: Typed) -> Typed:
    if isinstance(typed.type, t.Optional):
        scope.context.report(errors.may_be_none(node.span, expected=describe(typed.type.inner)))
        return Typed(typed.expr, t.Unknown())
    if not has_order(plain(typed.type)):
        scope.context.report(calls.not_comparable(node.span, typed.type))
        return Typed(typed.expr, t.Unknown())
    return Typed(typed.expr, plain(typed.type))


def has_order(type: t.Type) -> bool:
    """Return whether values of a type can be compared by `<`."""
    if isinstance(type, t.ListOf):
        return has_order(type.element) or type.element == t.Never()
    return isinstance(type, (t.Number, t.WordOf, t.Fraction, t.Unknown))


def _types_match(scope: Scope, left: t.Type, right: t.Type) -> bool:
    match left, right:
        case (t.Unknown(), _) | (_, t.Unknown()):
            return True
        case t.ListOf(), t.ListOf():
            return fits(left, right, scope.context.kinds) or _types_match(
                scope, left.element, right.element
            )
        case t.WordOf(), t.WordOf():
            return left == right
        case _:
            return not isinstance(left, (t.WordOf, t.ListOf)) and not isinstance(
                right, (t.WordOf, t.ListOf)
            )


# ---------------------------------------------------------------- both sides


def _sides(scope: Scope, left: syntax.Expression, right: syntax.Expression) -> tuple[Typed, Typed]:
    """Return both operands in the order of evaluation; each guides the other."""
    if is_ambiguous(scope, unwrapped(left)) or (_is_braces(left) and not _is_braces(right)):
        second = faces(scope.context, raw(side(scope, right), right))
        return faces(scope.context, raw(side(scope, left), left, _guide(second.type, left))), second
    first = faces(scope.context, raw(side(scope, left), left))
    before = len(scope.lifted) if scope.lifted is not None else 0
    second = faces(scope.context, raw(side(scope, right), right, _guide(first.type, right)))
    return _read_before(scope, first, before), second


def _is_braces(node: syntax.Expression) -> bool:
    return isinstance(unwrapped(node), syntax.Braces)


def _guide(type: t.Type, node: syntax.Expression) -> t.Type:
    """Return the type that one side expects of the other: braces beside cards hold titles."""
    if _is_braces(node) and isinstance(type, t.SetOf) and isinstance(type.element, t.Card):
        return t.ListOf(t.Title(), GENEROUS)
    return type


def _read_before(scope: Scope, left: Typed, before: int) -> Typed:
    """Save the left side in a local if a call lifted out of the right side might change it."""
    lifted = scope.lifted
    constant = (
        e.Literal,
        e.WordValue,
        e.SeatValue,
        e.TitleValue,
        e.TeamValue,
        e.SpaceValue,
        e.Local,
    )
    if lifted is None or len(lifted) == before or isinstance(left.expr, constant):
        return left
    kept = fresh(scope.context, left.type, "let")
    lifted.insert(before, s.Let(kept, left.expr))
    return Typed(e.Local(kept), left.type)
