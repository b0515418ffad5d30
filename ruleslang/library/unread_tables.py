"""Reports CSV tables that lie beside the only file that is read."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from pathlib import Path

from attrs import frozen

from ruleslang.library import diagnostics as say
from ruleslang.library.find_rulebook import Place
from ruleslang.library.read_rulebook_files import Gathered, parse_file
from ruleslang.library.read_source_file import read_source
from ruleslang.source.diagnostic import Diagnostic
from ruleslang.source.span import Span
from ruleslang.syntax.declarations import TEXTS, Header, Kind, Table, TextsIn

TEXT_FILE = f"{TEXTS}.csv"
HARMLESS = ("empty-kind", "missing-text")


@frozen
class _Unread:
    """
    The name of a kind, the table of its cards that is not read, and what stands in there.

    Of a table of texts it is the header's line about languages.
    """

    kind: Span
    file: str
    words: frozenset[str]


def with_unread(
    place: Place, files: Gathered, found: Sequence[Diagnostic]
) -> tuple[Diagnostic, ...]:
    """
    The diagnostics and one for each such table.

    It stands for those that its kind has no cards, and that its cards are unknown.
    """
    diagnostics = tuple(found)
    for table in _unread(place, files):
        rest = tuple(each for each in diagnostics if not _follows(each, table))
        missed = any(each.slug not in HARMLESS for each in diagnostics if each not in rest)
        said = (say.missed_table if missed else say.unread_table)(table.kind, table.file)
        diagnostics = (*rest, said)
    return diagnostics


def _follows(diagnostic: Diagnostic, table: _Unread) -> bool:
    span = diagnostic.span
    if diagnostic.slug == "missing-text":
        return table.file == TEXT_FILE
    if diagnostic.slug == "empty-kind":
        return span.source == table.kind.source and span.start <= table.kind.start < span.end
    return diagnostic.slug.startswith("unknown-") and span.text in table.words


def _unread(place: Place, files: Gathered) -> Iterator[_Unread]:
    """The tables beside a rulebook of one file that are of its kinds, or of its texts."""
    if not place.path.is_file():
        return
    read = {tree.source.name.rpartition("/")[2] for tree in files.trees}
    # There may be hundreds of other files: only tables become paths.
    names = (name for name in os.listdir(place.folder) if name.lower().endswith(".csv"))
    beside = (place.folder / name for name in names)
    tables = {path.stem: path for path in beside if path.name not in read}
    for tree in files.trees:
        for node in tree.declarations:
            if isinstance(node, Kind) and node.name.text in tables:
                path = tables[node.name.text]
                yield _Unread(node.name.span, path.name, frozenset(_words(path)))
            elif isinstance(node, Header) and TEXTS in tables:
                lines = (item for item in node.items if isinstance(item, TextsIn))
                yield from (_Unread(line.span, TEXT_FILE, frozenset()) for line in lines)


def _words(path: Path) -> Iterator[str]:
    """What stands in the cells of a table."""
    if path.is_symlink() or not path.is_file():  # it may lead elsewhere, or wait for ever
        return
    source, problems = read_source(path, path.name)
    if problems:
        return
    tree, _ = parse_file(source)
    for table in tree.declarations:
        if isinstance(table, Table):
            yield from (cell.text for row in table.rows for cell in row.cells)
