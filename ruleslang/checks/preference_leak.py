"""Reports `preference-peeks`: a player written in the rulebook prefers by cards that this
player does not see.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ruleslang.checks.subject import Subject
from ruleslang.program import expressions as e
from ruleslang.program import statements as s
from ruleslang.program import types as t
from ruleslang.program.walk import children, find
from ruleslang.source.diagnostic import Diagnostic, error
from ruleslang.source.span import Span


def preference_peeks(span: Span, zone: str) -> Diagnostic:
    """A preference reads cards that its player never sees, so its line would never count."""
    return error(
        "preference-peeks",
        span,
        f"whoever prefers this does not see the cards of `{zone}`",
        help=f"read what `you` can see; how many lie there is `number of {zone}`",
    )


def check(subject: Subject) -> Iterator[Diagnostic]:
    """Every preference that reads a zone which its player surely does not see."""
    shown = {
        read.name
        for reveal in find(subject.program, s.RevealCards)
        for read in find(reveal, e.ReadZone)
    }
    for chooser in subject.compiled.choosers:
        for line in chooser.preferences:
            for read in _read_cards(line):
                if read.name not in shown and not _may_see(subject, read):
                    yield preference_peeks(subject.span(line.origin), read.name)
                    break


def _read_cards(node: Any) -> Iterator[e.ReadZone]:
    """The zones whose cards are read, not those that are only counted."""
    match node:
        case e.ReadZone():
            yield node
            return
        case e.NumberOf(e.ReadZone() as zone) | e.IsEmpty(e.ReadZone() as zone):
            for index in zone.index:
                yield from _read_cards(index)
            return
    for child in children(node):
        yield from _read_cards(child)


def _may_see(subject: Subject, read: e.ReadZone) -> bool:
    zone = subject.zones[read.name]
    if zone.seen.by != "owner":
        return zone.seen.by != "nobody"
    owners = [
        index
        for place, index in zip(zone.index, read.index, strict=True)
        if place.type == t.Player()
    ]
    return not owners or isinstance(owners[0], e.Local)
