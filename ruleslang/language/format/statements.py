"""Prints nodes as lines: by their forms, and those without a form by hand."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import zip_longest
from typing import Any

from attrs import field, frozen

from ruleslang.language.format.expressions import expression, written
from ruleslang.language.syntax import declarations as d
from ruleslang.language.syntax.examples import Claim
from ruleslang.language.syntax.node import Marks, Node, form_of
from ruleslang.language.syntax.statements import Block, Body, Depending, If, MenuItem

WIDTH = 100
INDENT = 4


@frozen
class Line:
    """
    A formatted line, before comments, wrapping and the right edge.

    `at` is an offset in the source line that it comes from, or, with `above`, in the line below
    that one; so comments find their line again.
    """

    depth: int
    text: str
    at: int
    marks: Marks | None = field(default=None, eq=False)  # None: no marks allowed here
    above: bool = False

    def fits(self) -> bool:
        """Return whether the line, without its margin, is within the limit."""
        return self.depth * INDENT + len(self.text) <= WIDTH


def marks_text(marks: Marks) -> str:
    """
    Return the marks of a line, or empty: sorted citations, then `designed`.

    `[X-4, X-AMB-2] designed`
    """
    cites = sorted((cite.text for cite in marks.cites), key=citation_key)
    words = [f"[{', '.join(cites)}]"] if cites else []
    return " ".join([*words, "designed"] if marks.designed else words)


def citation_key(cite: str) -> tuple[tuple[tuple[int, int, str], ...], str]:
    """
    Return the sort key of a citation: numbers by size, and before words.

    >>> sorted(["X-AMB-2", "X-100", "X-99"], key=citation_key)
    ['X-99', 'X-100', 'X-AMB-2']
    """
    parts = cite.split("-")
    return tuple((0, int(p), "") if p.isdigit() else (1, 0, p) for p in parts), cite


def lines(node: Any, depth: int) -> Iterator[Line]:
    """Yield the lines of a declaration, a statement, or a part of one."""
    if type(node) in BY_HAND:
        yield from BY_HAND[type(node)](node, depth)
        return
    form = form_of(node)
    if any(slot.style == "suite" for slot in form.slots):
        yield from _suite(written(node), node.block, node.span.start, node.marks, depth)
        return
    yield Line(depth, written(node), node.span.start, node.marks)
    for slot in form.below:
        value = getattr(node, slot.field)
        if slot.style == "else":
            inside = depth + isinstance(node, Depending)
            yield from _headed("else", value, node.otherwise_marks, inside)
        else:
            yield from _lines_below(value, depth)


def _lines_below(value: Any, depth: int) -> Iterator[Line]:
    """Yield the lines of a field below a head of this depth."""
    match value:
        case None:
            return
        case tuple():
            for node in value:
                yield from lines(node, depth + 1)
        case Block():
            yield from _lines_below(value.statements, depth)
        case Body():
            yield from _lines_below((*value.clauses, *value.statements), depth)
            marks = value.in_any_case_marks
            yield from _headed("in any case", value.in_any_case, marks, depth + 1)
        case _:
            yield from lines(value, depth + 1)


def _suite(head: str, block: Block, at: int, marks: Marks | None, depth: int) -> Iterator[Line]:
    """Yield a head and its block, or its only statement after a colon if that is short enough."""
    if block.inline:
        (only,) = lines(block.statements[0], 0)
        line = Line(depth, f"{head}: {only.text}", at, marks)
        if line.fits():
            yield line
            return
    yield Line(depth, head, at, marks)
    yield from _lines_below(block, depth)


def _headed(word: str, block: Block | None, marks: Marks | None, depth: int) -> Iterator[Line]:
    """Yield a block under `else` or `in any case`, which has no node."""
    if block is None:
        return
    first = block.statements[0].span.start
    if block.inline:
        yield from _suite(word, block, first, marks, depth)
        return
    yield Line(depth, word, first, marks, above=True)
    yield from _lines_below(block, depth)


# ---------------------------------------------------------------- by hand


def _if(node: If, depth: int) -> Iterator[Line]:
    for number, branch in enumerate(node.branches):
        head = f"{'else ' if number else ''}{written(branch)}"
        yield from _suite(head, branch.block, branch.condition.span.start, branch.marks, depth)
    yield from _headed("else", node.otherwise, node.otherwise_marks, depth)


def _menu_item(node: MenuItem, depth: int) -> Iterator[Line]:
    if node.pays is None:
        yield from _suite(written(node), node.block, node.span.start, node.marks, depth)
        return
    yield Line(depth, written(node), node.span.start, node.marks)
    yield from lines(node.pays, depth + 1)
    yield from _lines_below(node.block, depth)


def _effect(node: d.TopHook | d.TopModify | d.TopWhenever, depth: int) -> Iterator[Line]:
    match node:
        case d.TopHook():
            return lines(node.hook, depth)
        case d.TopModify():
            return lines(node.modify, depth)
        case d.TopWhenever():
            return lines(node.whenever, depth)


def _table(node: d.Table | d.TextTable | d.LookTable | d.RuleTable, depth: int) -> Iterator[Line]:
    """Yield a table with columns padded to their longest cell."""
    yield Line(depth, f"table {_head_of_table(node)}", node.span.start, node.marks)
    columns = zip_longest(*(map(_cell, row.cells) for row in node.rows), fillvalue="")
    widths = [max(map(len, column)) for column in columns]
    for row in node.rows:
        yield Line(depth + 1, _row(row, widths), row.span.start, row.marks)


def _head_of_table(node: d.Table | d.TextTable | d.LookTable | d.RuleTable) -> str:
    match node:
        case d.Table():
            under = "" if node.only_under is None else f" {written(node.only_under)}"
            return node.kind.text + under
        case d.TextTable():
            return d.TEXTS
        case d.LookTable():
            return d.LOOKS
        case d.RuleTable():
            return d.RULES


def _row(node: d.Row, widths: list[int]) -> str:
    cells = zip(node.cells, widths, strict=False)
    return f"| {' | '.join(_cell(cell).ljust(width) for cell, width in cells)} |"


def _cell(node: d.Cell) -> str:
    """Return the text of a cell, in quotes if it has signs that would end it."""
    return f'"{node.text}"' if "#" in node.text or "|" in node.text else node.text


def _claim(node: Claim, depth: int) -> Iterator[Line]:
    """Yield a claim: one line, with its marks before the colon, or a block."""
    head = written(node)
    if node.expression is not None:
        marks = marks_text(node.marks)
        head = f"{head} {marks}" if marks else head
        yield Line(depth, f"{head}: {expression(node.expression)}", node.span.start)
        return
    yield Line(depth, head, node.span.start, node.marks)
    yield from _lines_below((*node.given, *node.then), depth)


def _omit(node: d.Omit, depth: int) -> Iterator[Line]:
    """Print `omit` with its numbers and the reason."""
    yield Line(depth, f"omit {marks_text(node.marks)} {written(node.text)}", node.span.start)


BY_HAND: dict[type[Node], Callable[[Any, int], Iterator[Line]]] = {
    If: _if,
    MenuItem: _menu_item,
    d.TopHook: _effect,
    d.TopModify: _effect,
    d.TopWhenever: _effect,
    d.Table: _table,
    d.TextTable: _table,
    d.LookTable: _table,
    d.RuleTable: _table,
    Claim: _claim,
    d.Omit: _omit,
}
