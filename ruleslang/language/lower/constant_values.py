"""Evaluates values that are known before play: of fields, defaults, states and table cells."""

from __future__ import annotations

import re
from collections.abc import Sequence

from ruleslang.language.lower.constant_numbers import integer
from ruleslang.language.lower.context import Context
from ruleslang.language.lower.conversions import fit
from ruleslang.language.lower.diagnostics import types as errors
from ruleslang.language.lower.expressions import lower, raw
from ruleslang.language.lower.scope import Scope, Typed
from ruleslang.language.syntax import declarations as d
from ruleslang.language.syntax import expressions as syntax
from ruleslang.language.syntax.node import Name
from ruleslang.program import expressions as e
from ruleslang.program import types as t
from ruleslang.program.typing.lattice import is_collection, plain

__all__ = ["cell", "constant", "integer"]

ATOMS = (e.Literal, e.WordValue, e.SeatValue, e.TeamValue, e.TitleValue, e.SpaceValue)


def constant(context: Context, node: syntax.Expression, type: t.Type) -> e.Expr:
    """
    A constant of a type: a number, word or title, or a set or list of them; a single one may stand
    for a set.
    """
    scope = Scope(context).pure("a constant")
    wanted = plain(type)
    if isinstance(wanted, (t.SetOf, t.ListOf)) and not isinstance(
        node, (syntax.Braces, syntax.Range)
    ):
        typed = raw(scope, node, wanted)
        if not is_collection(typed.type):
            return constant(context, syntax.Braces((node,), span=node.span), type)
        typed = fit(scope, typed, wanted, node.span)
    else:
        typed = lower(scope, node, type)
    return _checked(context, node, typed)


def _checked(context: Context, node: syntax.Expression, typed: Typed) -> e.Expr:
    if not isinstance(typed.type, t.Unknown) and not is_constant(typed.expr):
        context.report(
            errors.not_constant(node.span, what="a number, a word, a title, or braces of them")
        )
    return typed.expr


def is_constant(expr: e.Expr) -> bool:
    """Whether an expression has the same value in every match."""
    match expr:
        case e.MakeSet(items) | e.MakeList(items):
            return all(is_constant(item) for item in items)
        case e.ListAsSet(operand):
            return is_constant(operand)
        case e.Range(low, high):
            return is_constant(low) and is_constant(high)
        case (
            e.Arithmetic(_, left, right)
            | e.Divide(left, right)
            | e.Union(left, right)
            | e.Join(left, right)
        ):
            return is_constant(left) and is_constant(right)
        case e.Everything("words" | "titles" | "definitions of"):
            return True
        case _:
            return isinstance(expr, ATOMS)


# ---------------------------------------------------------------- cells

NUMBER = re.compile(r"[+-]?[0-9]{1,15}")  # the most digits of a number in a text
NAME = re.compile(r"[A-Za-z_]\w*")
WORDS = {"yes": True, "no": False}


def cell(context: Context, node: d.Cell, type: t.Type) -> e.Expr:
    """
    A cell of a table, parsed by the type of its column; the caller handles `-`, the default.

    A number, a word, a title, `yes`, `no`, `none`, a range `2..5`, a list `a, b`, or a set, with or
    without braces.
    """
    if plain(type) == t.Never():
        return e.Literal(None)  # the type has its own error
    written = _written(node)
    if written is None:
        context.report(errors.cell_unread(node.span, type, words_of(context, type)))
        return e.Literal(None)
    mark = context.mark()
    value = constant(context, written, type)
    if len(context.diagnostics) > mark[0]:
        context.rewind(mark)
        context.report(errors.cell_unread(node.span, type, words_of(context, type)))
    return value


def words_of(context: Context, type: t.Type) -> Sequence[str]:
    """The words that a cell may hold, if its type is a list of words."""
    return context.symbols.words_of(type.list) if isinstance(type, t.WordOf) else ()


def _written(node: d.Cell) -> syntax.Expression | None:
    """The content of a cell as an expression; None if it cannot be parsed."""
    text = node.text.strip()
    braced = text.startswith("{") and text.endswith("}")
    parts = (text[1:-1] if braced else text).split(",")
    if braced and not parts[0].strip():
        return syntax.Braces((), span=node.span)
    atoms = [_atom(part.strip(), node) for part in parts]
    known = [atom for atom in atoms if atom is not None]
    if len(known) != len(atoms):
        return None
    return syntax.Braces(tuple(known), span=node.span) if braced or len(known) > 1 else known[0]


def _atom(text: str, node: d.Cell) -> syntax.Expression | None:
    low, dots, high = text.partition("..")
    if dots:
        ends = _atom(low.strip(), node), _atom(high.strip(), node)
        return (
            None
            if ends[0] is None or ends[1] is None
            else syntax.Range(ends[0], ends[1], span=node.span)
        )
    if NUMBER.fullmatch(text):
        value = int(text)
        number = syntax.Number(abs(value), span=node.span)
        return number if value >= 0 else syntax.Negate(number, span=node.span)
    if text in WORDS:
        return syntax.Truth(WORDS[text], span=node.span)
    if text == "none":
        return syntax.Nothing(span=node.span)
    return Name(text, span=node.span) if NAME.fullmatch(text) else None
