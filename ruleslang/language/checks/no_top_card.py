"""Reports `no-top-card`: `top` or `bottom` of a zone without an order."""

from __future__ import annotations

from collections.abc import Iterator

from ruleslang.language.checks.queries.call_graph import graph
from ruleslang.language.checks.subject import Subject
from ruleslang.program import declarations as d
from ruleslang.program import expressions as e
from ruleslang.program.walk import find
from ruleslang.source.diagnostic import Diagnostic, Message, Severity

ENDS = ("top", "bottom")


no_top_card = Message(
    "no-top-card",
    "the cards of `{zone}` lie in no order, so none is the `{word}` one",
    help="declare `zone {zone}` as `ordered`, or `pick c from {zone} by chance`",
    severity=Severity.WARNING,
)


def check(subject: Subject) -> Iterator[Diagnostic]:
    program = subject.program
    for value in program.values:
        for part in (*value.lets, *value.cases):
            yield from _of(subject, part, value.origin)
    for block in graph(subject).blocks.values():
        for node in subject.statements(block):
            yield from _of(subject, node, getattr(node, "origin", -1))


def _has_order(zone: d.Zone) -> bool:
    """Whether a zone has a top card: it is ordered, or for a single card."""
    return zone.ordered or zone.at_most == e.Literal(1)


def _of(subject: Subject, part: object, origin: int) -> Iterator[Diagnostic]:
    for call in find(part, e.CallBuiltIn):
        zone = call.arguments[0] if call.function in ENDS and call.arguments else None
        name = zone.name if isinstance(zone, (e.ReadZone, e.ZoneAt)) else None
        if name is not None and not _has_order(subject.zones[name]):
            place = call.origin if call.origin >= 0 else origin
            yield no_top_card(subject.span(place), word=call.function, zone=name)
