"""
From a text to nodes.

Nodes are built from the leaves up, without recursion, so that no text is too deep for this pass;
each rule has a plain function under its name in a table, and gets its place and what its parts
became.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from lark import Token, Tree

from ruleslang.source.span import Span
from ruleslang.syntax.build_cards import CARDS
from ruleslang.syntax.build_declarations import DECLARATIONS
from ruleslang.syntax.build_examples import EXAMPLES
from ruleslang.syntax.build_expressions import EXPRESSIONS
from ruleslang.syntax.build_statements import STATEMENTS
from ruleslang.syntax.builder_interface import Builder, Refused
from ruleslang.syntax.chunk import Chunk
from ruleslang.syntax.declarations import Cell, Declaration
from ruleslang.syntax.diagnostics.limits import (
    MAX_DEPTH,
    MAX_DIGITS,
    MAX_NAME,
    name_too_long,
    number_too_long,
    too_deep,
)
from ruleslang.syntax.expressions import Number
from ruleslang.syntax.grammar import parser
from ruleslang.syntax.node import Name

RULES: dict[str, Builder] = EXPRESSIONS | STATEMENTS | DECLARATIONS | CARDS | EXAMPLES


def build(chunk: Chunk) -> Declaration:
    """
    The declaration that a chunk says.

    Raises `UnexpectedInput` of Lark or `LayoutError` when it is no text of the language, `Refused`
    when it says what no tree can be.
    """
    tree = parser().parse(chunk.text + "\n")
    built: dict[int, tuple[Any, int]] = {}  # each node, and how many lie in one another there
    for each in _leaves_first(tree):
        parts, depth = [], 1
        for child in each.children:
            if isinstance(child, Tree):
                node, height = built[id(child)]
                parts.append(node)
                depth = max(depth, height + 1)
            elif child is None:
                parts.append(None)
            elif child.type != "EOL":
                parts.append(_leaf(child, chunk))
        span = chunk.span(each.meta.start_pos, each.meta.end_pos)
        if depth > MAX_DEPTH:
            raise Refused(too_deep(span))
        built[id(each)] = RULES[each.data](span, *parts), depth
    declaration: Declaration = built[id(tree)][0]
    return declaration


def _leaves_first(tree: Tree[Token]) -> Iterator[Tree[Token]]:
    """A tree and those in it, each behind those in itself, in the order of the text."""
    waiting, found = [tree], []
    while waiting:
        each = waiting.pop()
        found.append(each)
        waiting += [child for child in each.children if isinstance(child, Tree)]
    return reversed(found)


def _leaf(token: Token, chunk: Chunk) -> Any:
    make = LEAVES.get(token.type)
    if make is None:
        return str(token)
    return make(str(token), chunk.span(token.start_pos or 0, token.end_pos or 0))


def _name(text: str, span: Span) -> Name:
    if len(text) > MAX_NAME:
        raise Refused(name_too_long(span))
    return Name(text, span=span)


def _integer(text: str, span: Span) -> int:
    if len(text) > MAX_DIGITS:
        raise Refused(number_too_long(span))
    return int(text)


def _cell(text: str, span: Span) -> Cell:
    start = span.start + len(text) - len(text.lstrip())
    return Cell(text.strip(), span=Span(span.source, start, start + len(text.strip())))


LEAVES: dict[str, Any] = {
    "NAME": _name,
    "RULE_ID": _name,
    "INT": lambda text, span: Number(_integer(text, span), span=span),
    "COPIES": lambda text, span: _integer(text[1:], Span(span.source, span.start + 1, span.end)),
    "STRING": lambda text, span: text[1:-1],
    "CELL": _cell,
    "BAR": lambda text, span: span,
}
