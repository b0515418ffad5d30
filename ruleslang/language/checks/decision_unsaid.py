"""
Reports `decision-unsaid`: a constant reads as a fact although a reading may change it, or the
default reading overrides what a value says.
"""

from __future__ import annotations

from collections.abc import Iterator

from ruleslang.language.checks.queries.option_effects import (
    decides,
    effects_on_decided,
    is_narrowed,
)
from ruleslang.language.checks.subject import Subject
from ruleslang.program import declarations as d
from ruleslang.program import expressions as e
from ruleslang.program import statements as s
from ruleslang.source.diagnostic import Diagnostic, Message, Severity

decision_unsaid = Message(
    "decision-unsaid",
    "this looks fixed, but `{option}` can change it",
    help="write `, decided by {option}` after it, so that readers know of the question",
    severity=Severity.ADVICE,
)

narrowed_unsaid = Message(
    "decision-unsaid",
    "this is not what is played: the default of `{option}` changes it",
    help="name `{option}` in `decided by` too, so that readers know of the question",
    severity=Severity.ADVICE,
)


def _is_constant(value: d.Value) -> bool:
    return len(value.cases) == 1 and isinstance(value.cases[0].value, e.Literal | e.WordValue)


def check(subject: Subject) -> Iterator[Diagnostic]:
    """
    Constants and empty procedures that a reading changes, and values that the default changes.
    """
    readings = [option for option in subject.program.options if option.reading]
    plain: list[d.Value | d.Procedure] = [
        *(value for value in subject.program.values if _is_constant(value)),
        *(procedure for procedure in subject.program.procedures if procedure.body == s.Body()),
    ]
    effects = effects_on_decided(subject)
    for decided in plain:
        for option in () if decided.decided_by else readings:
            if decides(effects, option, decided):
                yield decision_unsaid(subject.span(decided.origin), option=option.name)
                break
    for value in subject.program.values:
        for option in () if value in plain and not value.decided_by else readings:
            if option.name not in value.decided_by and is_narrowed(effects, option, value):
                yield narrowed_unsaid(subject.span(value.origin), option=option.name)
