"""
From a parse tree to nodes.

Rules are built from the leaves up, without recursion, so that no text is too deep for this pass;
each rule has a plain function under its name in a table, and gets its place and what its parts
became.
"""

from __future__ import annotations

from typing import Any

from lark import Token, Tree

from ruleslang.source.span import Span
from ruleslang.syntax.build_cards import CARDS
from ruleslang.syntax.build_declarations import DECLARATIONS
from ruleslang.syntax.build_examples import EXAMPLES
from ruleslang.syntax.build_expressions import EXPRESSIONS
from ruleslang.syntax.build_parts import Builder, Refused
from ruleslang.syntax.build_statements import STATEMENTS
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
from ruleslang.syntax.node import Name

RULES: dict[str, Builder] = EXPRESSIONS | STATEMENTS | DECLARATIONS | CARDS | EXAMPLES


def build(tree: Tree[Token], chunk: Chunk) -> Declaration:
    """The declaration that a parse tree of this chunk says."""
    built: dict[int, Any] = {}
    depths: dict[int, int] = {}
    for subtree in tree.iter_subtrees():
        parts = [
            built[id(child)] if isinstance(child, Tree) else _leaf(child, chunk)
            for child in subtree.children
            if not (isinstance(child, Token) and child.type == "EOL")
        ]
        span = chunk.span(subtree.meta.start_pos, subtree.meta.end_pos)
        depths[id(subtree)] = 1 + max(
            (depths.get(id(child), 0) for child in subtree.children), default=0
        )
        if depths[id(subtree)] > MAX_DEPTH:
            raise Refused(too_deep(span))
        built[id(subtree)] = RULES[subtree.data](span, *parts)
    declaration: Declaration = built[id(tree)]
    return declaration


def _leaf(token: Token | None, chunk: Chunk) -> Any:
    if token is None:
        return None
    kind = LEAVES.get(token.type)
    return kind(token, chunk.span(token.start_pos or 0, token.end_pos or 0)) if kind else str(token)


def _name(text: str, span: Span) -> Name:
    if len(text) > MAX_NAME:
        raise Refused(name_too_long(span))
    return Name(str(text), span=span)


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
