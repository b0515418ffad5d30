"""From parse trees to nodes of measures, players, examples and claims."""

from __future__ import annotations

from typing import Any

from ruleslang.source.span import Span
from ruleslang.syntax import declarations as nodes
from ruleslang.syntax.build_statements import headed
from ruleslang.syntax.expressions import Expression
from ruleslang.syntax.node import Marks, Name, Text
from ruleslang.syntax.parts import Builder


def _chooser(
    span: Span, name: Name, text: Text | None, marks: Marks, *preferences: Any
) -> nodes.Chooser:
    return nodes.Chooser(name, text, preferences, marks=marks, span=span)


def _prefer(
    span: Span, name: Name, pattern: Any, condition: Expression | None, marks: Marks
) -> nodes.Prefer:
    return nodes.Prefer(name, pattern, condition, (), marks=marks, span=span)


def _prefer_by(
    span: Span, name: Name, pattern: Any, criteria: tuple[Any, ...], marks: Marks
) -> nodes.Prefer:
    return nodes.Prefer(name, pattern, None, criteria, marks=marks, span=span)


def _omit(span: Span, cites: tuple[Name, ...], text: Text) -> nodes.Omit:
    marks = Marks(cites, span=Span(span.source, cites[0].span.start, cites[-1].span.end))
    return nodes.Omit(text, marks=marks, span=span)


def _marks(
    span: Span, cites: tuple[Name, ...] | None = None, designed: bool | None = None
) -> Marks:
    return Marks(cites or (), bool(designed), span=span)


def _claim(
    span: Span, text: Text | None, marks: Marks | None, expression: Expression
) -> nodes.Claim:
    return nodes.Claim(text, expression, marks=marks or _no_marks_before(expression), span=span)


def _no_marks_before(expression: Expression) -> Marks:
    return Marks(span=Span(expression.span.source, expression.span.start, expression.span.start))


def _claim_block(
    span: Span, text: Text | None, marks: Marks, *lines: nodes.Given | nodes.Then
) -> nodes.Claim:
    given = tuple(line for line in lines if isinstance(line, nodes.Given))
    then = tuple(line for line in lines if isinstance(line, nodes.Then))
    return nodes.Claim(text, None, given, then, marks=marks, span=span)


def _example(span: Span, text: Text, marks: Marks, *lines: nodes.ExampleLine) -> nodes.Example:
    return nodes.Example(text, lines, marks=marks, span=span)


def _scripted(
    span: Span, player: Expression, values: tuple[Expression, ...], marks: Marks
) -> nodes.Scripted:
    return nodes.Scripted(player, values, False, marks=marks, span=span)


def _declines(span: Span, player: Expression, marks: Marks) -> nodes.Scripted:
    return nodes.Scripted(player, (), True, marks=marks, span=span)


def _when(node: Any) -> Builder:
    def build(
        span: Span,
        player: Expression,
        what: Any,
        values: tuple[Expression, ...] | None,
        marks: Marks,
    ) -> Any:
        return node(player, what, values or (), marks=marks, span=span)

    return build


def _sees(negated: bool) -> Builder:
    def build(span: Span, player: Expression, subject: Expression, marks: Marks) -> nodes.ThenSees:
        return nodes.ThenSees(player, subject, negated, marks=marks, span=span)

    return build


def _only(several: bool) -> Builder:
    def build(span: Span, players: Expression, subject: Expression, marks: Marks) -> nodes.ThenOnly:
        return nodes.ThenOnly(players, subject, several, marks=marks, span=span)

    return build


def _may(negated: bool) -> Builder:
    def build(
        span: Span,
        player: Expression,
        action: Name,
        values: tuple[Expression, ...] | None,
        marks: Marks,
    ) -> nodes.ThenMay:
        return nodes.ThenMay(player, action, values or (), negated, marks=marks, span=span)

    return build


EXAMPLES: dict[str, Builder] = {
    "measure": headed(nodes.Measure),
    "chooser": _chooser,
    "prefer": _prefer,
    "prefer_by": _prefer_by,
    "avoid": headed(nodes.Avoid),
    "prefer_otherwise": headed(nodes.PreferOtherwise),
    "omit": _omit,
    "marks": _marks,
    "marks_designed": lambda span, designed: Marks((), True, span=span),
    "claim": _claim,
    "claim_block": _claim_block,
    "example": _example,
    "given": headed(nodes.Given),
    "rolling": headed(nodes.Rolling),
    "picking": headed(nodes.Picking),
    "scripted": _scripted,
    "declines": _declines,
    "when_plays": _when(nodes.WhenPlays),
    "when_does": _when(nodes.WhenDoes),
    "when_called": headed(nodes.WhenCalled),
    "then": headed(nodes.Then),
    "then_sees": _sees(False),
    "then_cannot_see": _sees(True),
    "then_only_sees": _only(False),
    "then_only_see": _only(True),
    "then_may": _may(False),
    "then_may_not": _may(True),
}
