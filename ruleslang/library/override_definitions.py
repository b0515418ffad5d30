"""Overlays the definitions of a user's file on a rulebook: replaces known ones, adds new ones."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TypeAlias, TypeGuard

from attrs import evolve, frozen

from ruleslang.language.syntax import declarations as d
from ruleslang.library import file_diagnostics as errors
from ruleslang.library.find_rulebook import Place
from ruleslang.library.read_file import read_source
from ruleslang.library.read_rulebook_files import RulebookFiles, parse_file
from ruleslang.source.diagnostic import Diagnostic, Severity, has_error
from ruleslang.source.span import Source, Span


def overlaid(rulebook: RulebookFiles, source: Source) -> RulebookFiles:
    """
    Return the rulebook with the definitions of `source` overlaid.

    Always: a replaced card or row keeps its position in the order of the text, so that all other
    definitions are dealt and drawn as before. Additions to a list of words, a window's offers or an
    option's values come after the existing ones.
    """
    tree, problems = parse_file(source)
    rulebook, tree = _extended(rulebook, tree)
    held = {name for old in rulebook.trees for name, _ in _definitions(old)}
    over: dict[str, d.Declaration] = {}
    for name, definition in _definitions(tree):
        if name in held:
            over.setdefault(name, definition)
    texts = _text_rows(tree)
    trees = (*(_replaced(old, over, texts) for old in rulebook.trees), _new_definitions(tree, over))
    return evolve(rulebook, trees=trees, diagnostics=(*rulebook.diagnostics, *problems))


Extensible: TypeAlias = d.Words | d.Window | d.Option


def _extended(rulebook: RulebookFiles, tree: d.Tree) -> tuple[RulebookFiles, d.Tree]:
    """Return the rulebook with its lists extended by the tree, and the tree without these."""
    known = {
        (type(item), item.name.text): item
        for old in rulebook.trees
        for item in old.declarations
        if isinstance(item, Extensible)
    }
    longer: dict[int, Extensible] = {}
    declarations: list[d.Declaration] = []
    for item in tree.declarations:
        old = known.get((type(item), item.name.text)) if isinstance(item, Extensible) else None
        new = None if old is None else _with_more(longer.get(id(old), old), item)
        if old is None or new is None:
            declarations.append(item)
        else:
            longer[id(old)] = new
    if not longer:
        return rulebook, tree
    trees = tuple(
        evolve(old, declarations=tuple(longer.get(id(item), item) for item in old.declarations))
        for old in rulebook.trees
    )
    return evolve(rulebook, trees=trees), evolve(tree, declarations=tuple(declarations))


def _with_more(old: Extensible, item: d.Declaration) -> Extensible | None:
    """Return a declaration merged with another of its name; None if that does more than add."""
    match old, item:
        case d.Words(), d.Words():
            return evolve(old, words=(*old.words, *item.words))
        case d.Window(), d.Window(
            parameters=(), text=None, asks=None, offers=d.Offers() as more, closes=None
        ):
            offered = old.offers.actions if old.offers is not None else ()
            return evolve(old, offers=evolve(more, actions=(*offered, *more.actions)))
        case d.Option(numbers=None), d.Option(numbers=None, text=None, values=values) if (
            old.word == item.word and not any(value.default for value in values)
        ):
            return evolve(old, values=(*old.values, *values))
    return None


def _definitions(tree: d.Tree) -> Iterator[tuple[str, d.Declaration]]:
    """Yield every card, and every row as its own table, by name."""
    for item in tree.declarations:
        if isinstance(item, d.Card):
            yield item.name.text, item
        elif isinstance(item, d.RowRules):
            yield _key_beside_row(item), item
        elif isinstance(item, d.Table) and item.rows:
            head = item.rows[0]
            yield from ((_id(head, row), _part(item, (row,))) for row in item.rows[1:])


def _key_beside_row(rules: d.RowRules) -> str:
    """Return the key for the lines beside a row, which are replaced apart from the row."""
    return f"{rules.name.text} beside its row"


def _part(table: d.Table, rows: tuple[d.Row, ...]) -> d.Table:
    """Return a table with some of the rows."""
    return evolve(table, rows=(table.rows[0], *rows))


def _text_rows(tree: d.Tree) -> frozenset[tuple[str, str]]:
    """Return the texts that rows of the tree's text tables translate."""
    tables = [item for item in tree.declarations if isinstance(item, d.TextTable) and item.rows]
    return frozenset(_key(table.rows[0], row) for table in tables for row in table.rows[1:])


def _key(head: d.Row, row: d.Row) -> tuple[str, str]:
    return _cell(head, row, "what"), _cell(head, row, "original")


def _other_texts(
    table: d.TextTable, over: Mapping[str, d.Declaration], texts: frozenset[tuple[str, str]]
) -> d.TextTable:
    """Return a text table without the overridden rows."""
    replaced = {what for what, _ in texts} & set(over)
    head, *rows = table.rows
    keys = {row: _key(head, row) for row in rows}
    kept = (row for row, key in keys.items() if key[0] not in replaced and key not in texts)
    return evolve(table, rows=(head, *kept))


def _replaced(
    tree: d.Tree, over: Mapping[str, d.Declaration], texts: frozenset[tuple[str, str]]
) -> d.Tree:
    """Return the tree with its own definitions and texts overridden."""
    changed: list[d.Declaration] = []
    for item in tree.declarations:
        if isinstance(item, d.Card):
            changed += _in_place(item, over.get(item.name.text, item))
        elif isinstance(item, d.RowRules):
            changed += _beside_new_row(item, over)
        elif isinstance(item, d.Table) and item.rows:
            changed += _parted(item, over)
        elif isinstance(item, d.TextTable) and item.rows:
            changed.append(_other_texts(item, over, texts))
        else:
            changed.append(item)
    return evolve(tree, declarations=tuple(changed))


def _in_place(card: d.Card, new: d.Declaration) -> Iterator[d.Declaration]:
    """
    Yield the replacement of a card.

    A row of a file cannot state plays, effects or options: a card in the language keeps these, and
    only takes the values of the row's columns.
    """
    if not _is_row_of_file(new):
        yield new
        return
    copies = {} if card.copies is None else {"copies": str(card.copies)}
    cells = {name: d.Cell(text, span=card.span) for name, text in copies.items()}
    yield evolve(_with_cells(new, cells), only_under=card.only_under)
    kept = tuple(item for item in card.items if _is_kept(item, _columns(new)))
    if kept:
        yield d.RowRules(card.name, None, kept, span=card.span, marks=card.marks)


def _beside_new_row(
    rules: d.RowRules, over: Mapping[str, d.Declaration]
) -> Iterator[d.Declaration]:
    """Yield the lines beside a row, without those that a file's new row states in its columns."""
    row = over.get(rules.name.text)
    if isinstance(row, d.Card):
        return  # the row is removed
    if _key_beside_row(rules) in over or not _is_row_of_file(row):
        yield over.get(_key_beside_row(rules), rules)
        return
    columns = _columns(row)
    yield evolve(rules, items=tuple(item for item in rules.items if _is_kept(item, columns)))


def _is_row_of_file(new: d.Declaration | None) -> TypeGuard[d.Table]:
    return isinstance(new, d.Table) and new.span.source.is_table


def _columns(table: d.Table) -> set[str]:
    return {cell.text.partition("(")[0].strip() for cell in table.rows[0].cells}


def _with_cells(new: d.Table, cells: Mapping[str, d.Cell]) -> d.Table:
    """Return a row of a file with the cells that stay, since the file has no such column."""
    head, row = new.rows
    if len(head.cells) != len(row.cells):
        return new  # reported later
    columns = _columns(new)
    stay = {
        name: cell
        for name, cell in cells.items()
        if name.partition("(")[0].strip() not in columns and not name.startswith("(")
    }
    names = tuple(d.Cell(name, span=cell.span) for name, cell in stay.items())
    head, row = (
        evolve(line, cells=(*line.cells, *more))
        for line, more in ((head, names), (row, stay.values()))
    )
    return evolve(new, rows=(head, row))


def _is_kept(item: d.CardItem, columns: set[str]) -> bool:
    match item:
        case d.Field():
            return item.name.text not in columns
        case d.RulesText():
            return "text" not in columns
        case _:
            return True


def _in_place_of_row(table: d.Table, row: d.Row, new: d.Declaration) -> d.Declaration:
    """Return the replacement of a row: one of a file keeps the options, and cells that it lacks."""
    if not _is_row_of_file(new):
        return new
    names = (cell.text for cell in table.rows[0].cells)
    cells = dict(zip(names, row.cells, strict=False))
    return evolve(_with_cells(new, cells), only_under=table.only_under)


def _parted(table: d.Table, over: Mapping[str, d.Declaration]) -> Iterator[d.Declaration]:
    """Yield the remaining rows, split where a definition replaces a row."""
    head, *rows = table.rows
    kept: tuple[d.Row, ...] = ()
    for row in rows:
        if (new := over.get(_id(head, row))) is None:
            kept = (*kept, row)
            continue
        if kept:
            yield _part(table, kept)
        yield _in_place_of_row(table, row, new)
        kept = ()
    if kept or not rows:
        yield _part(table, kept)


def _new_definitions(tree: d.Tree, over: Mapping[str, d.Declaration]) -> d.Tree:
    """Return the new definitions of the tree: all that replace nothing."""
    placed = set(map(id, over.values())) | {
        id(item.rows[1]) for item in over.values() if isinstance(item, d.Table)
    }
    added = (_new(item, placed) for item in tree.declarations)
    return evolve(tree, declarations=tuple(item for item in added if item is not None))


def _new(item: d.Declaration, placed: set[int]) -> d.Declaration | None:
    if not isinstance(item, d.Table) or len(item.rows) <= 1:
        return None if id(item) in placed else item
    rows = tuple(row for row in item.rows[1:] if id(row) not in placed)
    return _part(item, rows) if rows else None


def _id(head: d.Row, row: d.Row) -> str:
    """Return the name that a row defines; empty when its cell is missing."""
    return _cell(head, row, "id")


def _cell(head: d.Row, row: d.Row, column: str) -> str:
    place = next((place for place, cell in enumerate(head.cells) if cell.text == column), 0)
    return row.cells[place].text if place < len(row.cells) else ""


NOT_REPLACED = (
    "a file of `--cards` replaces cards and rows of tables, and adds words to a list, values to an "
    "option, and to a window, with a line `offers A` alone, actions; what else a rule does, change "
    "with `before`, `after`, `instead of` or `modify`"
)


def of_overlays(diagnostics: Sequence[Diagnostic], cards: Sequence[str]) -> tuple[Diagnostic, ...]:
    """
    Return the diagnostics, without those about numbers in a rulebook's text, which count replaced
    cards too. An unknown name in an overlay gets help on what overlays can do.
    """
    names = {Path(name).name for name in cards}
    return tuple(
        evolve(diagnostic, help=NOT_REPLACED)
        if diagnostic.slug == "duplicate-name"
        and diagnostic.span.source.name in names
        and any(label.span.source.name not in names for label in diagnostic.labels)
        else diagnostic
        for diagnostic in diagnostics
        if diagnostic.slug != "two-numbers" or diagnostic.span.source.name in names
    )


TEXT_FILE = f"{d.TEXTS}.csv"
HARMLESS = ("empty-kind", "missing-text")


@frozen
class _Unread:
    """
    A kind, the table of its cards that was not read, and the words in it.

    For a table of texts it is the header's line about languages.
    """

    kind: Span
    file: str
    words: frozenset[str]


def with_unread(
    place: Place, files: RulebookFiles, diagnostics: Sequence[Diagnostic]
) -> tuple[Diagnostic, ...]:
    """
    Return the diagnostics with one for each such table.

    It replaces those that the kind has no cards, and that its cards are unknown.
    """
    remaining = tuple(diagnostics)
    for table in _unread(place, files):
        kept = tuple(diagnostic for diagnostic in remaining if not _follows(diagnostic, table))
        missed = any(
            diagnostic.slug not in HARMLESS for diagnostic in remaining if diagnostic not in kept
        )
        unread = errors.unread_table(table.kind, file=table.file)
        severity = Severity.ERROR if missed else Severity.WARNING
        remaining = (*kept, evolve(unread, severity=severity))
    return remaining


def _follows(diagnostic: Diagnostic, table: _Unread) -> bool:
    span = diagnostic.span
    if diagnostic.slug == "missing-text":
        return table.file == TEXT_FILE
    if diagnostic.slug == "empty-kind":
        return span.source == table.kind.source and span.start <= table.kind.start < span.end
    return diagnostic.slug.startswith("unknown-") and span.text in table.words


def _unread(place: Place, files: RulebookFiles) -> Iterator[_Unread]:
    """Yield the tables beside a one-file rulebook for its kinds or its texts."""
    if not place.path.is_file():
        return
    read = {tree.source.name.rpartition("/")[2] for tree in files.trees}
    # There may be hundreds of files: only tables become paths.
    names = (name for name in os.listdir(place.folder) if name.lower().endswith(".csv"))
    beside = (place.folder / name for name in names)
    tables = {path.stem: path for path in beside if path.name not in read}
    for tree in files.trees:
        for node in tree.declarations:
            if isinstance(node, d.Kind) and node.name.text in tables:
                path = tables[node.name.text]
                yield _Unread(node.name.span, path.name, frozenset(_words_of_table(path)))
            elif isinstance(node, d.Header) and d.TEXTS in tables:
                lines = (item for item in node.items if isinstance(item, d.TextsIn))
                yield from (_Unread(line.span, TEXT_FILE, frozenset()) for line in lines)
            for name in (d.LOOKS, d.RULES):
                if isinstance(node, d.Header) and name in tables:
                    yield _Unread(node.name.span, tables[name].name, frozenset())


def _words_of_table(path: Path) -> Iterator[str]:
    """Yield the words in a table's cells."""
    if path.is_symlink() or not path.is_file():  # it may be a link, or a pipe, which would block
        return
    source, problems = read_source(path, path.name)
    if has_error(problems):
        return
    tree, _ = parse_file(source)
    for table in tree.declarations:
        if isinstance(table, d.Table):
            yield from (cell.text for row in table.rows for cell in row.cells)
