"""Evaluates values that are known before play: of fields, defaults, states and table cells."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TypeVar

from ruleslang.language.lower.constant_numbers import folded, integer
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
from ruleslang.program.walk import rebuilt, walk

__all__ = ["cell", "constant", "integer"]

T = TypeVar("T")
ATOMS = e.Literal, e.WordValue, e.SeatValue, e.TeamValue, e.TitleValue, e.SpaceValue
COMPUTED = e.MakeSet, e.MakeList, e.ListAsSet, e.Range, e.Arithmetic, e.Divide, e.Union, e.Join
CONSTANT = (*ATOMS, *COMPUTED)
LISTED = ("words", "titles", "definitions of")


def constant(context: Context, node: syntax.Expression, type: t.Type) -> e.Expr:
    """Lower a constant: a number, word, title or space, or a collection; one is a set of itself."""
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
    value = _with_spaces(context, typed.expr)
    if not isinstance(typed.type, t.Unknown) and not is_constant(value):
        what = "a number, a word, a title, a space of the board, or braces of them"
        context.report(errors.not_constant(node.span, what=what))
    return value


def _with_spaces(context: Context, value: T) -> T | e.SpaceValue:
    """Return a value with each `cell(2, 3)` of a board of a known size as that space."""
    match value:
        case e.CallBuiltIn("cell", (e.Literal(int(x)), e.Literal(int(y))), board=str(name)):
            board = context.symbols.declared(name, d.Board)
            sizes = [folded(size) or 0 for size in board.shape.sizes] if board else [0]
            columns, rows = (*sizes, 1)[:2]
            if 1 <= x <= columns and 1 <= y <= rows:
                return e.SpaceValue(name, (y - 1) * columns + x - 1)
    return rebuilt(value, lambda _, part: _with_spaces(context, part))


def is_constant(expr: e.Expr) -> bool:
    """Return whether an expression has the same value in every match."""
    return all(
        isinstance(part, CONSTANT) or (isinstance(part, e.Everything) and part.what in LISTED)
        for part in walk(expr)
    )


# ---------------------------------------------------------------- cells

NUMBER = re.compile(r"[+-]?[0-9]{1,15}")  # the most digits of a number in a text
NAME = re.compile(r"[A-Za-z_]\w*")
WORDS = {"yes": True, "no": False}


def cell(context: Context, node: d.Cell, type: t.Type) -> e.Expr:
    """
    Return a cell of a table, parsed by the type of its column; the caller handles `-`, the default.

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
    """Return the words that a cell may hold, if its type is a list of words."""
    return context.symbols.words_of(type.list) if isinstance(type, t.WordOf) else ()


def _written(node: d.Cell) -> syntax.Expression | None:
    """Return the content of a cell as an expression; None if it cannot be parsed."""
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
