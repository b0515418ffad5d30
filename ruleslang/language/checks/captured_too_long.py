"""
Reports `captured-too-long`: a lasting effect refers to a running procedure or play that may end
before the effect does.
"""

from __future__ import annotations

from collections.abc import Iterator

from ruleslang.language.checks.queries.call_graph import Node, graph
from ruleslang.language.checks.subject import Subject
from ruleslang.program import declarations as d
from ruleslang.program import expressions as e
from ruleslang.program import patterns
from ruleslang.program import statements as s
from ruleslang.program import types as t
from ruleslang.program.events import event_name
from ruleslang.program.locals import LocalDecl, Slot
from ruleslang.program.walk import find
from ruleslang.source.diagnostic import Diagnostic, Message

captured_too_long = Message(
    "captured-too-long",
    "`{name}` may be over while this lasts",
    help="let it last `until {procedure} ends`, or copy what it reads with a `let`",
)


def check(subject: Subject) -> Iterator[Diagnostic]:
    """Every lasting effect that reads a parameter holding a running procedure or play."""
    table = graph(subject)
    for node, block in table.blocks.items():
        received, locals = _received(subject, node), table.locals[node]
        for lasting in subject.statements(block) if received else ():
            if isinstance(lasting, s.Lasting):
                yield from _captured(subject, node, received, lasting, locals)


def _captured(
    subject: Subject,
    node: Node,
    received: dict[Slot, str],
    lasting: s.Lasting,
    locals: tuple[LocalDecl, ...],
) -> Iterator[Diagnostic]:
    owner = "play" if node[0] == "play" else node[1]
    for slot in dict.fromkeys(local.slot for local in find(lasting.effects, e.Local)):
        procedure = received.get(slot)
        if procedure is None:
            continue
        lifetime = lasting.lifetime
        ends_with = event_name(lifetime.event) if isinstance(lifetime, s.UntilRunEnds) else ""
        if ends_with not in (procedure, owner):
            name = locals[slot].name
            yield captured_too_long(subject.span(lasting.origin), name=name, procedure=procedure)


def _received(subject: Subject, node: Node) -> dict[Slot, str]:
    """The locals of a body that hold a running procedure or play, with the procedure."""
    shape, name = node
    if shape == "procedure" and name in subject.procedures:
        return _under_way(subject.procedures[name].parameters)
    uses: tuple[s.WindowUse, ...] = ()
    if shape == "action" and name in subject.actions:
        uses = subject.actions[name].windows
    elif shape == "play":
        uses = next((play.windows for play in subject.program.plays if play.name == name), ())
    windows = {window.name: window for window in subject.program.windows}
    events: dict[Slot, str] = {}
    for use in uses:
        parameters = windows[use.window].parameters
        for entry, parameter in zip(use.pattern or (), parameters, strict=False):
            if isinstance(entry, patterns.BindEntry) and isinstance(parameter.type, t.UnderWay):
                events[entry.slot] = event_name(parameter.type.event)
    return events


def _under_way(parameters: tuple[d.Parameter, ...]) -> dict[Slot, str]:
    return {
        slot: event_name(parameter.type.event)
        for slot, parameter in enumerate(parameters)
        if isinstance(parameter.type, t.UnderWay)
    }
