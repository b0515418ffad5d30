"""
Reads tables: rows that are cards, looks (how what is declared is called and shown), and display
texts in other languages.

A text is known by the name of the declaration in which it stands, and by its own words. So a row
whose words are no longer those of the rulebook stands for nothing, and `check` can say so.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from hashlib import blake2b
from typing import TypeAlias

from attrs import frozen

from ruleslang.language.resolve import diagnostics as errors
from ruleslang.language.resolve.symbol_table import Key, TableCard, TextRow, Texts
from ruleslang.language.syntax import declarations as syntax
from ruleslang.language.syntax.node import Name
from ruleslang.program import limits
from ruleslang.source.diagnostic import Diagnostic
from ruleslang.source.span import Source
from ruleslang.source.suggest import plain_name
from ruleslang.source.walk import asked_once

AnyTable: TypeAlias = syntax.Table | syntax.TextTable | syntax.LookTable | syntax.RuleTable
IDENTIFIER = re.compile(r"[A-Za-z_][A-Za-z0-9_]*\Z")
NEEDED = ("id", "name")
OWN_COLUMNS = ("id", "name", "copies", "text")
DIGESTS = "(texts)"  # the column in which an exported table has the digest of each card's texts
MOST_COLUMNS = 200
TOTALS = frozenset(
    (
        *("total", "totals", "sum", "sums", "altogether", "summe", "gesamt", "insgesamt"),
        *("somme", "totale", "totaal", "som", "suma", "razem", "soma", "summa", "yhteensa"),
        *("celkem", "ukupno", "toplam", "osszesen"),
    )
)
"""The name of a row of sums."""
ENOUGH_ROWS = 4  # above a last row whose numbers are hardly their sums by chance


def is_field(heading: str) -> bool:
    """Return whether a column is for a field, or a place of one; `(what stands so)` is not read."""
    return heading not in OWN_COLUMNS and not heading.startswith("(")


def read_table(table: syntax.Table, diagnostics: list[Diagnostic]) -> tuple[TableCard, ...]:
    """
    Return the cards of a table; what is wrong with its shape is appended to `diagnostics`.

    A heading may stand over several tables, when cards were laid over; it is blamed once.
    """
    cards, problems = _read(table)
    diagnostics.extend(problem for problem in problems if problem not in diagnostics)
    return cards


@asked_once
def _read(table: syntax.Table) -> tuple[tuple[TableCard, ...], Sequence[Diagnostic]]:
    """Return the cards of a table, and what is wrong with its shape."""
    diagnostics: list[Diagnostic] = []
    if not table.rows or not has_form(table, NEEDED, diagnostics):
        return (), diagnostics
    heads = table.rows[0].cells
    at = _column_index(heads, "id")
    rows = [row for row in table.rows[1:] if not is_outside(row, at)]
    diagnostics.extend(_sums(heads, rows))
    diagnostics.extend(_changed(heads, rows))
    cards = (_read_row(table, heads, row, diagnostics) for row in rows)
    return tuple(card for card in cards if card is not None), diagnostics


def digest_of_texts(id: str, name: str, text: str) -> str:
    """Return six letters for the texts of a card, which spreadsheets take for nothing else."""
    texts = " ".join(f"{id} {name} {text}".split())
    hashed = blake2b(texts.encode("utf-8", "surrogatepass"), digest_size=8).digest()
    number = int.from_bytes(hashed, "big")
    return "".join(chr(ord("a") + number // 26**place % 26) for place in range(6))


def _changed(heads: Sequence[syntax.Cell], rows: Sequence[syntax.Row]) -> Iterator[Diagnostic]:
    """Report texts with another digest than the table was exported with."""
    at = next((head for head in heads if head.text == DIGESTS), None)
    names = [head.text for head in heads]
    cards = []
    for row in rows if at is not None else ():
        cells = dict(zip(names, (cell.text for cell in row.cells), strict=False))
        digest = digest_of_texts(cells["id"], cells.get("name", ""), cells.get("text", ""))
        if cells.get(DIGESTS) not in (None, "", "-", digest):
            cards.append(cells["id"])
    if at is not None and cards:
        yield errors.changed_texts(at.span, cards)


def _failed(table: AnyTable, needed: Sequence[str]) -> Iterator[Diagnostic]:
    """Report the errors of spreadsheets in cells for texts; those of fields have a type."""
    heads = [head.text for head in table.rows[0].cells]
    outside = heads.index(needed[0])
    is_of_cards = isinstance(table, syntax.Table)
    read = [head in ("name", "text") if is_of_cards else not head.startswith("(") for head in heads]
    for row in table.rows[1:]:
        for cell, is_read in zip(row.cells, read, strict=False):
            failed = is_read and errors.SPREADSHEET_ERROR.fullmatch(cell.text)
            if failed and not is_outside(row, outside):
                yield errors.spreadsheet_error(cell.span)


def _column_index(heads: Sequence[syntax.Cell], name: str) -> int:
    return next(place for place, head in enumerate(heads) if head.text == name)


def is_outside(row: syntax.Row, place: int) -> bool:
    """Return whether a row is the author's own, as a heading in parentheses."""
    return place < len(row.cells) and row.cells[place].text.startswith("(")


def _sums(heads: Sequence[syntax.Cell], rows: Sequence[syntax.Row]) -> Iterator[Diagnostic]:
    """Report a last row with the sums of those above, as spreadsheets have below their columns."""
    if len(rows) <= 2 or any(len(row.cells) != len(heads) for row in rows):
        return
    *above, last = rows
    places = [n for n, head in enumerate(heads) if head.text == "copies" or is_field(head.text)]
    summed = {place for place in places if _is_sum(last, above, place)}
    names = [last.cells[_column_index(heads, name)] for name in NEEDED]
    is_named = any(plain_name(name.text) in TOTALS or "Σ" in name.text for name in names)
    is_all = all(place in summed or is_default(last.cells[place]) for place in places)
    if summed and (is_named or (is_all and len(summed) > 1 and len(above) >= ENOUGH_ROWS)):
        yield errors.sum_of_rows(last.span, found=names[0].text or names[1].text)


def _is_sum(last: syntax.Row, above: Sequence[syntax.Row], place: int) -> bool:
    """Return whether a cell is the sum of the numbers above it, of which there are several."""
    numbers = [row.cells[place].text for row in (*above, last)]
    if not all(re.fullmatch("[0-9]{1,9}|-?", number) for number in numbers):
        return False
    *parts, total = (int(number) if number.isdecimal() else 0 for number in numbers)
    return total == sum(parts) > max(parts)


def has_form(table: AnyTable, needed: Sequence[str], diagnostics: list[Diagnostic]) -> bool:
    """Return whether a table's heading is right; its errors are appended to `diagnostics`."""
    blemishes = tuple(_blemishes(table, needed))
    diagnostics.extend(blemish for blemish in blemishes if blemish not in diagnostics)
    if blemishes or _is_heading_alone(table, diagnostics):
        return False
    diagnostics.extend(_failed(table, needed))
    return True


def rows_of(
    table: AnyTable,
    needed: Sequence[str],
    known: Sequence[str],
    unknown: Callable[[syntax.Cell], Diagnostic],
    diagnostics: list[Diagnostic],
) -> Iterator[dict[str, syntax.Cell]]:
    """
    Yield the cells of each row by their columns. Columns that are not known, unless in parentheses,
    and rows with more or fewer cells are reported.
    """
    if not table.rows or not has_form(table, needed, diagnostics):
        return
    head, *below = table.rows
    of_others = (cell for cell in head.cells if cell.text not in known)
    diagnostics += (unknown(cell) for cell in of_others if not cell.text.startswith("("))
    for row in below:
        if len(row.cells) == len(head.cells):
            yield {name.text: cell for name, cell in zip(head.cells, row.cells, strict=True)}
        else:
            diagnostics.append(errors.short_row(row.span, len(row.cells), len(head.cells)))


def _is_heading_alone(table: AnyTable, diagnostics: list[Diagnostic]) -> bool:
    """
    Return whether all rows agree in the number of their cells, and only the heading has another.

    With a heading and a single row, either may be wrong; a row with a bar too few is the likelier,
    but in a spreadsheet every row has as many cells as the longest.
    """
    head, *rows = (len(row.cells) for row in table.rows)
    single = len(rows) == 1 and not table.span.source.is_table
    if not rows or single or head in rows or len(set(rows)) > 1:
        return False
    problem = errors.odd_heading(table.rows[0].span, head, rows[0])
    diagnostics.extend([problem] if problem not in diagnostics else [])
    return True


def _blemishes(table: AnyTable, needed: Sequence[str]) -> Iterator[Diagnostic]:
    row, *below = table.rows
    names = [cell.text for cell in row.cells]
    if len(names) > MOST_COLUMNS:
        yield errors.too_many_columns(row.span, found=len(names), most=MOST_COLUMNS)
        return
    missing = [column for column in needed if column not in names]
    if missing:
        named = ((row.span, {cell.text for cell in row.cells}) for row in below)
        heading = next((span for span, names in named if names >= set(needed)), None)
        yield errors.missing_columns(row.span, missing, row.cells, heading)
    for place, cell in enumerate(row.cells):
        if cell.text and cell.text in names[:place]:
            yield errors.repeated_column(cell.span, column=cell.text)


def _read_row(
    table: syntax.Table,
    heads: tuple[syntax.Cell, ...],
    row: syntax.Row,
    diagnostics: list[Diagnostic],
) -> TableCard | None:
    if len(row.cells) != len(heads):
        diagnostics.append(errors.short_row(row.span, len(row.cells), len(heads)))
        return None
    pairs = list(zip(heads, row.cells, strict=True))
    by_name = {head.text: cell for head, cell in pairs}
    name = by_name["id"]
    if errors.is_line_of_dashes(name.text):
        diagnostics.append(errors.bad_id(name.span, name.text))
        return None
    copies = _copies(by_name.get("copies"), diagnostics)
    if not IDENTIFIER.match(name.text):
        diagnostics.append(errors.bad_id(name.span, name.text))
        return None
    fields = tuple((head, cell) for head, cell in pairs if is_field(head.text))
    shown = {f"{{{head.text}}}": cell.text.replace("_", " ") for head, cell in fields}
    title = re.sub(r"\{[^{}]*\}", lambda at: shown.get(at[0], at[0]), by_name["name"].text)
    return TableCard(
        table.kind,
        Name(name.text, span=name.span),
        title,
        copies,
        fields,
        row.span,
        row,
        _printed(by_name.get("text")),
    )


def _printed(cell: syntax.Cell | None) -> str | None:
    return None if cell is None or is_default(cell) else cell.text


def is_default(cell: syntax.Cell) -> bool:
    """Return whether a cell leaves it to the default: a dash, or nothing at all."""
    return cell.text in ("", "-")


def _copies(cell: syntax.Cell | None, diagnostics: list[Diagnostic]) -> int:
    if cell is None or is_default(cell):
        return 1
    if not re.fullmatch(r"[0-9]{1,4}", cell.text) or int(cell.text) > limits.CARDS:
        diagnostics.append(errors.bad_copies(cell.span, cell.text))
        return 1
    return int(cell.text)


WHAT, ORIGINAL = "what", "original"
COLUMNS = (
    *(WHAT, "title", "shows", "hides", "sign", "colour", "art", "back", "size", "print"),
    *("font", "layout", "drawn", "says", "phrase"),
)
READ_BY_PEOPLE = ("title", "says", "phrase")


@frozen
class LookRow:
    """A row of a table of looks: its filled cells by their columns."""

    what: syntax.Cell
    cells: Mapping[str, syntax.Cell]

    @property
    def texts(self) -> Iterator[syntax.Cell]:
        """The cells that people read."""
        return (self.cells[column] for column in READ_BY_PEOPLE if column in self.cells)

    def names(self, column: str) -> tuple[Name, ...]:
        """Return the names that a cell lists, each at its place."""
        cell = self.cells.get(column)
        if cell is None:
            return ()
        source, start = cell.span.source, cell.span.start
        start += max(0, cell.span.text.find(cell.text))  # a cell of a file may be quoted
        matches = re.finditer(r"[^\s,]+", cell.text)
        return tuple(
            Name(found[0], span=source.span(start + found.start(), start + found.end()))
            for found in matches
        )


def read_looks(table: syntax.LookTable, diagnostics: list[Diagnostic]) -> Iterator[LookRow]:
    """Yield the rows of a table; what is wrong with its shape is appended to `diagnostics`."""
    unknown = partial(errors.no_such_column, table="looks", columns=COLUMNS)
    seen: dict[str, syntax.Cell] = {}
    for cells in rows_of(table, (WHAT,), COLUMNS, unknown, diagnostics):
        what = cells.pop(WHAT)
        if what.text in seen:
            diagnostics.append(errors.second_row_of_looks(what))
        seen.setdefault(what.text, what)
        yield LookRow(what, {name: cell for name, cell in cells.items() if not is_default(cell)})


def read_texts(
    order: Sequence[syntax.Declaration], header: syntax.Header | None, diagnostics: list[Diagnostic]
) -> Texts:
    """Return the tables of texts; what is wrong with them is appended to `diagnostics`."""
    languages = _languages(header, diagnostics)
    if not languages and any(isinstance(node, syntax.Junk) for node in order):
        return Texts()  # the line with the languages may be what could not be read
    tables = [node for node in order if isinstance(node, syntax.TextTable)]
    rows = tuple(row for table in tables for row in _rows(table, languages, diagnostics))
    known: dict[Key, dict[str, syntax.Cell]] = {}
    for row in rows:
        texts = known.setdefault(row.key, {})
        for language, cell in row.texts:
            if language in texts:
                diagnostics.append(
                    errors.repeated_text(cell.span, at=texts[language].span, language=language)
                )
            texts.setdefault(language, cell)
    return Texts(
        languages,
        rows,
        {key: tuple(texts.items()) for key, texts in known.items()},
        _heads(order) if rows else {},
    )


def _languages(header: syntax.Header | None, diagnostics: list[Diagnostic]) -> tuple[str, ...]:
    """Return the languages that the header announces, each once."""
    items = header.items if header else ()
    names = [name for item in items if isinstance(item, syntax.TextsIn) for name in item.names]
    seen: dict[str, Name] = {}
    for name in names:
        if name.text in seen:
            diagnostics.append(
                errors.repeated_language(name.span, at=seen[name.text].span, found=name.text)
            )
        seen.setdefault(name.text, name)
    return tuple(seen)


def _rows(
    table: syntax.TextTable, languages: tuple[str, ...], diagnostics: list[Diagnostic]
) -> Iterator[TextRow]:
    needed, unknown = (WHAT, ORIGINAL), partial(errors.unknown_language, languages=languages)
    for cells in rows_of(table, needed, (*needed, *languages[1:]), unknown, diagnostics):
        filled = ((name, cells.get(name)) for name in languages[1:])
        texts = tuple((name, cell) for name, cell in filled if cell is not None and cell.text)
        yield TextRow(cells[WHAT], cells[ORIGINAL], texts)


def _heads(order: Iterable[syntax.Declaration]) -> dict[Source, tuple[list[int], list[str]]]:
    """Return where each declaration of each file begins, and its name."""
    heads: dict[Source, list[tuple[int, str]]] = {}
    for node in order:
        heads.setdefault(node.span.source, []).append((node.span.start, name_of(node)))
    for starts in heads.values():
        starts.sort()
    return {
        source: ([start for start, _ in starts], [name for _, name in starts])
        for source, starts in heads.items()
    }


def name_of(node: syntax.Declaration) -> str:
    """Return the name of a declaration, as a table of texts has it; empty where it has none."""
    name = getattr(node, "name", None)
    return name.text if isinstance(name, Name) else ""
