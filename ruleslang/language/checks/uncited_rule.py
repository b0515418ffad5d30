"""Reports `uncited-rule`: almost all numbers of the paper rulebook are cited or omitted, and a few
are not.

A citation changed to another existing number leaves its own number uncited. A rulebook that lacks
more is still being written; `trace` lists them.
"""

from __future__ import annotations

from collections.abc import Iterator

from ruleslang.language.checks.omitted_and_cited import PROOFS
from ruleslang.language.checks.subject import Subject
from ruleslang.program.numbered_rules import gap_numbers, rule_numbers
from ruleslang.source.diagnostic import Diagnostic, Message, Severity

MOST_MISSING = 5
LEAST_COVERED = 10  # per missing number


uncited_rule = Message(
    "uncited-rule",
    "no line cites `{number}`",
    help="cite it where it is carried out, or say with `omit` why it is nowhere",
    severity=Severity.WARNING,
)


def check(subject: Subject) -> Iterator[Diagnostic]:
    """The uncited rules and gaps, if nearly all are cited."""
    origins, compiled = subject.origins, subject.compiled
    covered = {
        cite
        for entry in compiled.cited
        if entry.kind not in PROOFS
        for cite in origins[entry.origin].cites
    }
    covered.update(cite for omission in compiled.omissions for cite in omission.cites)
    # `trace` reports open questions
    numbers = [*rule_numbers(compiled.numbering), *gap_numbers(compiled.numbering)]
    missing = [entry for entry in numbers if entry not in covered]
    is_complete = len(missing) <= MOST_MISSING
    if is_complete and len(missing) * LEAST_COVERED < len(numbers):
        heads = [entry for entry in compiled.cited if entry.kind == "rulebook"]
        for number in missing:
            yield uncited_rule(subject.span(heads[0].origin), number=number)
