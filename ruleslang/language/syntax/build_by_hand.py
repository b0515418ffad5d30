"""Builders of the grammar rules without a form."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from attrs import evolve, frozen

from ruleslang.language.syntax import declarations as d
from ruleslang.language.syntax import examples
from ruleslang.language.syntax import simple_statements as simple
from ruleslang.language.syntax import statements as s
from ruleslang.language.syntax.expressions import Expression, Negate, Number
from ruleslang.language.syntax.node import Marks, Name, Node, Text
from ruleslang.source.diagnostic import Diagnostic
from ruleslang.source.span import Span


class Refused(Exception):
    """Text that the grammar accepts and that still cannot be a tree."""

    def __init__(self, diagnostic: Diagnostic) -> None:
        super().__init__(diagnostic.slug)
        self.diagnostic = diagnostic


@frozen
class Part:
    """The value of a field that may be written in any order among others."""

    field: str
    value: Any
    span: Span

    @property
    def words(self) -> str:
        """The written form, without the value."""
        words = self.span.text if self.value is True else self.field.replace("_", " ")
        return " ".join(words.split())


@frozen
class Suite:
    """A block, with the marks of its head's line."""

    block: s.Block
    marks: Marks


def no_marks(span: Span) -> Marks:
    """Return the empty marks of a line, at its end."""
    return Marks(span=Span(span.source, span.end, span.end))


def integer(constant: Node) -> int:
    """Return the value of an integer literal; the grammar allows no other."""
    if isinstance(constant, Negate):
        return -integer(constant.operand)
    assert isinstance(constant, Number)
    return constant.value


def all_parts(span: Span, *parts: Any) -> tuple[Any, ...]:
    """Return several parts, unchanged."""
    return parts


def present(span: Span, *parts: Any) -> bool:
    """Return the presence of a keyword."""
    return True


def only(span: Span, part: Any) -> Any:
    """Return a single part, unchanged."""
    return part


def phrase(span: Span, *words: str) -> str:
    """Join keywords to one text."""
    return " ".join(words)


def part(field: str) -> Callable[..., Part]:
    """Return a builder of a `Part` with one value, or with none."""
    return lambda span, value=True: Part(field, value, span)


# ---------------------------------------------------------------- lines and blocks


def _marks(
    span: Span, cites: tuple[Name, ...] | None = None, designed: bool | None = None
) -> Marks:
    return Marks(cites or (), bool(designed), span=span)


def _marked(span: Span, statement: simple.Marked, marks: Marks) -> simple.Marked:
    """Build simple statements without marks: only here is the end of the line known."""
    if span == statement.span:
        return statement
    return evolve(statement, marks=marks, span=span)


def _suite_inline(span: Span, statement: s.Statement, marks: Marks) -> Suite:
    return Suite(s.Block((statement,), inline=True, span=statement.span), marks)


def _suite(span: Span, head: Marks, block: s.Block) -> Suite:
    return Suite(block, head)


def _body(span: Span, *parts: Any) -> s.Body:
    *lines, last = parts
    clauses = tuple(line for line in lines if isinstance(line, s.Clause))
    statements = tuple(line for line in lines if not isinstance(line, s.Clause))
    block, marks = (last.block, last.marks) if last else (None, None)
    return s.Body(clauses, statements, block, marks, span=span)


def _if(span: Span, first: s.Branch, *branches: Any) -> s.If:
    """Build an `if`, whose marks are those of its first line, and so of its first branch."""
    *others, last = branches
    otherwise, marks = (last.block, last.marks) if last else (None, None)
    return s.If((first, *others), otherwise, marks, marks=first.marks, span=span)


def _menu_item_paid(
    span: Span,
    name: Name,
    text: Text | None,
    condition: Expression | None,
    marks: Marks,
    pays: s.Pays,
    *statements: s.Statement,
) -> s.MenuItem:
    at = statements[0].span.cover(statements[-1].span) if statements else pays.span
    block = s.Block(statements, span=at)
    return s.MenuItem(name, text, condition, block, marks, pays, span=span)


# ---------------------------------------------------------------- declarations


def _top(kind: Any) -> Callable[..., Any]:
    """Return a builder of an effect at the left margin."""
    return lambda span, effect: kind(effect, marks=effect.marks, span=span)


def _omit(span: Span, cites: tuple[Name, ...], text: Text) -> d.Omit:
    marks = Marks(cites, span=Span(span.source, cites[0].span.start, cites[-1].span.end))
    return d.Omit(text, marks=marks, span=span)


def _claim(
    span: Span, text: Text | None, marks: Marks | None, expression: Expression
) -> examples.Claim:
    start = expression.span.start
    marks = marks or Marks(span=Span(span.source, start, start))
    return examples.Claim(text, expression, marks=marks, span=span)


def _table(
    span: Span, kind: Name, only_under: d.OnlyUnder | None, marks: Marks, *rows: d.Row
) -> d.Table | d.TextTable | d.LookTable | d.RuleTable:
    """Return a table of the class for its name; only one of cards can depend on an option."""
    if kind.text == d.TEXTS and only_under is None:
        return d.TextTable(rows, marks=marks, span=span)
    if kind.text == d.LOOKS and only_under is None:
        return d.LookTable(rows, marks=marks, span=span)
    if kind.text == d.RULES and only_under is None:
        return d.RuleTable(rows, marks=marks, span=span)
    return d.Table(kind, only_under, rows, marks=marks, span=span)


def _row(span: Span, first: Span, *parts: Any) -> d.Row:
    """Build a row with a cell between any two bars, even an empty one."""
    *between, marks = parts
    cells: list[d.Cell] = []
    cell = None
    for bar_or_cell in between:
        if isinstance(bar_or_cell, d.Cell):
            cell = bar_or_cell
        else:
            place = Span(span.source, bar_or_cell.start, bar_or_cell.start)
            cells.append(cell or d.Cell("", span=place))
            cell = None
    return d.Row(tuple(cells), marks=marks, span=span)


BY_HAND: dict[str, Callable[..., Any]] = {
    "eol": _marks,
    "marks": _marks,
    "marks_designed": lambda span, designed: Marks((), True, span=span),
    "text": lambda span, text: Text(text, span=span),
    "marked": _marked,
    **dict.fromkeys(
        ("block", "below_limit"), lambda span, *statements: s.Block(statements, span=span)
    ),
    "suite": _suite,
    "suite_inline": _suite_inline,
    "body": _body,
    "in_any_case": _suite,
    "if_statement": _if,
    "menu_item_paid": _menu_item_paid,
    "top_hook": _top(d.TopHook),
    "top_modify": _top(d.TopModify),
    "top_whenever": _top(d.TopWhenever),
    "omit": _omit,
    "claim": _claim,
    "table": _table,
    "row": _row,
    "field_keyword": lambda span, word: Name(word, span=span),
    **dict.fromkeys(
        ("as_often", "as_possible", "changeable", "designed", "if_under_way", "in_order", "surely"),
        present,
    ),
    **dict.fromkeys(("decided", "else", "if_impossible", "rounded"), only),
    **dict.fromkeys(("closing", "direction", "hook_word", "position"), phrase),
    **dict.fromkeys(
        ("choosing", "cite", "criteria", "effects", "index", "names", "parameters", "values"),
        all_parts,
    ),
    **{
        field: part(field)
        for field in (
            "neighbours",
            "one_piece_per_space",
            "only_in",
            "ordered",
            "kept_in_mind",
            "reset_each",
            "rows_from_each_side",
            "stops_at_the_ends",
        )
    },
    "capacity": part("at_most"),
    "count_seen": part("count_seen_by"),
    "dice_start": part("starts_with"),
    "history_reset": part("reset_each"),
}
