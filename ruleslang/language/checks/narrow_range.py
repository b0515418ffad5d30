"""Reports `narrow-range`: a state is set to something whose declared range goes beyond its own."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from attrs import evolve

from ruleslang.language.checks.queries.parts_with_lines import parts_with_lines
from ruleslang.language.checks.subject import Subject
from ruleslang.program import declarations as d
from ruleslang.program import expressions as e
from ruleslang.program import statements as s
from ruleslang.program import types as t
from ruleslang.program.typing.expressions import type_of
from ruleslang.program.typing.world import scope_of
from ruleslang.program.walk import alike, find
from ruleslang.source.diagnostic import Diagnostic, Label, Message, Severity

UNBOUNDED = 10**6  # from here on a range is no statement about the game

narrow_range = Message(
    "narrow-range",
    "`{name}` holds {low} to {high}, and `{given}` may be {beyond}",
    help="let `{name}` hold as much, or bound what it is set to: `smaller(…, {high})`",
    severity=Severity.WARNING,
)


def check(subject: Subject) -> Iterator[Diagnostic]:
    """Every state set to a parameter, a choice or a value of which nothing tells that it fits."""
    states = {state.name: state for state in subject.program.states}
    for declaration, line, node in parts_with_lines(subject.program):
        match node:
            case s.Assign(s.StatePlace(name), value) if not states[name].stops_at_the_ends:
                given = type_of(value, scope_of(subject.world, declaration))
                beyond = _beyond(states[name], given)
                shown = _declared(value, declaration)
                if beyond is not None and shown and not _is_tested(value, declaration):
                    yield _reported(subject, states[name], line, shown, beyond)


def _beyond(state: d.State, given: t.Type) -> int | None:
    """A number of a range that a state does not hold."""
    type = state.type
    if not isinstance(type, t.Number) or not isinstance(given, t.Number) or state.ends is not None:
        return None
    if max(map(abs, (type.low, type.high, given.low, given.high))) >= UNBOUNDED:
        return None
    if given.high > type.high:
        return given.high
    return given.low if given.low < type.low else None


def _declared(value: e.Expr, declaration: Any) -> str:
    """The name of a value whose range is written in the text, and not computed; else empty."""
    match value:
        case e.CallValue(name):
            return name
        case e.Local(slot) if declaration.locals[slot].role == "parameter":
            return str(declaration.locals[slot].name)
    return ""


def _is_tested(value: e.Expr, declaration: object) -> bool:
    """Whether the same body holds the value against something, which may bound it."""
    return any(
        alike(side, value)
        for node in find(declaration, e.Compare)
        for side in (node.left, node.right)
    )


def _reported(subject: Subject, state: d.State, line: int, given: str, beyond: int) -> Diagnostic:
    assert isinstance(state.type, t.Number)
    diagnostic = narrow_range(
        subject.span(line),
        name=state.name,
        low=state.type.low,
        high=state.type.high,
        given=given,
        beyond=beyond,
    )
    return evolve(diagnostic, labels=(Label(subject.span(state.origin), "what it holds"),))
