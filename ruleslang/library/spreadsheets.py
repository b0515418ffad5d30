"""Reads `.xlsx` files: the bytes of a workbook become one source text with all sheets.

Only cell values are read. Formulas are not computed, and macros, links, pictures and external data
are ignored.
"""

from __future__ import annotations

import re
import warnings
import zlib
from collections.abc import Iterator, Sequence
from io import BytesIO
from typing import Any
from xml.etree.ElementTree import ParseError
from zipfile import ZIP_DEFLATED, ZIP_STORED, BadZipFile, ZipFile, ZipInfo

from attrs import define, field

from ruleslang.source.diagnostic import Diagnostic, error
from ruleslang.source.span import Source

EXTRA = "pip install -e '.[xlsx]' in the checkout"
MOST_UNPACKED = 20_000_000  # unpacked bytes
MOST_PARTS = 1000
MOST_ROWS, MOST_COLUMNS, MOST_SHEETS = 5000, 200, 50
MOST_LOOKED = 4 * MOST_ROWS  # rows of all sheets, with empty ones
LAST_COLUMN = 702  # `ZZ`: a row is as wide as its last cell, so one at `XFD` would be 16,384 cells
MOST_TOLD = 20  # unreadable cells
TYPE_DECLARATIONS = tuple("<!DOCTYPE".encode(code) for code in ("utf-8", "utf-16-le", "utf-16-be"))
# Each matches within one tag: else unclosed tags would take quadratic time.
MERGED = re.compile(rb"<(?:\w{1,9}:)?mergeCell\s[^<>]{0,200}?ref=[\"']([A-Z]{1,3})([0-9]{1,7}):")
BEYOND = re.compile(rb"<(?:\w{1,9}:)?c\s[^<>]{0,200}?\br=[\"'][A-Z]{3}[^<>]{0,200}[^/<>]>")  # full
BROKEN = (
    *(BadZipFile, ParseError, zlib.error, EOFError, OSError, LookupError, ValueError, TypeError),
    *(AttributeError, ArithmeticError, NotImplementedError, AssertionError, RuntimeError),
)
"""Exceptions that the library may raise for a damaged or forged file."""


def decode_workbook(name: str, data: bytes) -> tuple[Source, tuple[Diagnostic, ...]]:
    """
    The sheets of a workbook as one text, and what in it cannot be read.

    A sheet begins with its title in square brackets; a row is a line, and each cell is quoted.
    `Source.cell_at` maps a place back to its cell.
    """
    nothing = Source(name, "")
    try:
        import openpyxl
    except ImportError:
        message = f"to read a spreadsheet, its extra is needed: {EXTRA}"
        return nothing, (_refused(nothing, message, "or save it as `CSV UTF-8`"),)
    try:
        with ZipFile(BytesIO(data)) as archive:
            if problem := _too_large(archive):
                return nothing, (_refused(nothing, *problem),)
            parts = _unpacked(archive)
        if any(mark in part for part in parts.values() for mark in TYPE_DECLARATIONS):
            message = "a part of this spreadsheet declares a document type"
            return nothing, (_refused(nothing, message, "save it again as `.xlsx`"),)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            book = openpyxl.load_workbook(_packed(parts), read_only=True, keep_links=False)
            text = _Text()
            for sheet in book.worksheets[:MOST_SHEETS]:
                text.add(sheet)
            book.close()
    except BROKEN:
        message = "this spreadsheet cannot be read: the file is damaged, or not a spreadsheet"
        return nothing, (_refused(nothing, message, "save it again as `.xlsx`, or as `CSV UTF-8`"),)
    if not text.parts:
        message = "this spreadsheet has no sheets that could be read"
        return nothing, (_refused(nothing, message, "its cards are rows of a sheet"),)
    source = Source(name, "".join(text.parts))
    return source, tuple(text.diagnostics(source))


def _refused(source: Source, message: str, help: str) -> Diagnostic:
    return error("unreadable-file", source.span(0, 0), message, help=help)


def _too_large(archive: ZipFile) -> tuple[str, str] | None:
    """The limit that a file would exceed when unpacked, found without unpacking."""
    parts = archive.infolist()
    if len(parts) > MOST_PARTS:
        limit = f"{MOST_PARTS:,} parts"
    elif sum(part.file_size for part in parts) > MOST_UNPACKED:
        limit = f"{MOST_UNPACKED // 1_000_000} million bytes unpacked"
    else:
        return None
    return f"this spreadsheet has more than {limit}", "leave out sheets and pictures without cards"


def _unpacked(archive: ZipFile) -> dict[str, bytes]:
    """
    The parts of an archive, as many bytes of each as it declares.

    The declared size may be false: reading more would unpack everything before it is counted.
    """
    parts: dict[str, bytes] = {}
    for part in archive.infolist():
        if part.compress_type not in (ZIP_STORED, ZIP_DEFLATED):
            raise BadZipFile("a method by which no spreadsheet is packed, and which has no bound")
        with archive.open(part) as file:
            parts[part.filename] = file.read(part.file_size)
    return parts


def _packed(parts: dict[str, bytes]) -> BytesIO:
    """An archive of what was unpacked, so that nobody unpacks a stranger's again."""
    packed = BytesIO()
    with ZipFile(packed, "w") as archive:
        for name, content in parts.items():
            archive.writestr(ZipInfo(name), content)
    return packed


@define
class _Text:
    """The text of a workbook; `bad` are unreadable places, with the reason."""

    parts: list[str] = field(factory=list)
    length: int = 0
    rows: int = 0
    bad: list[tuple[int, int, str, str]] = field(factory=list)

    def diagnostics(self, source: Source) -> Iterator[Diagnostic]:
        for start, end, message, help in self.bad[:MOST_TOLD]:
            yield error("unreadable-cell", source.span(start, end), message, help=help)

    def _write(self, text: str) -> int:
        self.parts.append(text)
        self.length += len(text)
        return self.length

    def add(self, sheet: Any) -> None:
        """Adds a sheet row by row; a sheet whose title is in parentheses is skipped."""
        title = re.sub(r"[\[\]\"\x00-\x1f]", " ", sheet.title).strip()
        if title.startswith("("):
            return
        self._write(f"[{title}]")
        merged, is_wide = _marked(sheet)
        if is_wide:
            self._too_many(title)
            return
        heads: tuple[str, ...] = ()
        sheet.reset_dimensions()  # the declared size may be wrong
        for number, cells in enumerate(sheet.iter_rows(max_col=LAST_COLUMN), start=1):
            self.rows += 1
            last = max((n for n, cell in enumerate(cells, 1) if cell.value is not None), default=0)
            beyond = number > MOST_ROWS or last > MOST_COLUMNS
            if (last and beyond) or number > 2 * MOST_ROWS or self.rows > MOST_LOOKED:
                self._too_many(title)
                break
            if last and not heads:
                heads = tuple(str(cell.value or "") for cell in cells[:last])
            self._row(cells[:last], heads, {n for row, n in merged if row == number})
            self._write("\n")

    def _too_many(self, title: str) -> None:
        message = f"the sheet `{title}` has more than {MOST_ROWS} rows or {MOST_COLUMNS} columns"
        start = self.length
        self.bad.append((start, self._write('""\n'), message, "leave out rows that are not cards"))

    def _row(self, cells: Sequence[Any], heads: Sequence[str], merged: set[int]) -> None:
        missing = (
            (None,) * (len(heads) - len(cells))
            if any(cell.value is not None for cell in cells)
            else ()
        )
        for place, cell in enumerate((*cells, *missing)):
            if place:
                self._write(",")
            is_read = place >= len(heads) or not heads[place].startswith("(")
            text, problem = _value(cell)
            if place + 1 in merged:
                problem = "this cell is merged with others", "split it: each card has its own row"
            start = self.length
            doubled = text.replace('"', '""')
            end = self._write(f'"{doubled}"')
            if problem and is_read:
                self.bad.append((start + 1, end - 1, *problem))


def _marked(sheet: Any) -> tuple[set[tuple[int, int]], bool]:
    """
    The row and column of the first cell of each merged group; and whether one is out of bounds.
    """
    from openpyxl.utils import column_index_from_string

    with sheet.parent._archive.open(sheet._worksheet_path) as part:
        text = part.read()
    merges = MERGED.finditer(text)
    first = {(int(found[2]), column_index_from_string(found[1].decode())) for found in merges}
    return first, BEYOND.search(text) is not None


def _value(cell: Any) -> tuple[str, tuple[str, str] | None]:
    """The text of a cell, and why it cannot be read."""
    value = None if cell is None else cell.value
    if value is None:
        return "", None
    if cell.data_type == "f":
        message = "this cell has a formula, and formulas are not computed here"
        return str(value), (message, "copy it, and paste it as a value")
    if cell.data_type == "e":
        return str(value), ("this cell has a spreadsheet error", "write its value")
    if cell.is_date or not isinstance(value, str | bool | int | float):
        message = "this cell has a date or a time"
        help = "format the column as text and enter it again: spreadsheets turn `3-2` into a date"
        return str(value).removesuffix(" 00:00:00"), (message, help)
    if isinstance(value, bool):
        return "yes" if value else "no", None
    if isinstance(value, float) and value.is_integer():
        return str(int(value)), None
    return str(value).replace("\r\n", "\n").replace("\r", "\n"), None
