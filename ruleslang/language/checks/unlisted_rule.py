"""Reports `unlisted-rule`: a number is cited for which the table of rules has no row."""

from __future__ import annotations

from collections.abc import Iterator

from ruleslang.language.checks.subject import Subject
from ruleslang.program.numbered_rules import rules_by_number, series_of
from ruleslang.source.diagnostic import Diagnostic, Message, Severity

MOST_NAMED = 5


unlisted_rule = Message(
    "unlisted-rule",
    "`{number}` is cited, and has no row in the table of rules",
    help="add a row that says what it is, or cite the number that is meant",
    severity=Severity.WARNING,
)


def check(subject: Subject) -> Iterator[Diagnostic]:
    """The first cited numbers without a row, of each series that has rows."""
    compiled = subject.compiled
    rows, prefix = rules_by_number(compiled), compiled.numbering.prefix
    series = {series_of(number, prefix) for number in rows}
    unlisted: dict[str, int] = {}
    places = [entry.origin for entry in compiled.cited]
    for origin in (*places, *(omission.origin for omission in compiled.omissions)):
        for cite in subject.origins[origin].cites:
            whole = cite.rstrip("ABCDEFGHIJKLMNOPQRSTUVWXYZ") or cite  # `MILL-EX-05B` is a part
            is_listed = cite in rows or whole in rows
            if not is_listed and series_of(cite, prefix) in series:
                unlisted.setdefault(cite, origin)
    for number, origin in list(unlisted.items())[:MOST_NAMED]:
        yield unlisted_rule(subject.span(origin), number=number)
