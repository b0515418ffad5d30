"""Examples and claims as lines."""

from __future__ import annotations

from collections.abc import Iterator
from typing import assert_never

from ruleslang.format.expressions import atom, expression, listed
from ruleslang.format.lines import Line, label, marks_text, text
from ruleslang.format.simple_statements import wins
from ruleslang.syntax.examples import (
    Claim,
    Example,
    ExampleLine,
    Given,
    Picking,
    Rolling,
    Scripted,
    Then,
    ThenMay,
    ThenMayChoose,
    ThenMayPlay,
    ThenOnly,
    ThenSees,
    ThenTogether,
    ThenWins,
    WhenCalled,
    WhenDoes,
    WhenPlays,
)
from ruleslang.syntax.expressions import Expression


def example(node: Example) -> Iterator[Line]:
    """An example and its lines."""
    yield Line(0, f"example {text(node.text)}", node.span.start, node.marks)
    for line in node.lines:
        yield Line(1, _example_line(line), line.span.start, line.marks)


def _example_line(node: ExampleLine) -> str:
    match node:
        case Given():
            return f"given {expression(node.fact)}"
        case Rolling():
            return f"rolling {listed(node.faces)}"
        case Picking():
            return f"picking {listed(node.values)}"
        case Scripted():
            verb = "declines" if node.declines else f"chooses {listed(node.values)}"
            return f"{atom(node.player)} {verb}"
        case WhenPlays():
            head = f"when {atom(node.player)} plays {atom(node.card)}"
            return head + _choosing(node.choosing)
        case WhenDoes():
            head = f"when {atom(node.player)} does {node.action.text}"
            return head + _choosing(node.choosing)
        case WhenCalled():
            return f"when {expression(node.call)}"
        case _:
            return _then_line(node)


def _then_line(
    node: Then
    | ThenSees
    | ThenOnly
    | ThenMay
    | ThenMayPlay
    | ThenMayChoose
    | ThenTogether
    | ThenWins,
) -> str:
    match node:
        case Then():
            return f"then {expression(node.condition)}"
        case ThenSees():
            verb = "cannot see" if node.negated else "sees"
            return f"then {atom(node.player)} {verb} {expression(node.subject)}"
        case ThenOnly():
            verb = "see" if node.several else "sees"
            return f"then only {atom(node.players)} {verb} {expression(node.subject)}"
        case ThenMay():
            verb = "may not do" if node.negated else "may do"
            head = f"then {atom(node.player)} {verb} {node.action.text}"
            return head + _choosing(node.choosing)
        case ThenMayPlay():
            verb = "may not play" if node.negated else "may play"
            head = f"then {atom(node.player)} {verb} {atom(node.card)}"
            return head + _choosing(node.choosing)
        case ThenMayChoose():
            verb = "may not" if node.negated else "may"
            what = "decline" if node.declines else f"choose {listed(node.values)}"
            return f"then {atom(node.player)} {verb} {what}"
        case ThenTogether():
            return f"then {atom(node.players)} choose together"
        case ThenWins():
            return f"then {wins(node.players)}"
        case _:
            assert_never(node)


def _choosing(values: tuple[Expression, ...]) -> str:
    return f" choosing {listed(values)}" if values else ""


def claim(node: Claim) -> Iterator[Line]:
    """A claim: one line, with its marks before the colon, or a block."""
    head = f"claim{label(node.text)}"
    if node.expression is not None:
        marks = marks_text(node.marks)
        head = f"{head} {marks}" if marks else head
        yield Line(0, f"{head}: {expression(node.expression)}", node.span.start)
        return
    yield Line(0, head, node.span.start, node.marks)
    lines: tuple[Given | Then, ...] = (*node.given, *node.then)
    for line in lines:
        yield Line(1, _example_line(line), line.span.start, line.marks)
