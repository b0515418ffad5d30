"""Reads `.xlsx` files: the bytes of a workbook become one source text with all sheets.

Only cell values are read. Formulas are not computed: their values are those that were saved with
them. Macros, links, pictures and external data are ignored.
"""

from __future__ import annotations

import re
import warnings
import zlib
from collections.abc import Iterator, Mapping, Sequence
from io import BytesIO
from typing import Any
from xml.etree.ElementTree import ParseError
from zipfile import ZIP_DEFLATED, ZIP_STORED, BadZipFile, ZipFile, ZipInfo

from attrs import define, field, frozen

from ruleslang.source.diagnostic import Diagnostic, advice, error
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
HIDDEN = re.compile(
    rb"<(?:\w{1,9}:)?(row|col)\s([^<>]{0,300}?\bhidden=[\"'](?:1|true)[\"'][^<>]{0,300})>"
)
NUMBERED = re.compile(rb"\b(r|min|max)=[\"']([0-9]{1,7})[\"']")
FORMULA = re.compile(rb"<(?:\w{1,9}:)?f[\s/>]")
AGGREGATE = re.compile(r"=(?:SUM|SUBTOTAL|AGGREGATE|AVERAGE|COUNTA?|MAX|MIN)\(", re.IGNORECASE)
NOT_A_CARD = "if its row is not a card, put its id in parentheses: `(total)`"
SHOW_OR_LEAVE_OUT = (
    "show it; or, to leave it out, put its name, its heading or its id in parentheses"
)
MOST_LISTED = 5  # hidden rows, and columns
BROKEN = (
    *(BadZipFile, ParseError, zlib.error, EOFError, OSError, LookupError, ValueError, TypeError),
    *(AttributeError, ArithmeticError, NotImplementedError, AssertionError, RuntimeError),
)
"""Exceptions that the library may raise for a damaged or forged file."""


def decode_workbook(name: str, data: bytes) -> tuple[Source, tuple[Diagnostic, ...]]:
    """
    Return the sheets of a workbook as one text, and what in it cannot be read.

    A sheet begins with its title in square brackets; a row is a line, and each cell is quoted.
    `Source.cell_at` maps a place back to its cell.
    """
    nothing = Source(name, "")
    try:
        import openpyxl  # noqa: F401
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
            text = _Text()
            values = _book(parts, data_only=True)
            written = _book(parts) if any(map(FORMULA.search, parts.values())) else None
            for number, sheet in enumerate(values.worksheets[:MOST_SHEETS]):
                text.add(sheet, written and written.worksheets[number])
            values.close()
            if written is not None:
                written.close()
    except BROKEN:
        message = "this spreadsheet cannot be read: the file is damaged, or not a spreadsheet"
        return nothing, (_refused(nothing, message, "save it again as `.xlsx`, or as `CSV UTF-8`"),)
    if not text.parts:
        message = "this spreadsheet has no sheets that could be read"
        return nothing, (_refused(nothing, message, "its cards are rows of a sheet"),)
    source = Source(name, "".join(text.parts))
    return source, tuple(text.diagnostics(source))


def _book(parts: dict[str, bytes], *, data_only: bool = False) -> Any:
    """Return the workbook, with stored values in place of formulas if `data_only`."""
    import openpyxl

    return openpyxl.load_workbook(
        _packed(parts), read_only=True, keep_links=False, data_only=data_only
    )


def _refused(source: Source, message: str, help: str) -> Diagnostic:
    return error("unreadable-file", source.span(0, 0), message, help=help)


def _too_large(archive: ZipFile) -> tuple[str, str] | None:
    """Return the limit that a file would exceed when unpacked, found without unpacking."""
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
    Return the parts of an archive, as many bytes of each as it declares.

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
    """Return an archive of what was unpacked, so that nobody unpacks a stranger's again."""
    packed = BytesIO()
    with ZipFile(packed, "w") as archive:
        for name, content in parts.items():
            archive.writestr(ZipInfo(name), content)
    return packed


@define
class _Text:
    """
    The text of a workbook; `bad` are unreadable places, with the reason, and `hidden` what a
    spreadsheet program does not show.
    """

    parts: list[str] = field(factory=list)
    length: int = 0
    rows: int = 0
    bad: list[tuple[int, int, str, str]] = field(factory=list)
    hidden: list[tuple[int, int, str]] = field(factory=list)

    def diagnostics(self, source: Source) -> Iterator[Diagnostic]:
        for start, end, message, help in self.bad[:MOST_TOLD]:
            yield error("unreadable-cell", source.span(start, end), message, help=help)
        for start, end, message in self.hidden:
            yield advice("hidden-cells", source.span(start, end), message, help=SHOW_OR_LEAVE_OUT)

    def _write(self, text: str) -> int:
        self.parts.append(text)
        self.length += len(text)
        return self.length

    def add(self, sheet: Any, written: Any) -> None:
        """
        Add a sheet row by row; `written` is the same sheet with its formulas, if there are any.

        A sheet whose title is in parentheses is skipped.
        """
        title = re.sub(r"[\[\]\"\x00-\x1f]", " ", sheet.title).strip()
        if title.startswith("("):
            return
        self._write(f"[{title}]")
        marks = _marked(sheet)
        if marks.is_wide:
            self._too_many(title)
            return
        heads: tuple[str, ...] = ()
        hidden, first = set[int](), self.length
        for number, (cells, formulas) in enumerate(_rows_of(sheet, written), start=1):
            self.rows += 1
            filled = [n for n, cell in enumerate(cells, 1) if cell.value is not None]
            last = max((*filled, *formulas), default=0)
            beyond = number > MOST_ROWS or last > MOST_COLUMNS
            if (last and beyond) or number > 2 * MOST_ROWS or self.rows > MOST_LOOKED:
                self._too_many(title)
                break
            if last and not heads:
                heads = tuple(str(cell.value or "") for cell in cells[:last])
            if last and number in marks.hidden_rows and not str(cells[0].value).startswith("("):
                hidden.add(number)
            merged = {n for row, n in marks.merged if row == number}
            self._row(cells[:last], heads, merged, formulas)
            self._write("\n")
        named = (n for n, head in enumerate(heads, 1) if head[:1] not in ("", "("))
        columns = [n for n in named if n in marks.hidden_columns]
        self._mention_hidden(sheet, title, hidden, columns, first)

    def _mention_hidden(
        self, sheet: Any, title: str, rows: set[int], columns: Sequence[int], first: int
    ) -> None:
        """Note that a sheet, or rows and columns of it, are read although they are hidden."""
        from openpyxl.utils import get_column_letter

        what = [f"the sheet `{title}`"] if sheet.sheet_state != "visible" else []
        what += _listed("row", [str(row) for row in sorted(rows)])
        what += _listed("column", [get_column_letter(column) for column in columns])
        if what:
            where = "" if what[0].startswith("the") else f" of the sheet `{title}`"
            self.hidden.append((first, first + 1, f"hidden, but read: {' and '.join(what)}{where}"))

    def _too_many(self, title: str) -> None:
        message = f"the sheet `{title}` has more than {MOST_ROWS} rows or {MOST_COLUMNS} columns"
        start = self.length
        self.bad.append((start, self._write('""\n'), message, "leave out rows that are not cards"))

    def _row(
        self,
        cells: Sequence[Any],
        heads: Sequence[str],
        merged: set[int],
        formulas: Mapping[int, str],
    ) -> None:
        missing = (None,) * (len(heads) - len(cells)) if cells else ()
        named = next((place for place, head in enumerate(heads) if head in ("id", "what")), 0)
        name = str(cells[named].value) if named < len(cells) else ""
        for place, cell in enumerate((*cells, *missing)):
            if place:
                self._write(",")
            is_read = place >= len(heads) or not heads[place].startswith("(")
            text, problem = _value(cell, formulas.get(place + 1))
            if place + 1 in merged:
                problem = "this cell is merged with others", "split it: each card has its own row"
            start = self.length
            doubled = text.replace('"', '""')
            end = self._write(f'"{doubled}"')
            if problem and is_read and not name.startswith("("):
                self.bad.append((start + 1, end - 1, *problem))


def _listed(what: str, places: Sequence[str]) -> list[str]:
    more = ", …" if len(places) > MOST_LISTED else ""
    listed = ", ".join(places[:MOST_LISTED]) + more
    return [f"{what}{'s' * (len(places) > 1)} {listed}"] if places else []


def _rows_of(sheet: Any, written: Any) -> Iterator[tuple[Sequence[Any], dict[int, str]]]:
    """Yield a sheet's rows: cells with their values, and formulas by their column's number."""
    rows = []
    for seen in (sheet, written) if written is not None else (sheet,):
        seen.reset_dimensions()  # the declared size may be wrong
        rows.append(seen.iter_rows(max_col=LAST_COLUMN))
    for cells, *others in zip(*rows, strict=True):
        yield (
            cells,
            {
                number: str(getattr(cell.value, "text", cell.value))
                for other in others
                for number, cell in enumerate(other, 1)
                if cell.data_type == "f"
            },
        )


@frozen
class _Marks:
    """
    Facts in the tags of a sheet: the first cells (row, column) of merged groups, what is hidden,
    and whether a cell is out of bounds.
    """

    merged: set[tuple[int, int]]
    hidden_rows: set[int]
    hidden_columns: set[int]
    is_wide: bool


def _marked(sheet: Any) -> _Marks:
    from openpyxl.utils import column_index_from_string

    with sheet.parent._archive.open(sheet._worksheet_path) as part:
        text = part.read()
    merges = MERGED.finditer(text)
    first = {(int(found[2]), column_index_from_string(found[1].decode())) for found in merges}
    rows, columns = set[int](), set[int]()
    for found in HIDDEN.finditer(text):
        number = {key: int(value) for key, value in NUMBERED.findall(found[2])}
        if found[1] == b"row":
            rows.add(number.get(b"r", 0))
        else:
            last = min(number.get(b"max", 0), MOST_COLUMNS)
            columns.update(range(number.get(b"min", 1), last + 1))
    return _Marks(first, rows, columns, BEYOND.search(text) is not None)


def _value(cell: Any, formula: str | None) -> tuple[str, tuple[str, str] | None]:
    """Return the text of a cell, and why it cannot be read."""
    value = None if cell is None else cell.value
    if value is None and formula is not None and cell.data_type != "str":
        message = "this cell has a formula whose value is not in the file"
        help = "open the file in a spreadsheet program and save it, or write the value"
        return formula, (message, NOT_A_CARD if AGGREGATE.match(formula) else help)
    if value is None:
        return "", None
    if cell.is_date or not isinstance(value, str | bool | int | float):
        message = "this cell has a date or a time"
        help = "format the column as text and enter it again: spreadsheets turn `3-2` into a date"
        return str(value).removesuffix(" 00:00:00"), (message, help)
    if isinstance(value, bool):
        return "yes" if value else "no", None
    if isinstance(value, float) and value.is_integer():
        return str(int(value)), None
    return str(value).replace("\r\n", "\n").replace("\r", "\n"), None
