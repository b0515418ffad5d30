"""
What an unreadable declaration would have declared.

A mistake in one declaration must not be blamed a second time on those that speak of it, and must
hide no other mistake.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Sequence

from ruleslang.resolve.symbols import Symbols
from ruleslang.resolve.tables import plain_name
from ruleslang.source.diagnostic import Diagnostic
from ruleslang.source.span import Source
from ruleslang.syntax import declarations as syntax
from ruleslang.syntax.node import Marks, Name, Text

IDENTIFIER = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
ANY_NAME = ""  # what a table declares of which nothing is known
IN_PARTS = re.compile(r"[a-z]+[ \t]+(\w+)(?:-|[ \t]+)(\w+)")  # a name of two words
NAMED_CARD = 3  # words of the head of a card: `card`, its name, its kind
LISTS = frozenset({"rulebook", "words", "die", "option", "reading", "kind", "board", "table"})


def unread_names(order: Iterable[syntax.Declaration]) -> frozenset[str]:
    """The names that unreadable declarations declare: after the head, all of a list, choices."""
    return frozenset(
        name
        for node in order
        if isinstance(node, syntax.Junk)
        for name in ((ANY_NAME,) if _is_table(node) else _names(node.span.text))
    )


def unread_rows(symbols: Symbols) -> frozenset[str]:
    """The names of rows that make no card: by their id, or by what it was meant to be."""
    cards = {id(symbol.node) for symbol in symbols.globals.values()}
    return frozenset(
        name
        for table in symbols.order
        if isinstance(table, syntax.Table)
        for row in table.rows[1:]
        if id(row) not in cards
        for cell in row.cells[:2]
        for name in (cell.text, plain_name(cell.text))
        if name
    )


def _is_table(node: syntax.Junk) -> bool:
    return node.span.source.is_table


def _names(text: str) -> tuple[str, ...]:
    title = re.search(r'"([^"\n]*)"', text)
    text = _plain(re.sub(r'"[^"\n]*"|#[^\n]*', "", text))
    words = IDENTIFIER.findall(text)
    if words[:1] == ["rulebook"]:
        return (*words, *(f"p{seat}" for seat in range(1, 65)))
    if words and (words[0] in LISTS or len(words) < 2):
        return tuple(words)
    head = IDENTIFIER.findall(text.partition("\n")[0])
    if title and head[:1] == ["card"] and len(head) < NAMED_CARD:
        return (*words, plain_name(title[1]))  # its name has no letter that can be read
    parts = IN_PARTS.match(text)
    joined = (f"{parts[1]}_{parts[2]}",) if parts else ()
    return (*words[1:2], *joined, *_choices(text))


def _plain(text: str) -> str:
    """Without accents, ligatures and what cannot be seen: the name that was meant."""
    return "".join(
        letter
        for letter in unicodedata.normalize("NFKD", text)
        if unicodedata.category(letter) not in ("Cf", "Mn")
    )


def _choices(text: str) -> tuple[str, ...]:
    """What an action's or play's head lets players choose: preferences may name it."""
    lists = re.findall(r"\bchoosing\b([^\n]*)", text)
    return tuple(name for each in lists for name in re.findall(r"(?:^|,)\s*(\w+)", each))


def without_consequences(
    diagnostics: Sequence[Diagnostic], unread: frozenset[str]
) -> tuple[Diagnostic, ...]:
    """The diagnostics but for those that only miss what an unreadable declaration declares."""
    return tuple(
        each
        for each in diagnostics
        if not (each.slug.startswith("unknown-") and each.span.text in unread)
        and not (each.slug in ("unknown-name", "unknown-row") and ANY_NAME in unread)
    )


def unread_header(trees: Sequence[syntax.Tree]) -> syntax.Header | None:
    """A header without lines in place of one that could not be read; None when there was none."""
    for tree in trees:
        for node in tree.declarations:
            if isinstance(node, syntax.Junk) and node.span.text.startswith("rulebook"):
                return _empty(tree.source, node)
    return None


def _empty(source: Source, node: syntax.Junk) -> syntax.Header:
    at = source.span(node.span.start, node.span.start)
    return syntax.Header(
        Name("unread", span=at), Text("unread", span=at), (), span=at, marks=Marks(span=at)
    )
