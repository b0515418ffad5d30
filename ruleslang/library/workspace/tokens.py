"""Classifies the words of a text for colouring."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Literal, TypeAlias

from attrs import frozen

from ruleslang.language.resolve.symbol_table import Symbols
from ruleslang.language.syntax.keywords import DECLARATIONS, KEYWORDS
from ruleslang.library.workspace.resolve_names import Use
from ruleslang.source.span import Source, Span

Colour: TypeAlias = Literal[
    "keyword",
    "comment",
    "string",
    "number",
    "citation",
    "operator",
    "function",
    "variable",
    "parameter",
    "type",
    "enumMember",
    "property",
    "event",
    "built-in",
]
TOKEN = re.compile(
    r"""
    (?P<comment>\#[^\n]*)
    | (?P<string>"[^"\n]*"?)
    | (?P<citation>\[[A-Z][^\]\n]*\])
    | (?P<number>\bx?\d+\b)
    | (?P<name>[^\W\d]\w*)
    | (?P<operator>\.\.|[<>]=?|[-+*/=])
    """,
    re.VERBOSE,
)
BY_WHAT: dict[str, Colour] = {
    **dict.fromkeys(("procedure", "phase", "check", "action", "value", "window"), "function"),
    **dict.fromkeys(("zone", "state", "dice", "history", "option", "reading"), "variable"),
    **dict.fromkeys(("kind", "words", "die", "type", "board", "piece", "deck"), "type"),
    **dict.fromkeys(("card", "player", "team", "space", "region"), "enumMember"),
}


@frozen
class Token:
    """A word with its class; `declares`: it is a declaration's name or first word."""

    span: Span
    colour: Colour
    declares: bool = False


def coloured(source: Source, uses: Sequence[Use], symbols: Symbols | None) -> Iterator[Token]:
    """Yield the classified words of a text in order; of a table only the names in it."""
    by_start = {use.span.start: use for use in uses}
    if source.is_table:
        yield from (Token(use.span, _token_class(use, symbols), use.declares) for use in uses)
        return
    for found in TOKEN.finditer(source.text):
        span, sort = source.span(*found.span()), found.lastgroup
        use = by_start.get(found.start())
        if sort == "name":
            if use is not None and use.span.end == found.end():
                yield Token(span, _token_class(use, symbols), use.declares)
            elif found.group() in KEYWORDS:
                at_margin = source.text[found.start() - 1 : found.start()] in ("", "\n")
                yield Token(span, "keyword", at_margin and found.group() in DECLARATIONS)
        else:
            yield from _plain(span, sort)


def word_at(source: Source, offset: int) -> Span | None:
    """Return the word at a position, or ending just before; none in comments and texts."""
    if source.is_table:
        return None
    begin = source.text.rfind("\n", 0, offset) + 1
    line = source.text[begin:].partition("\n")[0]
    for found in TOKEN.finditer(line):
        if found.lastgroup == "name" and found.start() <= offset - begin <= found.end():
            return source.span(begin + found.start(), begin + found.end())
    return None


def _plain(span: Span, sort: str | None) -> Iterator[Token]:
    match sort:
        case "comment" | "string" | "citation" | "number" | "operator":
            yield Token(span, sort)


def _token_class(use: Use, symbols: Symbols | None) -> Colour:
    """Return the colour class of a name."""
    match use.target.sort:
        case "declared":
            symbol = symbols.get(use.target.name) if symbols is not None else None
            return BY_WHAT.get(symbol.what if symbol is not None else "", "variable")
        case "local":
            return "parameter"
        case "field":
            return "property"
        case "word":
            return "enumMember"
        case "branch":
            return "event"
        case "built-in":
            return "built-in"
