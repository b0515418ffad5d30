"""From parse trees to nodes of statements, and of the clauses and effects they share with declarations."""

from __future__ import annotations

from typing import Any

from attrs import evolve

from ruleslang.source.span import Span
from ruleslang.syntax import statements as nodes
from ruleslang.syntax.build_expressions import gathered, marked_by, only, phrase, plain, there, together
from ruleslang.syntax.expressions import Expression
from ruleslang.syntax.node import Marks, Name, Text, Translation
from ruleslang.syntax.parts import Builder, Suite, no_marks

# ---------------------------------------------------------------- lines and blocks


def _eol(span: Span, cites: tuple[Name, ...] | None, designed: bool | None) -> Marks:
    return Marks(cites or (), bool(designed), span=span)


def _text(span: Span, text: str, *translations: Translation) -> Text:
    return Text(text, translations, span=span)


def _marked(span: Span, statement: nodes.Marked, marks: Marks) -> nodes.Marked:
    """Builders of simple statements leave the marks empty: only here is the end of the line known."""
    if span == statement.span:
        return statement
    return evolve(statement, marks=marks, span=span)


def _suite_inline(span: Span, statement: nodes.Statement, marks: Marks) -> Suite:
    return Suite(nodes.Block((statement,), inline=True, span=statement.span), marks)


def _suite(span: Span, head: Marks | Suite, block: nodes.Block | None = None) -> Suite:
    return head if isinstance(head, Suite) else Suite(block, head)


def _body(span: Span, *parts: Any) -> nodes.Body:
    *parts, last = parts
    clauses = tuple(part for part in parts if isinstance(part, nodes.Clause))
    statements = tuple(part for part in parts if not isinstance(part, nodes.Clause))
    block, marks = (last.block, last.marks) if last else (None, None)
    return nodes.Body(clauses, statements, block, marks, span=span)


def _in_any_case(span: Span, marks: Marks, block: nodes.Block) -> Suite:
    return Suite(block, marks)


def _limit(span: Span, number: Expression, procedure: Name, each: tuple[Name, ...] | None,
           marks: Marks) -> nodes.Limit:
    return nodes.Limit(number, procedure, each or (), marks, span=span)


def _pays(span: Span, *parts: Any) -> nodes.Pays:
    return nodes.Pays(parts[:-1], parts[-1], span=span)


# ---------------------------------------------------------------- effects


def _hook(span: Span, moment: str, procedure: Name, pattern: nodes.Pattern | None, by: Expression | None,
          condition: Expression | None, marks: Marks, block: nodes.Block) -> nodes.Hook:
    return nodes.Hook(moment, procedure, pattern, by, condition, block, marks, span=span)


def _modify(span: Span, value: Name, pattern: nodes.Pattern | None, condition: Expression | None,
            *rest: Any) -> nodes.Modify:
    return nodes.Modify(value, pattern, condition, rest[:-1], rest[-1], span=span)


def _whenever(span: Span, condition: Expression, marks: Marks, block: nodes.Block) -> nodes.Whenever:
    return nodes.Whenever(condition, block, marks, span=span)


EFFECTS: dict[str, Builder] = {
    "hook": _hook,
    "hook_word": phrase,
    "modify": _modify,
    "whenever": _whenever,
    "effects": together,
    "pattern": plain(nodes.Pattern),
} | {
    f"change_{stage.replace(' ', '_')}": marked_by(nodes.Change, stage)
    for stage in ("times", "at least", "at most", "becomes", "starts from", "include", "exclude")
} | {"change_plus": marked_by(nodes.Change, "+"), "change_minus": marked_by(nodes.Change, "-")}

# ---------------------------------------------------------------- choices


def _choice(span: Span, changeable: bool | None, quantity: nodes.Quantity | None, name: Name,
            text: Text | None, in_order: bool | None, subject: Expression,
            so_that: Expression | None) -> nodes.Choice:
    return nodes.Choice(name, subject, quantity, text, bool(in_order), so_that, bool(changeable), span=span)


def _chosen(span: Span, quantity: nodes.Quantity | None, name: Name, text: Text | None,
            in_order: bool | None, subject: Expression, so_that: Expression | None) -> nodes.Choice:
    return nodes.Choice(name, subject, quantity, text, bool(in_order), so_that, span=span)


def _picked(span: Span, quantity: nodes.Quantity | None, name: Name, in_order: bool | None,
            subject: Expression) -> nodes.Choice:
    return nodes.Choice(name, subject, quantity, in_order=bool(in_order), span=span)


def _number(span: Span, value: int) -> Expression:
    from_start = Span(span.source, span.start, span.start + len(str(value)))
    return nodes.Quantity("plain", None, Number(value, span=from_start), span=span)


CHOICES: dict[str, Builder] = {
    "choosing": together,
    "choice": _choice,
    "chosen": _chosen,
    "picked": _picked,
    "changeable": there,
    "in_order": there,
    "up_to": marked_by(nodes.Quantity, "up to", None),
    "exactly": marked_by(nodes.Quantity, "exactly", None),
    "count_word": only,
}
