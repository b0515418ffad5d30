"""
Names that a mistake may have kept from being declared.

An unreadable declaration still declares its names here, and so does a row that makes no card: an
error about such a name follows from that mistake and is marked so. A mistake must not be reported a
second time at the uses of its names, and must not hide other mistakes.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from string import ascii_lowercase

from ruleslang.language.resolve.symbol_table import Poison, Symbol, TableCard
from ruleslang.language.syntax import declarations as syntax
from ruleslang.language.syntax.keywords import DECLARATIONS
from ruleslang.language.syntax.node import Marks, Name, Text
from ruleslang.source.diagnostic import Diagnostic, Need
from ruleslang.source.span import Source, Span
from ruleslang.source.suggest import plain_name

IDENTIFIER = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
IN_PARTS = re.compile(r"[a-z]+((?:[ \t-]+[^\W\d]\w*){2,})")  # a name of several words
LIST_WITH_A_WORD = 3  # words of it: `words`, its name, its first word
MOST_PARTS = 6
NAMED_CARD = 3  # words of the head of a card: `card`, its name, its kind
PLACES = frozenset({"type", "board", "zone", "state", "dice"})
SPACES = tuple(f"{letter}{row}" for letter in ascii_lowercase for row in range(1, 41))  # `a1..`
NAMING_FILES = (syntax.CardFolders, syntax.Uses)
LISTS = frozenset({"rulebook", "words", "die", "option", "reading", "kind", "board", "table"})
NAMES_NO_FILE = tuple(
    line.split()[0] for kind, line in syntax.HEADER_LINES.items() if kind not in NAMING_FILES
)


def poisoned(
    trees: Sequence[syntax.Tree],
    table: Mapping[str, Symbol],
    cards: Iterable[TableCard],
    diagnostics: Sequence[Diagnostic],
) -> Poison:
    """Return the names that mistakes in declarations leave unknown."""
    order = [node for tree in trees for node in tree.declarations]
    junk = [node for node in order if isinstance(node, syntax.Junk)]
    rows = _of_broken_tables(order, {id(symbol.node) for symbol in table.values()})
    names = {name: node.span for node in junk if not _is_table(node) for name in _names(node)}
    taken = {
        diagnostic.subject.name: diagnostic.span
        for diagnostic in diagnostics
        if diagnostic.slug == "duplicate-name" and diagnostic.subject is not None
    }
    offered = {
        word: node.span for node in junk for word in IDENTIFIER.findall(_plain(node.span.text))
    }
    needs: dict[Need, Span] = {need: node.span for node in junk for need in _needs(node)}
    for diagnostic in diagnostics:
        if diagnostic.slug == "wrong-cell-count":
            needs["tables"] = diagnostic.span  # the effect of the row's card is unknown
    if junk and not any(isinstance(node, syntax.Header) for node in order):
        needs["folders"] = junk[0].span  # which files and pieces there are is not known
    for span in _missing_folders(order, trees):
        needs["folders"] = span
    return Poison({**_filled_in_kinds(order), **rows, **names}, taken, offered, needs)


def _filled_in_kinds(order: Iterable[syntax.Declaration]) -> dict[str, Span]:
    """Return fields that a kind fills instead of declaring them, and the decks made of them."""
    order = list(order)
    fields = {
        (node.name.text, item.name.text): item.name.span
        for node in order
        if isinstance(node, syntax.Kind)
        for item in node.items
        if isinstance(item, syntax.Field)
    }
    decks = {
        node.name.text: span
        for node in order
        if isinstance(node, syntax.Deck)
        for (kind, _), span in fields.items()
        if kind == node.kind.text
    }
    return {**{field: span for (_, field), span in fields.items()}, **decks}


def _of_broken_tables(order: Iterable[syntax.Declaration], cards: set[int]) -> dict[str, Span]:
    """Return names in tables with a row that makes no card: ids, and what may be meant as ids."""
    return {
        name: row.span
        for table in order
        if isinstance(table, syntax.Table)
        and any(id(row) not in cards for row in table.rows[1:])  # are its columns exchanged?
        for row in table.rows[1:]
        for cell in row.cells[:2]
        for name in (cell.text, plain_name(cell.text))
        if name
    }


def _missing_folders(
    order: Iterable[syntax.Declaration], trees: Sequence[syntax.Tree]
) -> Iterator[Span]:
    """Yield the folders of cards that the header names and of which no file was read."""
    read = [f"/{tree.source.name}" for tree in trees]
    for header in order:
        for item in header.items if isinstance(header, syntax.Header) else ():
            for name in item.names if isinstance(item, syntax.CardFolders) else ():
                inside, alone = f"/cards/{name.text}/", f"/{name.text}.cards"
                if not any(inside in file or file.endswith(alone) for file in read):
                    yield name.span


def _is_table(node: syntax.Junk) -> bool:
    return node.span.source.is_table


def _names(node: syntax.Junk) -> tuple[str, ...]:
    """Return the names that it may declare: after its head, in a list, and its choices."""
    text = node.span.text
    title = re.search(r'"([^"\n]*)"', text)
    if text.startswith(("words", "die")):
        text = text.replace('"', "")  # a list in quotes
    text = _plain(re.sub(r'"[^"\n]*"|#[^\n]*', "", text))
    words = IDENTIFIER.findall(text)
    if words[:1] == ["rulebook"] or node.in_header:
        joined = (
            f"{left}_{right}" for left, right in re.findall(r"\b(\w+) (?:and|or|&) (\w+)", text)
        )
        return (*words, *joined, *(f"p{seat}" for seat in range(1, 65)))
    if words[:1] == ["board"]:
        words += SPACES
    if words and (words[0] in LISTS or len(words) < 2):
        parted = re.findall(r"\b[^\W\d]\w*(?:[ -][^\W\d]\w*)+", text.partition(":")[2])
        return (*words, *(re.sub(r"[ -]", "_", part) for part in parted))
    head = IDENTIFIER.findall(text.partition("\n")[0])
    if words and words[0] not in DECLARATIONS:
        return tuple(head)  # it may have meant any of them
    if title and head[:1] == ["card"] and len(head) < NAMED_CARD:
        return (*words, plain_name(title[1]))  # its name has no letter that can be read
    named = words[1:2] if len(head) > 1 or not title else [plain_name(title[1])]
    typed = re.match(r"(?:state|zone|dice) \w+ (\w+)", text)  # its type before its name
    return (*named, *(typed.groups() if typed else ()), *_joined(text), *_choices(text))


def _joined(text: str) -> Iterator[str]:
    """Yield what a name of several words may be meant to be: its first two, its first three, …"""
    match = IN_PARTS.match(text)
    parts = IDENTIFIER.findall(match[1]) if match else []
    for many in range(2, min(len(parts), MOST_PARTS) + 1):
        yield "_".join(parts[:many])


def _needs(node: syntax.Junk) -> tuple[Need, ...]:
    """Return the parts of the rulebook that an unread text may have declared."""
    text = node.span.text
    if _is_table(node):
        return ("tables",)
    if node.in_header or text.startswith("rulebook"):
        return () if text.startswith(NAMES_NO_FILE) else ("folders", "places")
    if text.startswith("words") and len(IDENTIFIER.findall(text)) < LIST_WITH_A_WORD:
        return ("decks", "tables")
    if text.startswith(("words", "kind", "deck")):
        return ("decks",)
    if text.startswith("die "):
        return ("faces",)
    if text.startswith("window"):
        return ("under way",)
    if text.startswith("board"):
        return ("spaces", "places")
    declared = text.partition(" ")[0] in DECLARATIONS - PLACES
    return () if declared else ("places",)


def _plain(text: str) -> str:
    """Return the name that was meant, without accents, ligatures and what cannot be seen."""
    return "".join(
        letter
        for letter in unicodedata.normalize("NFKD", text)
        if unicodedata.category(letter) not in ("Cf", "Mn")
    )


def _choices(text: str) -> tuple[str, ...]:
    """Return what an action's or play's head lets players choose: preferences may name it."""
    lists = re.findall(r"\bchoosing\b([^\n]*)", text)
    return tuple(name for words in lists for name in re.findall(r"(?:^|,)\s*(\w+)", words))


def unread_header(trees: Sequence[syntax.Tree]) -> syntax.Header | None:
    """Return a header without lines in place of an unreadable one; `None` when there was none."""
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
