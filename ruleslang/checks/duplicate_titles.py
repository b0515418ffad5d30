"""
What contradicts something else: two cards with one title, a rule that is set aside and carried out,
the one opponent of several.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from ruleslang.checks.queries.subject import Subject
from ruleslang.program import expressions as e
from ruleslang.program.walk import find
from ruleslang.source.diagnostic import Diagnostic, Label, advice, warning
from ruleslang.source.span import Span

COUNTED = re.compile(r"\bnumber of (?:all_)?players (?:is|<=) 2\b")  # two are another matter there
PROOFS = ("example", "claim", "measure", "player")  # they show that nothing comes of it
RULE = re.compile(r"[A-Za-z]+-\d+")  # of an open question `omit` says that there is no choice
OF_TWO = "opponent"
TWO = 2


def same_title(span: Span, title: str, first: Span) -> Diagnostic:
    """Two cards that the rules tell apart look the same to players."""
    return advice(
        "same-title",
        span,
        f"another card is called `{title}`, too",
        help="give one of them another title: players choose cards by it",
        labels=(Label(first, "the first is here"),),
    )


def omitted_and_cited(span: Span, cite: str, where: Span) -> Diagnostic:
    """A rule is said to change nothing in play, and something carries it out."""
    return warning(
        "omitted-and-cited",
        span,
        f"`{cite}` is set aside here, and cited elsewhere",
        help="drop it from this `omit`, or drop the citation",
        labels=(Label(where, "it is cited here"),),
    )


def opponent_of_several(span: Span, most: int) -> Diagnostic:
    """The one opponent is asked for where there may be several."""
    return warning(
        "opponent-of-several",
        span,
        f"with up to {most} players there is not one opponent",
        help="write `next(p)`, or let one be chosen: `p chooses q from players except {p}`",
    )


def check(subject: Subject) -> Iterator[Diagnostic]:
    """All of them."""
    yield from _titles(subject)
    yield from _omitted(subject)
    yield from _opponents(subject)


def _titles(subject: Subject) -> Iterator[Diagnostic]:
    met: dict[str, int] = {}
    for each in subject.program.definitions:
        title = each.text.text if each.text is not None else ""
        if not title or each.deck:
            continue
        if title in met:
            yield same_title(subject.span(each.origin), title, subject.span(met[title]))
        met.setdefault(title, each.origin)


def _omitted(subject: Subject) -> Iterator[Diagnostic]:
    origins = subject.program.origins
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
                yield omitted_and_cited(span, cite, subject.span(cited[cite]))


def _opponents(subject: Subject) -> Iterator[Diagnostic]:
    most = subject.program.seats.high
    if most <= TWO:
        return
    spans = (
        subject.span(call.origin)
        for call in find(subject.program, e.CallWord)
        if call.word == OF_TWO and call.origin >= 0
    )
    first = next(spans, None)
    if first is not None and not COUNTED.search(first.source.text):
        yield opponent_of_several(first, most)
