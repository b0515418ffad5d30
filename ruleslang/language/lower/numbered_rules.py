"""Lowers the table of rules: what each numbered rule of the printed rulebook says."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ruleslang.language.lower import citations
from ruleslang.language.lower.context import Context
from ruleslang.language.lower.diagnostics import declarations as say
from ruleslang.language.resolve.tables import complete_rows, has_form, is_default
from ruleslang.language.syntax import declarations as syntax
from ruleslang.language.syntax.node import Name
from ruleslang.program.program import NumberedRule, Numbering
from ruleslang.source.diagnostic import Diagnostic, error
from ruleslang.source.suggest import known_name

NEEDED = ("id", "rule")
COLUMNS = ("id", "chapter", "kind", "rule")


def lower_rules(context: Context, numbering: Numbering) -> tuple[NumberedRule, ...]:
    """The rows of all tables of rules, each number once."""
    rules: dict[str, NumberedRule] = {}
    for node in context.symbols.order:
        if isinstance(node, syntax.RuleTable):
            diagnostics: list[Diagnostic] = []
            for cells in _rows(node, diagnostics):
                diagnostics += _wrong(cells, numbering, rules)
                rule = _rule(context, cells)
                rules.setdefault(rule.id, rule)
            for diagnostic in diagnostics:
                context.report(diagnostic)
    return tuple(rules.values())


def texts_by_number(nodes: Iterable[syntax.Declaration]) -> dict[str, str]:
    """What the tables of rules among some declarations say, by number."""
    tables = (node for node in nodes if isinstance(node, syntax.RuleTable))
    rows = (cells for table in tables for cells in _rows(table, []))
    return {cells["id"].text: cells["rule"].text for cells in rows}


def listed_numbers(context: Context) -> list[str]:
    """The numbers that have a row in a table of rules."""
    return list(texts_by_number(context.symbols.order))


def _rows(
    table: syntax.RuleTable, diagnostics: list[Diagnostic]
) -> Iterator[dict[str, syntax.Cell]]:
    if not table.rows or not has_form(table, NEEDED, diagnostics):
        return
    for cell in table.rows[0].cells:
        if cell.text not in COLUMNS and not cell.text.startswith("("):
            diagnostics.append(_unknown_column(cell))
    yield from complete_rows(table, diagnostics)


def _rule(context: Context, cells: dict[str, syntax.Cell]) -> NumberedRule:
    words = {
        column: "" if cell is None or is_default(cell) else cell.text
        for column in COLUMNS
        for cell in (cells.get(column),)
    }
    origin = context.origin(cells["id"].span)
    return NumberedRule(words["id"], words["rule"], words["chapter"], words["kind"], origin)


def _wrong(
    cells: dict[str, syntax.Cell], numbering: Numbering, before: dict[str, NumberedRule]
) -> Iterator[Diagnostic]:
    cell, words = cells["id"], cells["rule"]
    known = citations.known_numbers(numbering)
    if not numbering.prefix:
        yield say.no_numbers(cell.span)
    elif not cell.text.startswith(f"{numbering.prefix}-"):
        name = Name(cell.text, span=cell.span)
        yield say.foreign_number(name, known=known, prefix=numbering.prefix)
    elif known and cell.text not in known and not citations.is_example(cell.text, numbering):
        yield citations.unknown_number(Name(cell.text, span=cell.span), numbering, known)
    elif cell.text in before:
        yield say.second_row(cell.span, number=cell.text)
    if is_default(words):
        yield say.wordless_rule(cell.span, number=cell.text)


def _unknown_column(cell: syntax.Cell) -> Diagnostic:
    return error(
        "unknown-column",
        cell.span,
        f"a table of rules has no column `{cell.text}`",
        help=known_name(cell.text, COLUMNS)
        or f"its columns are {', '.join(f'`{name}`' for name in COLUMNS)}; `(notes)` is not read",
    )
