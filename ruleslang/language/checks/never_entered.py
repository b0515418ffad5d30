"""Reports `never-entered`: no card ever enters a zone."""

from __future__ import annotations

from collections.abc import Iterator

from ruleslang.language.checks.subject import Subject
from ruleslang.program import statements as s
from ruleslang.program.walk import find
from ruleslang.source.diagnostic import Diagnostic, Message, Severity

never_entered = Message(
    "never-entered",
    "no card ever goes to `{name}`",
    help="say where cards come to it, `move cards to {name}`, or drop it",
    severity=Severity.WARNING,
)


def check(subject: Subject) -> Iterator[Diagnostic]:
    """Every zone that nothing is moved, paid or swapped to; no zone has cards at the start."""
    program = subject.program
    if any(True for _ in find(program, s.SwapMembers)):
        return  # two cards swap places, in any zones
    entered = {node.target.name for node in find(program, s.MoveCards)}
    entered |= {node.target.name for node in find(program, s.CardCost)}
    swaps = tuple(find(program, s.SwapZones))
    entered |= {zone_swapped.name for node in swaps for zone_swapped in (node.left, node.right)}
    for zone in program.zones:
        if zone.name not in entered:
            yield never_entered(subject.span(zone.origin), name=zone.name)
