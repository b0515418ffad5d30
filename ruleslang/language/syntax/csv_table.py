"""Parses a CSV file to the tree of a table in a text.

The file's stem is the kind of its cards; `texts`, `looks` and `rules` are other tables. Cells are
separated by commas, semicolons or tabs, whichever separates the first line; a line `sep=;` above it
sets the separator. Cells may be in double quotes, with a doubled quote for a quote, as spreadsheets
write them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import PurePosixPath

from attrs import evolve

from ruleslang.language.syntax import declarations as syntax
from ruleslang.language.syntax.chunk import Chunk
from ruleslang.language.syntax.diagnostics.raw_text import at_sight, not_text, too_big
from ruleslang.language.syntax.node import Marks, Name
from ruleslang.source.diagnostic import Diagnostic, error
from ruleslang.source.span import Source, Span

SEPARATORS = (",", ";", "\t")
NAMING = ({"id", "name"}, {"id", "rule"}, {"what", "original"}, {"what"})  # the columns of a table
SEPARATOR_LINE = re.compile(r'\ufeff?"?sep=([^\w\s"]|\t)"?[,;\t]*\r?(?:\n|\Z)', re.IGNORECASE)


def parse_csv(source: Source) -> tuple[syntax.Tree, tuple[Diagnostic, ...]]:
    """Return the tree of a CSV file: one table, or nothing when a quote is not closed."""
    refusal = _refusal(source)
    if refusal:
        return _unread(source), (refusal,)
    skipped, comma = _beginning(source.text)
    rows: list[syntax.Row] = []
    for cells, closed in _records(source, skipped, len(source.text), comma):
        if not closed:
            return _unread(source), (_unclosed_quote(cells[-1]),)
        rows += _filled_row(source, cells)
    if not rows:
        return syntax.Tree(source, ()), ()
    name, span = PurePosixPath(source.name).stem, source.span(skipped, len(source.text))
    return syntax.Tree(source, (_table(name, span, _without_empty_columns(rows)),)), ()


SHEET = re.compile(r'"(?:[^"]|"")*"|\[([^\]\n]*)\]')


def parse_workbook(source: Source) -> tuple[syntax.Tree, tuple[Diagnostic, ...]]:
    """
    Return the tree of a workbook: a table for each non-empty sheet, named like the sheet.

    If the only sheet has a spreadsheet's default name (`Sheet1`), the table is named like the file.
    """
    refusal = _refusal(source)
    if refusal:
        return _unread(source), (refusal,)
    begins = [found for found in SHEET.finditer(source.text) if found[1] is not None]
    ends = [*(found.start() for found in begins[1:]), len(source.text)][: len(begins)]
    sheets: list[tuple[str, Span, list[syntax.Row]]] = []
    for found, end in zip(begins, ends, strict=True):
        records = _records(source, found.end(), end, ",")
        rows = [row for cells, _ in records for row in _filled_row(source, cells)]
        if rows:
            sheets.append((found[1], source.span(found.end(), end), rows))
    if len(sheets) == 1 and sheets[0][0][:1].isupper():
        sheets = [(PurePosixPath(source.name).stem, *sheets[0][1:])]
    tables = (_table(name, span, _without_empty_columns(rows)) for name, span, rows in sheets)
    return syntax.Tree(source, tuple(tables)), ()


def _filled_row(source: Source, cells: tuple[syntax.Cell, ...]) -> Iterator[syntax.Row]:
    """Yield a row; nothing if all cells are empty, as spreadsheets leave such rows."""
    if any(cell.text for cell in cells):
        span = cells[0].span.cover(cells[-1].span)
        yield syntax.Row(cells, span=span, marks=Marks(span=source.span(span.end, span.end)))


def _table(
    name: str, span: Span, rows: tuple[syntax.Row, ...]
) -> syntax.Table | syntax.TextTable | syntax.LookTable | syntax.RuleTable:
    """Return the table for the name of a file or sheet: texts, looks, rules, or cards of a kind."""
    start = span.source.span(span.start, span.start)
    if name == syntax.TEXTS:
        return syntax.TextTable(rows, span=span, marks=Marks(span=start))
    if name == syntax.LOOKS:
        return syntax.LookTable(rows, span=span, marks=Marks(span=start))
    if name == syntax.RULES:
        return syntax.RuleTable(rows, span=span, marks=Marks(span=start))
    return syntax.Table(Name(name, span=start), None, rows, span=span, marks=Marks(span=start))


def _beginning(text: str) -> tuple[int, str]:
    """Return where the first row begins, and the separator."""
    match = SEPARATOR_LINE.match(text)
    if match:
        return match.end(), match[1]
    skipped = len(text) - len(text.removeprefix("\ufeff"))
    heads = text[skipped:].partition("\n")[0]
    return skipped, max(SEPARATORS, key=lambda sign: _fitness(heads, sign))


def _fitness(heads: str, sign: str) -> tuple[bool, int]:
    cells = [cell.strip(' "\r') for cell in heads.split(sign)]
    fits = any(names <= set(cells) for names in NAMING)
    return fits, len(cells)


def _without_empty_columns(rows: list[syntax.Row]) -> tuple[syntax.Row, ...]:
    """Return the rows without the entirely empty columns that spreadsheets leave."""
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
    """Return why a file cannot be read, or which hidden characters it has."""
    chunk = Chunk(source, 0, len(source.text))
    return too_big(source) or not_text(source) or at_sight(chunk)


def _unclosed_quote(cell: syntax.Cell) -> Diagnostic:
    return error(
        "csv-unclosed-quote",
        cell.span,
        "this cell begins with a quote that is never closed",
        help='close it with `"`; a quote inside a quoted cell is written `""`',
    )


def _records(
    source: Source, start: int, end: int, comma: str
) -> Iterator[tuple[tuple[syntax.Cell, ...], bool]]:
    """Yield rows of cells, and whether the last cell's quote was closed."""
    text = source.text
    place = start
    while place < end:
        cells: list[syntax.Cell] = []
        while True:
            cell, place, closed = _cell(source, place, comma)
            cells.append(cell)
            if place >= end or text[place] != comma:
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
    span = source.span(place, end + 1 if closed else place + 1)
    if source.is_workbook:
        span = source.span(place + 1, end)  # quotes added by the conversion
    cell = syntax.Cell(content, span=span)
    end += 1
    while end < len(text) and text[end] not in (comma, "\n", "\r"):
        end += 1
    return cell, end, closed
