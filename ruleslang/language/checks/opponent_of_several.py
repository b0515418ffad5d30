"""Reports `opponent-of-several`: `opponent` in a rulebook for more than two players."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ruleslang.language.checks.subject import Subject
from ruleslang.program import expressions as e
from ruleslang.program.walk import find
from ruleslang.source.diagnostic import Diagnostic, warning
from ruleslang.source.span import Span

COUNTED = re.compile(r"\bnumber of (?:all_)?players (?:is|<=) 2\b")  # two are distinguished
WHOSE = re.compile(r"opponent\((\w+)\)")
OF_TWO = "opponent"
TWO = 2


def opponent_of_several(span: Span, most: int) -> Diagnostic:
    match = WHOSE.fullmatch(span.text)
    whose = match[1] if match else "p"
    chooses = "choose" if whose == "you" else f"{whose} chooses"
    return warning(
        "opponent-of-several",
        span,
        f"with up to {most} players there can be several opponents",
        help=f"write `next({whose})`, or let one be chosen:"
        f" `{chooses} q from players except {{{whose}}}`",
    )


def check(subject: Subject) -> Iterator[Diagnostic]:
    """The first use of `opponent`, unless the file distinguishes the number of players."""
    most = subject.program.seats.high
    if most <= TWO:
        return
    spans = (
        subject.span(call.origin)
        for call in find(subject.program, e.CallBuiltIn)
        if call.function == OF_TWO and call.origin >= 0
    )
    first = next(spans, None)
    if first is not None and not COUNTED.search(first.source.text):
        yield opponent_of_several(first, most)
