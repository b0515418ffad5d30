"""
Reports `imagined-in-circle`: a procedure evaluated in an imagined position depends on its own
outcome.
"""

from __future__ import annotations

from collections.abc import Iterator

from ruleslang.language.checks.subject import Subject
from ruleslang.program.passes.derived_tables import derive
from ruleslang.program.traits.trait_classes import Cell
from ruleslang.source.diagnostic import Diagnostic, Message

imagined_in_circle = Message(
    "imagined-in-circle",
    "what would be after `{name}` depends on itself",
    help="`{name}`, or a value that it reads, asks what would be after `{name}`: ask that where the"
    " procedure is chosen, and not inside of it",
)


def check(subject: Subject) -> Iterator[Diagnostic]:
    """Every `E after P(…)` that P itself evaluates."""
    for question in subject.what_would_be_questions():
        name = question.procedure
        if Cell("imagined", name) in derive(subject.program).reads.imagined.reads(name):
            yield imagined_in_circle(subject.span(question.origin), name=name)
