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
from ruleslang.syntax.build_declarations import DECLARATIONS
from ruleslang.syntax.build_expressions import EXPRESSIONS
from ruleslang.syntax.build_statements import STATEMENTS
from ruleslang.syntax.declarations import Cell, Declaration
from ruleslang.syntax.expressions import Number
from ruleslang.syntax.node import Name
from ruleslang.syntax.parts import Builder
from ruleslang.syntax.piece import Piece

RULES: dict[str, Builder] = EXPRESSIONS | STATEMENTS | DECLARATIONS


def build(tree: Tree[Token], piece: Piece) -> Declaration:
    """The declaration that a parse tree of this piece says."""
    built: dict[int, Any] = {}
    for subtree in tree.iter_subtrees():
        parts = [
            built[id(child)] if isinstance(child, Tree) else _leaf(child, piece)
            for child in subtree.children
            if not (isinstance(child, Token) and child.type == "EOL")
        ]
        meta = subtree.meta
        built[id(subtree)] = RULES[subtree.data](piece.span(meta.start_pos, meta.end_pos), *parts)
    declaration: Declaration = built[id(tree)]
    return declaration


def _leaf(token: Token | None, piece: Piece) -> Any:
    if token is None:
        return None
    kind = LEAVES.get(token.type)
    return kind(token, piece.span(token.start_pos or 0, token.end_pos or 0)) if kind else str(token)


def _cell(text: str, span: Span) -> Cell:
    start = span.start + len(text) - len(text.lstrip())
    return Cell(text.strip(), span=Span(span.source, start, start + len(text.strip())))


LEAVES: dict[str, Any] = {
    "NAME": lambda text, span: Name(str(text), span=span),
    "RULE_ID": lambda text, span: Name(str(text), span=span),
    "INT": lambda text, span: Number(int(text), span=span),
    "COPIES": lambda text, span: int(text[1:]),
    "STRING": lambda text, span: text[1:-1],
    "CELL": _cell,
    "BAR": lambda text, span: span,
}
