"""Reports `omitted-and-cited`: a rule that an `omit` says changes nothing in play is cited by
something that is played.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from ruleslang.checks.subject import Subject
from ruleslang.source.diagnostic import Diagnostic, Message, Severity

PROOFS = ("example", "claim", "measure", "player")  # they show that nothing comes of it
# a rule or a gap; of an open question `omit` says that there is no choice
RULE = re.compile(r"[A-Za-z]+(-MIS)?-\d+")


omitted_and_cited = Message(
    "omitted-and-cited",
    "`{cite}` is set aside here, and cited elsewhere",
    help="drop it from this `omit`, or drop the citation",
    label="it is cited here",
    severity=Severity.WARNING,
)


def check(subject: Subject) -> Iterator[Diagnostic]:
    """Every citation of an `omit` that stands at another line, too."""
    origins = subject.origins
    cited = {
        cite: each.origin
        for each in reversed(subject.compiled.cited)
        if each.kind not in PROOFS
        for cite in origins[each.origin].cites
        if RULE.fullmatch(cite)
    }
    for omission in subject.compiled.omissions:
        for cite in omission.cites:
            if cite in cited:
                span = subject.span(omission.origin)
                yield omitted_and_cited(span, at=subject.span(cited[cite]), cite=cite)
