"""Procedures, actions, windows, measures, players and omissions as lines."""

from __future__ import annotations

from collections.abc import Iterator

from ruleslang.format.choices_and_patterns import (
    choosing,
    decided_by,
    only_under,
    pattern,
    windows,
)
from ruleslang.format.expressions import (
    criteria,
    criterion,
    expression,
    members,
    where,
)
from ruleslang.format.lines import Line, clause, label, marks_text, names, text
from ruleslang.format.statements import body
from ruleslang.format.types import parameters, type_text
from ruleslang.syntax.declarations import (
    Action,
    Avoid,
    Chooser,
    Measure,
    Omit,
    Prefer,
    PreferOtherwise,
    Procedure,
    Window,
)


def procedure(node: Procedure) -> Iterator[Line]:
    """A procedure, phase or check, and its body."""
    answers = "" if node.answers is None else f" answers {type_text(node.answers)}"
    head = f"{node.word} {node.name.text}{parameters(node.parameters)}{answers}"
    tail = only_under(node.only_under) + decided_by(node.decided_by)
    yield Line(0, head + tail, node.span.start, node.marks)
    yield from body(node.body, 0)


def action(node: Action) -> Iterator[Line]:
    """An action and its body."""
    head = f"action {node.name.text}{label(node.text)} by {node.by.text}"
    tail = windows(node.windows) + choosing(node.choices) + only_under(node.only_under)
    yield Line(0, head + tail, node.span.start, node.marks)
    yield from body(node.body, 0)


def window(node: Window) -> Iterator[Line]:
    """A window: who is asked, what is offered, when it closes."""
    head = f"window {node.name.text}{parameters(node.parameters)}{label(node.text)}"
    yield Line(0, head, node.span.start, node.marks)
    if node.asks is not None:
        yield Line(1, f"asks {members(node.asks.players)}", node.asks.span.start, node.asks.marks)
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


def omit(node: Omit) -> Iterator[Line]:
    """Numbered rules without effect on play, and why."""
    head = f"omit {marks_text(node.marks)} {text(node.text)}"
    yield Line(0, head, node.span.start)
