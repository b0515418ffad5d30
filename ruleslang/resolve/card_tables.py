"""Rows of tables, each the card that it makes."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import TypeAlias

from ruleslang.resolve import diagnostics as say
from ruleslang.resolve.symbol_table import TableCard
from ruleslang.source.diagnostic import Diagnostic
from ruleslang.syntax import declarations as syntax
from ruleslang.syntax.node import Name

AnyTable: TypeAlias = syntax.Table | syntax.TextTable | syntax.LookTable
IDENTIFIER = re.compile(r"[A-Za-z_][A-Za-z0-9_]*\Z")
NEEDED = ("id", "name")
OWN_COLUMNS = ("id", "name", "copies", "text")
MOST_COLUMNS = 200


def is_field(heading: str) -> bool:
    """Whether a column is for a field, or a place of one; `(what stands so)` is not read."""
    return heading not in OWN_COLUMNS and not heading.startswith("(")


def read_table(table: syntax.Table, diagnostics: list[Diagnostic]) -> tuple[TableCard, ...]:
    """
    The cards of a table; what is wrong with its shape is appended to `found`.

    A heading may stand over several tables, when cards were laid over; it is blamed once.
    """
    if not table.rows:
        return ()
    heads = table.rows[0].cells
    if not has_form(table, NEEDED, diagnostics):
        return ()
    cards = (_read_row(table, heads, row, diagnostics) for row in table.rows[1:])
    return tuple(card for card in cards if card is not None)


def has_form(table: AnyTable, needed: Sequence[str], diagnostics: list[Diagnostic]) -> bool:
    """Whether a table's heading is right; what is wrong with it is appended to `found`."""
    blemishes = tuple(_blemishes(table, needed))
    diagnostics.extend(blemish for blemish in blemishes if blemish not in diagnostics)
    return not blemishes and not _is_heading_alone(table, diagnostics)


def _is_heading_alone(table: AnyTable, diagnostics: list[Diagnostic]) -> bool:
    """
    Whether all rows agree in the number of their cells, and only the heading has another.

    Of a heading and a single row either may be wrong; a row with a bar too few is the likelier, but
    in a spreadsheet every row has as many cells as the longest.
    """
    head, *rows = (len(row.cells) for row in table.rows)
    single = len(rows) == 1 and not table.span.source.is_table
    if not rows or single or head in rows or len(set(rows)) > 1:
        return False
    problem = say.odd_heading(table.rows[0].span, head, rows[0])
    diagnostics.extend([problem] if problem not in diagnostics else [])
    return True


def _blemishes(table: AnyTable, needed: Sequence[str]) -> Iterator[Diagnostic]:
    row, *below = table.rows
    names = [cell.text for cell in row.cells]
    if len(names) > MOST_COLUMNS:
        yield say.too_many_columns(row.span, met=len(names), most=MOST_COLUMNS)
        return
    missing = [column for column in needed if column not in names]
    if missing:
        heading = next(
            (heading_row.span for heading_row in below if _names_all(heading_row, needed)), None
        )
        yield say.missing_columns(row.span, missing, names, heading)
    for place, cell in enumerate(row.cells):
        if cell.text and cell.text in names[:place]:
            yield say.repeated_column(cell.span, column=cell.text)


def _names_all(row: syntax.Row, needed: Sequence[str]) -> bool:
    return {cell.text for cell in row.cells} >= set(needed)


def _read_row(
    table: syntax.Table,
    heads: tuple[syntax.Cell, ...],
    row: syntax.Row,
    diagnostics: list[Diagnostic],
) -> TableCard | None:
    if len(row.cells) != len(heads):
        diagnostics.append(say.short_row(row.span, len(row.cells), len(heads)))
        return None
    pairs = list(zip(heads, row.cells, strict=True))
    by_name = {head.text: cell for head, cell in pairs}
    name = by_name["id"]
    if say.is_line_of_dashes(name.text):
        diagnostics.append(say.bad_id(name.span, name.text))
        return None
    copies = _copies(by_name.get("copies"), diagnostics)
    if not IDENTIFIER.match(name.text):
        diagnostics.append(say.bad_id(name.span, name.text))
        return None
    fields = tuple((head, cell) for head, cell in pairs if is_field(head.text))
    return TableCard(
        table.kind,
        Name(name.text, span=name.span),
        by_name["name"].text,
        copies,
        fields,
        row.span,
        row,
        _printed(by_name.get("text")),
    )


def _printed(cell: syntax.Cell | None) -> str | None:
    return None if cell is None or is_default(cell) else cell.text


def is_default(cell: syntax.Cell) -> bool:
    """Whether a cell leaves it to the default: a dash, or nothing at all."""
    return cell.text in ("", "-")


def plain_name(text: str) -> str:
    """
    A text as a name may have it.

    >>> plain_name("Red Fox")
    'red_fox'
    """
    return re.sub(r"[^a-z0-9]+", "_", text.lower()).strip("_")


def _copies(cell: syntax.Cell | None, diagnostics: list[Diagnostic]) -> int:
    if cell is None or is_default(cell):
        return 1
    if not re.fullmatch(r"[0-9]{1,3}", cell.text):
        diagnostics.append(say.bad_copies(cell.span, cell.text))
        return 1
    return int(cell.text)
