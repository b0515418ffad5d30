"""Reports `unread-name` and `unread-parameter`: a name that is bound and never read."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ruleslang.checks.queries.call_graph import effects, effects_and_locals, whole
from ruleslang.checks.subject import Subject
from ruleslang.program import declarations as d
from ruleslang.program import expressions as e
from ruleslang.program import patterns
from ruleslang.program import statements as s
from ruleslang.program.events import event_name
from ruleslang.program.locals import LocalDecl, Slot
from ruleslang.program.traits.effects import effect_traits
from ruleslang.program.traits.statements import traits
from ruleslang.program.walk import find
from ruleslang.source.diagnostic import Diagnostic, advice, warning
from ruleslang.source.span import Span


def unread_name(span: Span, name: str, what: str) -> Diagnostic:
    """A name is bound and never read."""
    return warning(
        "unread-name",
        span,
        f"{what} `{name}`, and nothing reads it",
        help="drop the line, or use the name: perhaps another one was written in its place",
    )


def unread_parameter(span: Span, name: str, of: str) -> Diagnostic:
    """A parameter is passed and never read."""
    return advice(
        "unread-parameter",
        span,
        f"`{of}` is handed `{name}`, and nothing reads it",
        help="drop it, or use it: perhaps another name was written in its place",
    )


def check(subject: Subject) -> Iterator[Diagnostic]:
    """Every local, parameter and choice that is never read."""
    program = subject.program
    bodies: list[d.Procedure | d.Action | d.Play] = [*program.procedures, *program.actions]
    for one in [*bodies, *program.plays]:
        yield from _lines(subject, whole(one.body), one, one.locals)
    for effect, locals in effects_and_locals(subject):
        block = effect_traits(effect).block
        if block is not None:
            yield from _lines(subject, block, effect, locals)
    asked = _asked(subject)
    of_others = {place.name for place in find(program, e.ReadPlace)}
    for action in program.actions:
        yield from _choices(subject, action, asked, of_others)
    for procedure in program.procedures:
        yield from _parameters(subject, procedure, asked, of_others)


def _lines(
    subject: Subject, block: tuple[s.Statement, ...], top: Any, locals: tuple[LocalDecl, ...]
) -> Iterator[Diagnostic]:
    read = _read(top)
    for node in subject.statements(block):
        for slot, what in _made(node):
            name = locals[slot].name
            if slot not in read and not name.startswith("_"):
                yield unread_name(subject.span(getattr(node, "origin", -1)), name, what)


def _read(top: Any) -> set[Slot]:
    slots = {local.slot for local in find(top, e.Local)}
    return slots | {slot for limit in find(top, s.Limit) for slot in limit.for_each}


def _made(node: s.Statement) -> Iterator[tuple[Slot, str]]:
    for slot in traits(node).defines:
        if isinstance(node, s.Rolling):
            yield slot, "the faces are kept as"
        elif isinstance(node, s.Choosing) and not isinstance(node, s.Rank):
            yield slot, "this is chosen as"
        else:
            yield slot, "this is kept as"


def _choices(
    subject: Subject, action: d.Action, asked: set[tuple[str, int]], of_others: set[str]
) -> Iterator[Diagnostic]:
    read = _read(action)
    for place, choice in enumerate(action.choices):
        known = choice.slot in read or choice.name in of_others
        if not known and (action.name, place) not in asked:
            yield unread_name(subject.span(choice.origin), choice.name, "this is chosen as")


def _parameters(
    subject: Subject,
    procedure: d.Procedure,
    asked: set[tuple[str, int]],
    of_others: set[str],
) -> Iterator[Diagnostic]:
    read = _read(procedure)
    for place, parameter in enumerate(procedure.parameters):
        known = place in read or parameter.name in of_others or parameter.changeable
        if not known and (procedure.name, place) not in asked:
            yield unread_parameter(subject.span(procedure.origin), parameter.name, procedure.name)


def _asked(subject: Subject) -> set[tuple[str, int]]:
    """The parameters of procedures and actions that some hook's head reads."""
    heads: list[tuple[str, patterns.Pattern]] = []
    for effect in effects(subject):
        here = effect_traits(effect)
        if here.event is not None:
            heads.append((event_name(here.event), here.arguments))
    ends = find(subject.program, s.UntilNextEnd)
    heads += [(event_name(one.event), one.pattern) for one in ends]
    starts = find(subject.program, s.UntilNextStart)
    heads += [(event_name(one.event), one.pattern) for one in starts]
    for chooser in subject.compiled.choosers:
        heads += [(one.name, one.pattern) for one in chooser.preferences]
    return {
        (name, place)
        for name, pattern in heads
        for place, entry in enumerate(pattern or ())
        if not isinstance(entry, patterns.AnyEntry)
    }
