"""Lowers lasting effects: `until P ends`, `until P(…) starts`, `while C`."""

from __future__ import annotations

from ruleslang.lower.blocks import Step
from ruleslang.lower.diagnostics import statements as say
from ruleslang.lower.effects import effects
from ruleslang.lower.event_signatures import event_of
from ruleslang.lower.expressions import condition
from ruleslang.lower.patterns import pattern
from ruleslang.lower.scope import Scope
from ruleslang.program import patterns
from ruleslang.program import statements as s
from ruleslang.program.events import ActionRun, Event, ProcedureRun
from ruleslang.syntax.node import Name
from ruleslang.syntax.statements import (
    Lasting,
)


def lasting(scope: Scope, node: Lasting) -> Step:
    """Effects that begin now; the pattern of `until` is fixed now and binds nothing."""
    origin = scope.context.origin(node.span, node.marks)
    if node.procedure is not None:
        return _until(scope, node, node.procedure, origin), scope
    assert node.condition is not None
    test, _ = condition(scope.pure("a condition"), node.condition)
    name = scope.context.unique("while")
    return [_begun(scope, node, name, s.WhileHolds(test), origin)], scope


def _until(scope: Scope, node: Lasting, procedure: Name, origin: int) -> list[s.Statement]:
    event, places = event_of(scope.context, procedure)
    known = places if event is not None else None
    head = scope.pure("a head")
    entries, _ = pattern(head, node.pattern, known, procedure.text, binds=False)
    asks = any(not isinstance(entry, patterns.AnyEntry) for entry in entries or ())
    if isinstance(event, ActionRun) and node.word == "starts" and node.pattern is not None and asks:
        scope.context.report(say.choices_at_start(node.pattern.span, procedure.text))
    name = scope.context.unique(f"until {procedure.text} {node.word}")
    lifetime = _lifetime(node, event or ProcedureRun(procedure.text), entries)
    return [_begun(scope, node, name, lifetime, origin)]


def _lifetime(node: Lasting, event: Event, entries: patterns.Pattern) -> s.Lifetime:
    if node.word == "starts":
        return s.UntilNextStart(event, entries)
    return s.UntilRunEnds(event) if node.pattern is None else s.UntilNextEnd(event, entries)


def _begun(scope: Scope, node: Lasting, name: str, lifetime: s.Lifetime, origin: int) -> s.Lasting:
    """The statement; what its effects capture is found when the body has its table."""
    you, this = scope.locals.get("you"), scope.locals.get("this")
    return s.Lasting(
        name,
        None if you is None else you.slot,
        None if this is None else this.slot,
        (),
        lifetime,
        effects(scope, node.effects, name),
        origin,
    )
