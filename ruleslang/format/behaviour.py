"""Procedures, actions, windows, measures, players, examples and claims as lines."""

from __future__ import annotations

from collections.abc import Iterator
from typing import assert_never

from ruleslang.format.expressions import (
    atom,
    criteria,
    criterion,
    expression,
    listed,
    phrase,
    where,
)
from ruleslang.format.heads import choosing, pattern, windows
from ruleslang.format.lines import Line, clause, label, names, text
from ruleslang.format.marks import marks_text
from ruleslang.format.statements import body
from ruleslang.format.types import parameters, type_text
from ruleslang.syntax.declarations import (
    Action,
    Avoid,
    Chooser,
    Claim,
    Example,
    ExampleLine,
    Given,
    Measure,
    Omit,
    Picking,
    Prefer,
    PreferOtherwise,
    Procedure,
    Rolling,
    Scripted,
    Then,
    ThenMay,
    ThenOnly,
    ThenSees,
    WhenCalled,
    WhenDoes,
    WhenPlays,
    Window,
)
from ruleslang.syntax.expressions import Expression


def procedure(node: Procedure) -> Iterator[Line]:
    """A procedure, phase or check, and its body."""
    answers = "" if node.answers is None else f" answers {type_text(node.answers)}"
    head = f"{node.word} {node.name.text}{parameters(node.parameters)}{answers}"
    yield Line(0, head, node.span.start, node.marks)
    yield from body(node.body, 0)


def action(node: Action) -> Iterator[Line]:
    """An action and its body."""
    head = f"action {node.name.text}{label(node.text)} by {node.by.text}"
    tail = windows(node.windows) + choosing(node.choices)
    yield Line(0, head + tail, node.span.start, node.marks)
    yield from body(node.body, 0)


def window(node: Window) -> Iterator[Line]:
    """A window: who is asked, what is offered, when it closes."""
    head = f"window {node.name.text}{parameters(node.parameters)}{label(node.text)}"
    yield Line(0, head, node.span.start, node.marks)
    if node.asks is not None:
        yield Line(1, f"asks {phrase(node.asks.players)}", node.asks.span.start, node.asks.marks)
    if node.offers is not None:
        offers = f"offers {names(node.offers.actions)}"
        yield Line(1, offers, node.offers.span.start, node.offers.marks)
    if node.closes is not None:
        yield Line(1, f"closes {node.closes.when}", node.closes.span.start, node.closes.marks)


# ---------------------------------------------------------------- measures and players


def measure(node: Measure) -> Iterator[Line]:
    """A measure, always one line."""
    head = f"measure {text(node.text)}{clause('at', node.at)} = {expression(node.value)}"
    yield Line(0, head, node.span.start, node.marks)


def chooser(node: Chooser) -> Iterator[Line]:
    """A player and its preferences."""
    yield Line(0, f"player {node.name.text}{label(node.text)}", node.span.start, node.marks)
    for line in node.preferences:
        yield Line(1, _preference(line), line.span.start, line.marks)


def _preference(node: Prefer | Avoid | PreferOtherwise) -> str:
    if isinstance(node, PreferOtherwise):
        return f"otherwise {criterion(node.criterion)}"
    if isinstance(node, Avoid):
        return f"avoid {node.name.text}{pattern(node.pattern)}{where(node.condition)}"
    by = f" by {criteria(node.criteria)}" if node.criteria else ""
    return f"prefer {node.name.text}{pattern(node.pattern)}{where(node.condition)}{by}"


# ---------------------------------------------------------------- examples and claims


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


def omit(node: Omit) -> Iterator[Line]:
    """Numbered rules without effect on play, and why."""
    head = f"omit {marks_text(node.marks)} {text(node.text)}"
    yield Line(0, head, node.span.start)
