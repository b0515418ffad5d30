"""The outline of a text: its declarations with their contents, and its foldable ranges."""

from __future__ import annotations

from collections.abc import Iterator

from attrs import frozen

from ruleslang.language.resolve.symbol_table import Symbols
from ruleslang.language.syntax import declarations as d
from ruleslang.language.syntax.examples import Claim, Example, Property
from ruleslang.language.syntax.node import Name, Node
from ruleslang.language.syntax.statements import Block
from ruleslang.language.syntax.walk import walk
from ruleslang.library.workspace.hover import title_of
from ruleslang.source.span import Span
from ruleslang.source.suggest import occurs_in


@frozen
class Entry:
    """One declaration: its name or title, its sort, its span and that of its name."""

    name: str
    what: str
    span: Span
    at: Span
    inside: tuple[Entry, ...] = ()


def outline(tree: d.Tree) -> tuple[Entry, ...]:
    """Return the declarations of a text, in order; those with syntax errors are left out."""
    entries = (_entry(node) for node in tree.declarations)
    return tuple(entry for entry in entries if entry is not None)


def _entry(node: d.Declaration) -> Entry | None:
    match node:
        case Example() | Claim():
            sort = "example" if isinstance(node, Example) else "claim"
            return Entry(title_of(node), sort, node.span, node.span.first_line)
        case d.Header():
            return Entry(node.name.text, "rulebook", node.span, node.name.span)
        case d.Table():
            inside = tuple(_rows(node))
            return Entry(node.kind.text, "table", node.span, node.kind.span, inside)
        case Property():
            return Entry(node.text.text, "property", node.span, node.text.span)
        case d.Measure():
            return Entry(node.text.text, "measure", node.span, node.text.span)
        case d.TopHook():
            name = node.hook.procedure
            return Entry(f"{node.hook.moment} {name.text}", "hook", node.span, name.span)
        case d.TopModify():
            name = node.modify.value
            return Entry(f"modify {name.text}", "modify", node.span, name.span)
    declared_name = getattr(node, "name", None)
    if not isinstance(declared_name, Name):
        return None
    return Entry(
        declared_name.text, _word_of(node), node.span, declared_name.span, tuple(_inside(node))
    )


def _word_of(node: Node) -> str:
    word = getattr(node, "word", None)
    if isinstance(word, str):
        return word
    return {d.TypeName: "type", d.RowRules: "card", d.Chooser: "player"}.get(
        type(node), type(node).__name__.lower()
    )


def _rows(table: d.Table) -> Iterator[Entry]:
    heads = [cell.text for cell in table.rows[0].cells] if table.rows else []
    if "id" not in heads:
        return
    at = heads.index("id")
    for row in table.rows[1:]:
        if at < len(row.cells) and row.cells[at].text:
            yield Entry(row.cells[at].text, "card", row.span, row.cells[at].span)


def _inside(node: d.Declaration) -> Iterator[Entry]:
    match node:
        case d.Kind(items=items):
            for item in items:
                if isinstance(item, d.KindField):
                    yield Entry(item.name.text, "field", item.span, item.name.span)
        case d.Words(words=words):
            for word in words:
                yield Entry(word.text, "word", word.span, word.span)


def found(symbols: Symbols, query: str) -> Iterator[Entry]:
    """Yield the rulebook's declarations whose names contain the letters of a query in order."""
    for symbol in symbols.all:
        if occurs_in(query, symbol.name):
            yield Entry(symbol.name, symbol.what, symbol.span, symbol.span)


@frozen
class Fold:
    """Lines, from 1, of which all but the first can be folded; `what` is `comment` or `region`."""

    first: int
    last: int
    what: str


def folds(tree: d.Tree) -> tuple[Fold, ...]:
    """Return the declarations, blocks and comments that span several lines."""
    spans = {node.span for node in tree.declarations}
    nodes = (node for item in tree.declarations for node in walk(item))
    spans |= {node.span for node in nodes if isinstance(node, Block) and not node.inline}
    folded = {_fold(span) for span in spans}
    regions = {fold.first: fold for fold in sorted(folded, key=lambda fold: fold.last)}
    return (*(fold for fold in regions.values() if fold.last > fold.first), *_comments(tree))


def _fold(span: Span) -> Fold:
    text = span.text
    first = span.line
    last = span.source.line_and_column(span.start + len(text.rstrip()))[0]
    start = span.source.text.rfind("\n", 0, span.start) + 1
    is_alone = not span.source.text[start : span.start].strip()
    above = first - 1 if is_alone and start and first > 1 and span.start > start else first
    return Fold(above, last, "region")


def _comments(tree: d.Tree) -> Iterator[Fold]:
    lines = sorted(comment.span.line for comment in tree.comments if comment.alone)
    begin = 0
    for at, line in enumerate(lines):
        if at + 1 == len(lines) or lines[at + 1] != line + 1:
            if line > lines[begin]:
                yield Fold(lines[begin], line, "comment")
            begin = at + 1
