"""Reports `half-empty-column`: a column of a table has empty cells beside filled ones."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from attrs import evolve

from ruleslang.language.resolve.tables import is_outside
from ruleslang.language.syntax.declarations import Cell, Kind, KindField, Table, Tree
from ruleslang.program.program import Program
from ruleslang.source.diagnostic import Diagnostic, Label, advice
from ruleslang.source.fix import Certainty, Edit, Fix
from ruleslang.source.span import Span

COPIES, NOTHING = "copies", "-"
FOR_THE_EYE = ("id", "name", "text")  # columns whose empty cells have a default elsewhere


def half_empty_column(
    empty: Sequence[Cell], column: str, meant: str, same: Cell | None
) -> Diagnostic:
    """A cell is empty; another states its meaning, or most others are filled."""
    diagnostic = advice(
        "half-empty-column",
        empty[0].span,
        f"a cell of `{column}` is empty, and others are not",
        help=f"an empty cell means `{meant}`: write it, so that no cell looks forgotten",
        labels=(Label(same.span, "this says the same as an empty cell"),) if same else (),
    )
    edits = tuple(_filled(cell.span, meant) for cell in empty)
    return evolve(diagnostic, fix=Fix(edits, Certainty.SURE))


def _filled(span: Span, meant: str) -> Edit:
    """The edit that replaces an empty cell by its meaning."""
    before = span.source.text[: span.start]
    blanks = len(before) - len(before.rstrip(" "))
    written = f" {meant} ".ljust(blanks) if blanks else meant
    return Edit(Span(span.source, span.start - blanks, span.start), written)


def check(trees: Sequence[Tree], _: Program) -> Iterator[Diagnostic]:
    """The first such cell of every column."""
    kinds = {
        node.name.text: node
        for tree in trees
        for node in tree.declarations
        if isinstance(node, Kind)
    }
    for tree in trees:
        for table in tree.declarations:
            if isinstance(table, Table) and table.rows:
                yield from _columns(table, _defaults(kinds, table.kind.text))


def _columns(table: Table, defaults: Mapping[str, str]) -> Iterator[Diagnostic]:
    heads = table.rows[0].cells
    at = next((place for place, head in enumerate(heads) if head.text == "id"), 0)
    cards = [row for row in table.rows[1:] if not is_outside(row, at)]
    for place, head in enumerate(heads):
        if head.text.startswith("(") or head.text in FOR_THE_EYE:
            continue
        cells = [row.cells[place] for row in cards if place < len(row.cells)]
        empty = [cell for cell in cells if not cell.text]
        filled = [cell for cell in cells if cell.text]
        meant = "1" if head.text == COPIES else defaults.get(head.text, NOTHING)
        usual = next((cell for cell in filled if cell.text in (meant, NOTHING)), None)
        if empty and (usual or len(empty) < len(filled) or (filled and head.text == COPIES)):
            yield half_empty_column(empty, head.text, meant, usual)


def _defaults(kinds: Mapping[str, Kind], name: str) -> dict[str, str]:
    """The defaults of a kind's fields, as written."""
    kind = kinds[name]
    above = _defaults(kinds, kind.parent.text) if kind.parent is not None else {}
    declared = {
        field.name.text: field.default.span.text
        for field in kind.items
        if isinstance(field, KindField) and field.default is not None
    }
    return above | declared
