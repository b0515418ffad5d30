"""
Exports tables of cards as one `.xlsx` workbook, a sheet for each kind; or brings an existing one up
to date, whose other columns, order and formatting stay.
"""

from __future__ import annotations

import io
import re
from collections.abc import Iterable
from typing import Any

from ruleslang.apps.printing.export_card_tables import CardTable

WIDEST = 60  # letters of a column
NUMBER = re.compile("0|-?[1-9][0-9]{0,14}")  # that a spreadsheet writes in the same way


def workbook(tables: Iterable[CardTable]) -> bytes:
    """
    Return the bytes of a workbook; raises `ImportError` without the extra `xlsx`.

    Every cell is a number or a text: one that begins like a formula stays a text.
    """
    import openpyxl
    from openpyxl.cell import WriteOnlyCell
    from openpyxl.styles import Alignment, Font
    from openpyxl.utils import get_column_letter

    book = openpyxl.Workbook(write_only=True)
    for table in tables:
        sheet = book.create_sheet(table.kind)
        sheet.freeze_panes = "C2"
        for place, head in enumerate(table.heads):
            widest = max(len(head), *(len(row[place]) for row in table.rows))
            letter = get_column_letter(place + 1)
            sheet.column_dimensions[letter].width = min(widest, WIDEST) + 2
        for number, row in enumerate((table.heads, *table.rows)):
            cells = []
            for text in row:
                is_number = number > 0 and NUMBER.fullmatch(text) is not None
                cell = WriteOnlyCell(sheet, int(text) if is_number else text)
                if not is_number:
                    cell.data_type = "s"
                cell.font = Font(bold=number == 0)
                cell.alignment = Alignment(vertical="top", wrap_text=len(text) > WIDEST)
                cells.append(cell)
            sheet.append(cells)
    return _saved(book)


def updated(data: bytes, tables: Iterable[CardTable]) -> tuple[bytes, list[str]]:
    """
    Return a workbook with the tables, and the ids in it that they don't have.

    Rows are found by `id`, and columns by their heading; only cells with another value are written.
    Sheets, columns and rows that are missing are added. Raises `ImportError` without the extra.
    """
    import openpyxl

    book = openpyxl.load_workbook(io.BytesIO(data))
    results = openpyxl.load_workbook(io.BytesIO(data), data_only=True)  # for formulas
    others: list[str] = []
    for table in tables:
        for each in (book, results):
            if table.kind not in each.sheetnames:
                each.create_sheet(table.kind)
        others += _update(book[table.kind], results[table.kind], table)
    return _saved(book), others


def _update(sheet: Any, results: Any, table: CardTable) -> list[str]:
    heads = {_text(cell.value).lower().replace(" ", "_"): cell.column for cell in sheet[1]}
    heads.pop("", None)
    for head in table.heads:
        if head not in heads:
            heads[head] = max(heads.values(), default=0) + 1
            _write(sheet.cell(1, heads[head]), head)
    ids = table.heads.index("id")
    rows = {
        _text(results.cell(number, heads["id"]).value): number
        for number in range(2, sheet.max_row + 1)
    }
    end = max((number for id, number in rows.items() if id), default=1)
    for row in table.rows:
        if row[ids] not in rows:
            end += 1
            rows[row[ids]] = end
        for head, text in zip(table.heads, row, strict=True):
            at = rows[row[ids]], heads[head]
            if _text(results.cell(*at).value) != text:
                _write(sheet.cell(*at), text)
    return sorted(set(filter(None, rows)) - {row[ids] for row in table.rows})


def _text(value: object) -> str:
    """Return a cell as the tables have it."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    return "" if value is None else str(value).strip()


def _write(cell: Any, text: str) -> None:
    cell.value = int(text) if NUMBER.fullmatch(text) else text or None
    if isinstance(cell.value, str):
        cell.data_type = "s"


def _saved(book: Any) -> bytes:
    stream = io.BytesIO()
    book.save(stream)
    return stream.getvalue()
