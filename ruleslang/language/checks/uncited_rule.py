"""Reports `uncited-rule`: almost all numbers of the printed rulebook are cited or omitted, but a
few are not.

A citation changed to another existing number leaves its own number uncited. A rulebook that lacks
more is still being written; `trace` lists them, and of one with a table of rules so does one line.
"""

from __future__ import annotations

from collections.abc import Iterator

from ruleslang.language.checks.omitted_and_cited import PROOFS
from ruleslang.language.checks.subject import Subject
from ruleslang.program.numbered_rules import GAP, RULE, all_numbers, rules_by_number
from ruleslang.source.diagnostic import Diagnostic, Message, Severity

MOST_MISSING = 5
LEAST_COVERED = 10  # per missing number


uncited_rule = Message(
    "uncited-rule",
    "no line cites `{number}`",
    help="cite it where it is carried out, or say with `omit` why it is nowhere",
    severity=Severity.WARNING,
)


uncited_rules = Message(
    "uncited-rule",
    "no line cites `{number}` and {more} more of these rules",
    help="`trace` lists them",
    severity=Severity.WARNING,
)


def check(subject: Subject) -> Iterator[Diagnostic]:
    """The uncited rules and gaps, if nearly all are cited or the rulebook lists them."""
    compiled = subject.compiled
    covered = _covered(subject)
    # `trace` reports open questions
    numbers = [*all_numbers(compiled, RULE), *all_numbers(compiled, GAP)]
    missing = [number for number in numbers if number not in covered]
    heads = [entry.origin for entry in compiled.cited if entry.kind == "rulebook"]
    rows = {number: rule.origin for number, rule in rules_by_number(compiled).items()}
    is_complete = len(missing) <= MOST_MISSING
    if is_complete and len(missing) * LEAST_COVERED < len(numbers):
        for number in missing:
            yield uncited_rule(subject.span(rows.get(number, heads[0])), number=number)
        return
    listed = [number for number in missing if number in rows]
    if len(listed) == 1:
        yield uncited_rule(subject.span(rows[listed[0]]), number=listed[0])
    elif listed:
        at, more = subject.span(rows[listed[0]]), len(listed) - 1
        yield uncited_rules(at, number=listed[0], more=str(more))


def _covered(subject: Subject) -> set[str]:
    """The numbers that are cited by what is no example, or set aside."""
    covered = {
        cite
        for entry in subject.compiled.cited
        if entry.kind not in PROOFS
        for cite in subject.origins[entry.origin].cites
    }
    covered.update(cite for omission in subject.compiled.omissions for cite in omission.cites)
    return covered
