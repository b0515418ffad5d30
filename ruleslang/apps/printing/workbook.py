"""Exports tables of cards as one `.xlsx` workbook, a sheet for each kind."""

from __future__ import annotations

import io
import re
from collections.abc import Iterable

from ruleslang.apps.printing.export_card_tables import CardTable

WIDEST = 60  # letters of a column
NUMBER = re.compile("0|-?[1-9][0-9]{0,14}")  # that a spreadsheet writes in the same way


def workbook(tables: Iterable[CardTable]) -> bytes:
    """
    The bytes of a workbook; raises `ImportError` without the extra `xlsx`.

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
    stream = io.BytesIO()
    book.save(stream)
    return stream.getvalue()
