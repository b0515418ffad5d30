"""
Reports `omitted-and-cited`: a line of play cites a rule that `omit` lists as without effect on
play.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from ruleslang.language.checks.subject import Subject
from ruleslang.source.diagnostic import Diagnostic, Message, Severity

# examples may show that it has no effect
PROOFS = ("example", "claim", "property", "measure", "player")
# a rule or a gap; `omit` of an open question means there is no choice
RULE = re.compile(r"[A-Za-z]+(-MIS)?-\d+")


omitted_and_cited = Message(
    "omitted-and-cited",
    "`{cite}` is set aside here, and cited elsewhere",
    help="drop it from this `omit`, or drop the citation",
    label="it is cited here",
    severity=Severity.WARNING,
)


def check(subject: Subject) -> Iterator[Diagnostic]:
    """Every citation in an `omit` that a played line repeats."""
    origins = subject.origins
    cited = {
        cite: declared.origin
        for declared in reversed(subject.compiled.cited)
        if declared.kind not in PROOFS
        for cite in origins[declared.origin].cites
        if RULE.fullmatch(cite)
    }
    for omission in subject.compiled.omissions:
        for cite in omission.cites:
            if cite in cited:
                span = subject.span(omission.origin)
                yield omitted_and_cited(span, at=subject.span(cited[cite]), cite=cite)
