"""Reads tables of looks: how what is declared is called and shown."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from attrs import frozen

from ruleslang.resolve.card_tables import has_form, is_default
from ruleslang.resolve.diagnostics import short_row
from ruleslang.source.diagnostic import Diagnostic, error
from ruleslang.source.suggest import known_name
from ruleslang.syntax import declarations as syntax
from ruleslang.syntax.node import Name

WHAT = "what"
COLUMNS = (
    *(WHAT, "title", "shows", "hides", "sign", "colour", "art", "size", "print"),
    *("drawn", "says", "phrase"),
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
        """The names that a cell lists, each at its place."""
        cell = self.cells.get(column)
        if cell is None:
            return ()
        source, start = cell.span.source, cell.span.start
        start += max(0, cell.span.text.find(cell.text))  # a cell of a file may stand in quotes
        matches = re.finditer(r"[^\s,]+", cell.text)
        return tuple(
            Name(met[0], span=source.span(start + met.start(), start + met.end()))
            for met in matches
        )


def read_looks(table: syntax.LookTable, diagnostics: list[Diagnostic]) -> Iterator[LookRow]:
    """The rows of a table; what is wrong with its shape is appended to `found`."""
    if not table.rows or not has_form(table, (WHAT,), diagnostics):
        return
    head, *below = table.rows
    for cell in head.cells:
        if cell.text not in COLUMNS and not cell.text.startswith("("):
            diagnostics.append(_unknown_column(cell))
    seen: dict[str, syntax.Cell] = {}
    for row in below:
        if len(row.cells) != len(head.cells):
            diagnostics.append(short_row(row.span, len(row.cells), len(head.cells)))
            continue
        cells = {name.text: cell for name, cell in zip(head.cells, row.cells, strict=True)}
        what = cells.pop(WHAT)
        if what.text in seen:
            diagnostics.append(_twice(what))
        seen.setdefault(what.text, what)
        yield LookRow(what, {name: cell for name, cell in cells.items() if not is_default(cell)})


def _unknown_column(cell: syntax.Cell) -> Diagnostic:
    return error(
        "unknown-column",
        cell.span,
        f"a table of looks has no column `{cell.text}`",
        help=known_name(cell.text, COLUMNS)
        or f"its columns are {', '.join(f'`{name}`' for name in COLUMNS)}; `(notes)` is not read",
    )


def _twice(cell: syntax.Cell) -> Diagnostic:
    return error(
        "said-twice",
        cell.span,
        f"`{cell.text}` has a row of looks already",
        help="write all of it in one row",
    )
