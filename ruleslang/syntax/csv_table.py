"""
A CSV file as a table: the same rows and cells that a table in the text has.

The file's stem is the kind of its cards; `texts` is a table of texts. Cells are separated by
commas, semicolons or tabs, whichever parts the first line; a line `sep=;` above it says so itself.
They may stand in double quotes, and a doubled quote is a quote, as spreadsheets write them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import PurePosixPath

from attrs import evolve

from ruleslang.source.diagnostic import Diagnostic, error
from ruleslang.source.span import Source
from ruleslang.syntax import declarations as syntax
from ruleslang.syntax.chunk import Chunk
from ruleslang.syntax.diagnostics.before_parsing import AT_SIGHT, first
from ruleslang.syntax.diagnostics.characters import not_text
from ruleslang.syntax.diagnostics.limits import too_big
from ruleslang.syntax.node import Marks, Name

SEPARATORS = (",", ";", "\t")
NAMING = ({"id", "name"}, {"what", "original"})  # columns that tables have
SAID = re.compile(r'\ufeff?"?sep=([^\w\s"]|\t)"?[,;\t]*\r?(?:\n|\Z)', re.IGNORECASE)


def parse_csv(source: Source) -> tuple[syntax.Tree, tuple[Diagnostic, ...]]:
    """The tree of a CSV file: one table, or nothing when a quote is not closed."""
    refusal = _refusal(source)
    if refusal:
        return _unread(source), (refusal,)
    skipped, comma = _beginning(source.text)
    rows: list[syntax.Row] = []
    for cells, closed in _records(source, skipped, comma):
        if not closed:
            return _unread(source), (_unclosed_quote(cells[-1]),)
        if any(cell.text for cell in cells):  # spreadsheets leave empty rows
            span = cells[0].span.cover(cells[-1].span)
            rows.append(
                syntax.Row(cells, span=span, marks=Marks(span=source.span(span.end, span.end)))
            )
    if not rows:
        return syntax.Tree(source, ()), ()
    return syntax.Tree(source, (_table(source, skipped, _without_empty_columns(rows)),)), ()


def _table(
    source: Source, skipped: int, rows: tuple[syntax.Row, ...]
) -> syntax.Table | syntax.TextTable:
    """The table that the file's name says: of texts, or of the cards of a kind."""
    name, start = PurePosixPath(source.name).stem, source.span(skipped, skipped)
    whole = source.span(skipped, len(source.text))
    if name == syntax.TEXTS:
        return syntax.TextTable(rows, span=whole, marks=Marks(span=start))
    return syntax.Table(Name(name, span=start), None, rows, span=whole, marks=Marks(span=start))


def _beginning(text: str) -> tuple[int, str]:
    """Where the first row begins, and the sign that parts its cells."""
    said = SAID.match(text)
    if said:
        return said.end(), said[1]
    skipped = len(text) - len(text.removeprefix("\ufeff"))
    heads = text[skipped:].partition("\n")[0]
    return skipped, max(SEPARATORS, key=lambda sign: _fitness(heads, sign))


def _fitness(heads: str, sign: str) -> tuple[bool, int]:
    cells = [cell.strip(' "\r') for cell in heads.split(sign)]
    fits = any(names <= set(cells) for names in NAMING)
    return fits, len(cells)


def _without_empty_columns(rows: list[syntax.Row]) -> tuple[syntax.Row, ...]:
    """The rows without the columns that hold nothing at all: spreadsheets leave them."""
    columns = len(rows[0].cells)
    full = [row for row in rows if len(row.cells) == columns]
    used = [place for place in range(columns) if any(row.cells[place].text for row in full)]
    if len(used) == columns:
        return tuple(rows)
    return tuple(
        evolve(row, cells=tuple(row.cells[place] for place in used))
        if len(row.cells) == columns
        else row
        for row in rows
    )


def _unread(source: Source) -> syntax.Tree:
    return syntax.Tree(source, (syntax.Junk(span=source.span(0, len(source.text))),))


def _refusal(source: Source) -> Diagnostic | None:
    """What keeps a file from being read at all, or hides in it what cannot be seen."""
    whole = Chunk(source, 0, len(source.text))
    return too_big(source) or not_text(source) or first(AT_SIGHT, whole)


def _unclosed_quote(cell: syntax.Cell) -> Diagnostic:
    return error(
        "csv-unclosed-quote",
        cell.span,
        "this cell begins with a quote that is never closed",
        help='close it with `"`; a quote inside a quoted cell is written `""`',
    )


def _records(
    source: Source, start: int, comma: str
) -> Iterator[tuple[tuple[syntax.Cell, ...], bool]]:
    """Rows of cells, and whether the last cell's quote was closed."""
    text = source.text
    place = start
    while place < len(text):
        cells: list[syntax.Cell] = []
        while True:
            cell, place, closed = _cell(source, place, comma)
            cells.append(cell)
            if place >= len(text) or text[place] != comma:
                break
            place += 1
        yield tuple(cells), closed
        if not closed:
            return
        if text[place : place + 1] == "\r":
            place += 1
        place += 1


def _cell(source: Source, place: int, comma: str) -> tuple[syntax.Cell, int, bool]:
    text = source.text
    if text[place : place + 1] == '"':
        return _quoted(source, place, comma)
    end = place
    while end < len(text) and text[end] not in (comma, "\n", "\r"):
        end += 1
    written = text[place:end]
    left = place + len(written) - len(written.lstrip())
    content = written.strip()
    return syntax.Cell(content, span=source.span(left, left + len(content))), end, True


def _quoted(source: Source, place: int, comma: str) -> tuple[syntax.Cell, int, bool]:
    text = source.text
    end = place + 1
    while end < len(text):
        if text[end] == '"':
            if text[end + 1 : end + 2] != '"':
                break
            end += 1
        end += 1
    closed = end < len(text)
    content = text[place + 1 : end].replace('""', '"').strip()
    cell = syntax.Cell(content, span=source.span(place, end + 1 if closed else place + 1))
    end += 1
    while end < len(text) and text[end] not in (comma, "\n", "\r"):
        end += 1
    return cell, end, closed
