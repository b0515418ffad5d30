"""The nodes of rules with their lines, what they are about, and the printed texts of cards."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ruleslang.language.checks.subject import Subject
from ruleslang.program import declarations as d
from ruleslang.program import expressions as e
from ruleslang.program.program import Program
from ruleslang.program.walk import walk
from ruleslang.source.span import Span
from ruleslang.source.walk import asked_once


def rules_of(program: Program) -> tuple[Any, ...]:
    """Return the declarations with rules."""
    return (
        *program.values,
        *program.procedures,
        *program.actions,
        *program.plays,
        *program.standings,
        *program.card_standings,
    )


def parts_with_lines(program: Program, kind: Any) -> Iterator[tuple[Any, int, Any]]:
    """Yield the nodes of a class in the rules, with declaration and innermost enclosing line."""
    for declaration in rules_of(program):
        for line, node in parts_of(declaration, kind):
            yield declaration, line, node


def parts_of(declaration: Any, kind: Any) -> list[tuple[int, Any]]:
    """Return the nodes of a class in a declaration, each with its innermost enclosing line."""
    known = _with_lines(declaration)
    if kind not in known:
        known[kind] = [each for each in known[object] if isinstance(each[1], kind)]
    return known[kind]


@asked_once
def _with_lines(declaration: Any) -> dict[Any, list[tuple[int, Any]]]:
    line, nodes = getattr(declaration, "origin", -1), list[tuple[int, Any]]()
    for node in walk(declaration):
        origin = getattr(node, "origin", -1)
        if isinstance(origin, int) and origin >= 0 and not isinstance(node, e.CallValue):
            line = origin
        nodes.append((line, node))
    return {object: nodes}


def shape_of(part: e.Expr) -> str:
    """Return the name of the state, value, zone or field that is compared; empty without one."""
    match part:
        case e.ReadState(name) | e.CallValue(name) | e.ReadZone(name) | e.ReadField(name):
            return name
        case e.Everything(what, name):
            return name or what
        case e.NumberOf(operand):
            inner = shape_of(operand)
            return f"number of {inner}" if inner else ""
    return ""


NUMERALS = {
    word: number
    for number, word in enumerate(
        (
            *("two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven"),
            *("twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen"),
            *("nineteen", "twenty"),
        ),
        start=2,
    )
}


def span_of_text(subject: Subject, card: d.Definition) -> Span:
    """Return the place of a card's printed text; that of the card, if it is not found below it."""
    span = subject.span(card.origin)
    printed = "" if card.rules_text is None else card.rules_text.text
    start = span.source.text.find(printed, span.start) if printed else -1
    return span if start < 0 else Span(span.source, start, start + len(printed))
