"""
Reports `check-changes-state`: a `check` does more than roll and compute, as exact chances require.
"""

from __future__ import annotations

from collections.abc import Iterator

from ruleslang.language.checks.queries.call_graph import whole
from ruleslang.language.checks.subject import Subject
from ruleslang.program.traits.effects import may_stand_in_check
from ruleslang.program.traits.statements import traits
from ruleslang.source.diagnostic import Diagnostic, Message

check_changes_state = Message(
    "check-changes-state",
    "the check `{name}` may not do this",
    help="a check only rolls, computes and answers; make it a `procedure`, or move this out",
)


def check(subject: Subject) -> Iterator[Diagnostic]:
    for procedure in subject.program.procedures:
        if procedure.word == "check":
            for node in subject.statements(whole(procedure.body)):
                if not may_stand_in_check(traits(node)):
                    yield check_changes_state(subject.span(node.origin), name=procedure.name)
