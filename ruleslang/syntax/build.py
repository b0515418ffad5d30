"""
From a text to nodes.

Nodes are built from the leaves up, without recursion, so that no text is too deep for this pass;
each rule has a plain function under its name in a table, and gets its place and what its parts
became.
"""

from __future__ import annotations

from typing import Any

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
from ruleslang.syntax.lalr import Makers
from ruleslang.syntax.node import Name

RULES: dict[str, Builder] = EXPRESSIONS | STATEMENTS | DECLARATIONS | CARDS | EXAMPLES


def build(chunk: Chunk) -> Declaration:
    """
    The declaration that a chunk says.

    Raises `Stopped` or `LayoutError` when it is no text of the language, `Refused` when it says
    what no tree can be.
    """
    declaration: Declaration = parser().read(chunk, MAKERS)
    return declaration


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
MAKERS = Makers(RULES, LEAVES, MAX_DEPTH, lambda span: Refused(too_deep(span)))
