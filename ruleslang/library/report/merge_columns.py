"""Merges diagnostics that find the same mistake throughout a column of a table."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from attrs import evolve

from ruleslang.source.diagnostic import Diagnostic
from ruleslang.source.fix import joined
from ruleslang.source.span import Span
from ruleslang.syntax.declarations import Table, Tree

A_PATTERN = 3  # cells of one column: fewer may be slips, each for itself


def said_of_columns(trees: Sequence[Tree], found: Sequence[Diagnostic]) -> tuple[Diagnostic, ...]:
    """The diagnostics; of those that find the same wrong in one column, or in rows, the first."""
    wrong = {each.span for each in found}
    columns = dict(_columns(trees, wrong)) if len(wrong) >= A_PATTERN else {}
    groups: dict[tuple[str, str], list[Diagnostic]] = {}
    for each in found:
        if each.span in columns:
            groups.setdefault((each.slug, columns[each.span]), []).append(each)
    patterns = [group for group in groups.values() if len(group) >= A_PATTERN]
    told = {id(group[0]): _told_once(group) for group in patterns}
    dropped = {id(each) for group in patterns for each in group[1:]}
    return tuple(told.get(id(each), each) for each in found if id(each) not in dropped)


def _told_once(group: Sequence[Diagnostic]) -> Diagnostic:
    """The first with the places of the others, and with their fixes."""
    fix = joined([each.fix for each in group if each.fix is not None])
    also = tuple(each.span for each in group[1:])
    return evolve(group[0], also=also, fix=group[0].fix and fix)


def _columns(trees: Iterable[Tree], wrong: set[Span]) -> Iterator[tuple[Span, str]]:
    """Which column, of all tables, a cell stands in; and which table a row, by its cells."""
    tables = [node for tree in trees for node in tree.declarations if isinstance(node, Table)]
    for number, table in enumerate(tables):
        for row in table.rows[1:]:
            if row.span in wrong:
                yield row.span, f"{number}: {len(row.cells)} cells"
            for column, cell in enumerate(row.cells):
                if cell.span in wrong:
                    yield cell.span, f"{number}: column {column}"
