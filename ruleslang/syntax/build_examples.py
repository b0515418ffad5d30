"""From parse trees to nodes of measures, players, examples and claims."""

from __future__ import annotations

from typing import Any

from ruleslang.source.span import Span
from ruleslang.syntax import declarations as nodes
from ruleslang.syntax import examples
from ruleslang.syntax.build_statements import headed
from ruleslang.syntax.builder_interface import Builder
from ruleslang.syntax.expressions import Expression
from ruleslang.syntax.node import Marks, Name, Text


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
) -> examples.Claim:
    return examples.Claim(text, expression, marks=marks or _no_marks_before(expression), span=span)


def _no_marks_before(expression: Expression) -> Marks:
    return Marks(span=Span(expression.span.source, expression.span.start, expression.span.start))


def _claim_block(
    span: Span, text: Text | None, marks: Marks, *lines: examples.Given | examples.Then
) -> examples.Claim:
    given = tuple(line for line in lines if isinstance(line, examples.Given))
    then = tuple(line for line in lines if isinstance(line, examples.Then))
    return examples.Claim(text, None, given, then, marks=marks, span=span)


def _example(
    span: Span, text: Text, marks: Marks, *lines: examples.ExampleLine
) -> examples.Example:
    return examples.Example(text, lines, marks=marks, span=span)


def _scripted(
    span: Span, player: Expression, values: tuple[Expression, ...], marks: Marks
) -> examples.Scripted:
    return examples.Scripted(player, values, False, marks=marks, span=span)


def _declines(span: Span, player: Expression, marks: Marks) -> examples.Scripted:
    return examples.Scripted(player, (), True, marks=marks, span=span)


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
    def build(
        span: Span, player: Expression, subject: Expression, marks: Marks
    ) -> examples.ThenSees:
        return examples.ThenSees(player, subject, negated, marks=marks, span=span)

    return build


def _only(several: bool) -> Builder:
    def build(
        span: Span, players: Expression, subject: Expression, marks: Marks
    ) -> examples.ThenOnly:
        return examples.ThenOnly(players, subject, several, marks=marks, span=span)

    return build


def _may(node: Any, negated: bool) -> Builder:
    def build(
        span: Span,
        player: Expression,
        what: Any,
        values: tuple[Expression, ...] | None,
        marks: Marks,
    ) -> Any:
        return node(player, what, values or (), negated, marks=marks, span=span)

    return build


def _may_choose(negated: bool) -> Builder:
    def build(
        span: Span, player: Expression, values: tuple[Expression, ...], marks: Marks
    ) -> examples.ThenMayChoose:
        return examples.ThenMayChoose(player, values, False, negated, marks=marks, span=span)

    return build


def _may_decline(negated: bool) -> Builder:
    def build(span: Span, player: Expression, marks: Marks) -> examples.ThenMayChoose:
        return examples.ThenMayChoose(player, (), True, negated, marks=marks, span=span)

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
    "given": headed(examples.Given),
    "rolling": headed(examples.Rolling),
    "picking": headed(examples.Picking),
    "scripted": _scripted,
    "declines": _declines,
    "when_plays": _when(examples.WhenPlays),
    "when_does": _when(examples.WhenDoes),
    "when_called": headed(examples.WhenCalled),
    "then": headed(examples.Then),
    "then_sees": _sees(False),
    "then_cannot_see": _sees(True),
    "then_only_sees": _only(False),
    "then_only_see": _only(True),
    "then_may": _may(examples.ThenMay, False),
    "then_may_not": _may(examples.ThenMay, True),
    "then_may_play": _may(examples.ThenMayPlay, False),
    "then_may_not_play": _may(examples.ThenMayPlay, True),
    "then_may_choose": _may_choose(False),
    "then_may_not_choose": _may_choose(True),
    "then_may_decline": _may_decline(False),
    "then_may_not_decline": _may_decline(True),
    "then_together": headed(examples.ThenTogether),
    "then_wins": headed(examples.ThenWins),
}
