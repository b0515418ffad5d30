"""Converts an expression to the expected type, or reports why it does not fit."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from ruleslang.language.lower.context import Context, as_declared_set
from ruleslang.language.lower.diagnostics import statements as statement_errors
from ruleslang.language.lower.diagnostics import types as errors
from ruleslang.language.lower.scope import Scope, Typed
from ruleslang.language.resolve.symbol_table import Symbol
from ruleslang.language.syntax import declarations as syntax
from ruleslang.language.syntax.expressions import And, Or
from ruleslang.language.syntax.node import Node
from ruleslang.program import expressions as e
from ruleslang.program import types as t
from ruleslang.program.typing.lattice import element, fits, is_collection, plain, stored
from ruleslang.program.typing.type_names import describe
from ruleslang.source.diagnostic import Diagnostic
from ruleslang.source.span import Span


def fit(scope: Scope, typed: Typed, expected: t.Type, span: Span) -> Typed:
    """Convert an expression to the expected type; one that does not fit is reported as unknown."""
    context = scope.context
    expected = front(expected)
    if not _is_of_dice(expected):
        typed = faces(context, typed)
    typed = title_as_copy(scope, _one_piece(context, typed, expected), expected, span)
    if _is_always_none(typed.type) and not isinstance(expected, t.Optional | t.Maybe | t.Unknown):
        context.report(errors.wrong_type(span, t.Never(), expected, context.symbols))
        return Typed(typed.expr, t.Unknown())
    if fits(typed.type, expected, context.kinds):
        return _as_declared(context, typed, expected)
    context.report(mismatch(span, typed.type, expected, context))
    return Typed(typed.expr, t.Unknown())


def _is_always_none(type: t.Type) -> bool:
    """Return whether a type has no value but none: `first({})`."""
    return isinstance(type, t.Optional | t.Maybe) and type.inner == t.Never()


def _as_declared(context: Context, typed: Typed, expected: t.Type) -> Typed:
    """Return a fitting expression in the declared form: a set in canonical order."""
    found, wanted = plain(typed.type), plain(expected)
    if not isinstance(found, t.SetOf | t.ListOf) or not isinstance(wanted, t.SetOf):
        return typed
    set_type = t.SetOf(found.element, found.up_to)
    result = t.Optional(set_type) if isinstance(typed.type, t.Optional) else set_type
    return Typed(as_declared_set(context, typed.expr, found.element), result)


def mismatch(span: Span, found: t.Type, expected: t.Type, context: Context) -> Diagnostic:
    """Return the diagnostic for a type that is not the expected one."""
    if isinstance(found, t.Optional) and fits(found.inner, expected, context.kinds):
        return errors.may_be_none(span, expected=describe(expected))
    inner, wanted = plain(found), plain(expected)
    if isinstance(inner, t.Number) and isinstance(wanted, t.Number):
        return errors.out_of_range(span, found=describe(inner), expected=describe(wanted))
    return errors.wrong_type(span, found, expected, context.symbols)


def faces(context: Context, typed: Typed) -> Typed:
    """Return dice as the faces they show; everything else unchanged."""
    match typed.type:
        case t.DieIn(dice):
            return Typed(e.FaceOf(typed.expr), face_type(context, dice))
        case t.SetOf(t.DieIn(dice), size) | t.ListOf(t.DieIn(dice), size):
            most = size if size is not None else dice_number(context, dice)
            return Typed(e.FacesOf(typed.expr), t.ListOf(stored(face_type(context, dice)), most))
        case _:
            return typed


def face_type(context: Context, dice: str) -> t.Type:
    """Return the type of the faces of dice on the table."""
    die = context.symbols.declared(die_of(context, dice), syntax.Die)
    return t.Unknown() if die is None else die_type(die)


def die_type(die: syntax.Die) -> t.Number | t.WordOf:
    """Return the type of a die's faces: its words, or a number in its range."""
    if any(face.word is not None for face in die.faces):
        return t.WordOf(die.name.text)
    numbers = [n for face in die.faces for n in (face.low, face.high) if n is not None]
    return t.Number(min(numbers, default=0), max(numbers, default=0))


def option_type(symbol: Symbol) -> t.Type:
    """Return the type of an option: a number, a truth for `yes` and `no`, else its words."""
    node = symbol.node
    if isinstance(node, syntax.Option) and node.numbers is not None:
        return t.Number(node.numbers.low, max(node.numbers.low, node.numbers.high))
    if isinstance(node, syntax.Option) and {value.name.text for value in node.values} == {
        "yes",
        "no",
    }:
        return t.Truth()
    return t.WordOf(symbol.name)


def front(type: t.Type) -> t.Type:
    """Return the type as it is read: unknown where its declaration has an error."""
    match type:
        case t.Never() | t.SetOf(t.Never(), None) | t.ListOf(t.Never()):
            return t.Unknown()
        case _:
            return type


def die_of(context: Context, dice: str) -> str:
    """Return the die of a dice declaration."""
    node = context.symbols.declared(dice, syntax.Dice)
    return "" if node is None else node.die.text


def dice_number(context: Context, dice: str) -> int:
    """Return the most dice at one place."""
    node = context.symbols.declared(dice, syntax.Dice)
    return 1 if node is None else node.number


def _is_of_dice(type: t.Type) -> bool:
    return isinstance(plain(type), t.DieIn) or (
        is_collection(type) and isinstance(element(type), t.DieIn)
    )


def _one_piece(context: Context, typed: Typed, expected: t.Type) -> Typed:
    """Convert the declaration of a single piece to that piece."""
    match typed, plain(expected):
        case Typed(expr=e.Everything("pieces of", name)), t.Piece():
            node = context.symbols.declared(name, syntax.Piece)
            if node is not None and node.copies in (None, 1) and node.per is None:
                return Typed(e.CallBuiltIn("first", (typed.expr,)), t.Maybe(t.Piece(name)))
    return typed


def title_as_copy(scope: Scope, typed: Typed, expected: t.Type, span: Span) -> Typed:
    """
    Convert a title to its copy, where a card is expected and there is one copy; also each title in
    braces. In examples and claims a title means the only copy in a zone.
    """
    match typed, plain(expected):
        case Typed(type=t.Title() | t.Maybe(t.Title())), t.Card():
            return _only_copy(scope, typed, span) or typed
        case Typed(expr=e.MakeSet(items), type=t.SetOf(t.Title() as title, size)), (
            t.SetOf(t.Card()) | t.ListOf(t.Card())
        ):
            copies = [_only_copy(scope, Typed(item, title), span) for item in items]
            known = tuple(copy.expr for copy in copies if copy is not None)
            if known and len(known) == len(items):
                return Typed(e.MakeSet(known), t.SetOf(t.Card(title.kind), size))
    return typed


def _only_copy(scope: Scope, title: Typed, span: Span) -> Typed | None:
    """Return the copy of a title: the only one, or the only one in a zone."""
    name, type = _definition(title.expr), plain(title.type)
    if name is None or not isinstance(type, t.Title):
        return None
    context, card = scope.context, t.Card(type.kind)
    if _copies(context, name) != 1:
        is_test = scope.claim and not isinstance(title.type, t.Maybe)
        return Typed(e.CopyInZone(title.expr, context.origin(span)), card) if is_test else None
    slot = context.new_slot("_", t.Card(), "member")
    titles = computed_titles(title.expr)
    one = title.expr if titles is None else e.Local(context.new_slot("_", type, "member"))
    copies: e.Expr = e.Where(slot, e.Everything("cards"), e.IsTitle(e.Local(slot), one))
    if titles is not None and isinstance(one, e.Local):
        copies = e.UnionOver(one.slot, titles, copies)
    return Typed(e.CallBuiltIn("first", (copies,)), t.Maybe(card))


def _definition(title: e.Expr) -> str | None:
    """Return the name of a definition, or the deck of one whose axes are computed."""
    match computed_titles(title):
        case e.Where(_, e.Everything(deck=deck)):
            return deck
    return title.name if isinstance(title, e.TitleValue) else None


def computed_titles(title: e.Expr) -> e.Where | None:
    """Return the definitions among which a card of a deck with computed axes is the first."""
    match title:
        case e.CallBuiltIn("first", (e.Where(_, e.Everything(deck=deck)) as titles,)) if deck:
            return titles
    return None


def _copies(context: Context, name: str) -> int | None:
    """Return how many copies there are of a card, of a table's row, or of each card of a deck."""
    if name in context.sole_cards:
        return 1
    symbol = context.symbols.get(name)
    if symbol is None:
        return None
    if isinstance(symbol.node, syntax.Card):
        return 1 if symbol.node.copies is None else symbol.node.copies
    rows = (card.copies for card in context.symbols.table_cards if card.node is symbol.node)
    return next(rows, None)


def report_twice(context: Context, nodes: Sequence[Node]) -> None:
    """Report each node that repeats the one before it."""
    for first, second in pairwise(nodes):
        same = type(first) is type(second) and first.span != second.span
        if same and _words(first) == _words(second):
            context.report(statement_errors.written_twice(second.span, at=first.span))


def report_asked_twice(context: Context, node: And | Or) -> None:
    """Report the last operand of `and` or `or` if it repeats an earlier one."""
    for operand in _operands(node.left, type(node)):
        if operand.span != node.right.span and _words(operand) == _words(node.right):
            context.report(statement_errors.asked_twice(node.right.span, at=operand.span))
            return


def _operands(node: Node, sign: type[And | Or]) -> Iterator[Node]:
    if isinstance(node, sign):
        yield from _operands(node.left, sign)
        yield node.right
    else:
        yield node


def _words(node: Node) -> list[str]:
    return node.span.text.split()
