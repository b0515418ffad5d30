"""A field that was renamed in its kind and nowhere else is one mistake."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from attrs import evolve

from ruleslang.library.report.drop_cascades import governs
from ruleslang.source.diagnostic import Diagnostic
from ruleslang.source.suggest import PROPOSAL, is_proposal

MISSING = re.compile(r"`[^`]*` has no `(?P<field>[^`]*)`, which every ")


def with_renamed(found: Sequence[Diagnostic]) -> Iterator[Diagnostic]:
    """
    The diagnostics; where each card that lacks a field has one and the same unknown field instead,
    what it lacks is proposed for that, and not said again.
    """
    missed = _by_name((each, _missed(each)) for each in found if each.slug == "missing-field")
    given = _by_name((each, each.span.text) for each in found if each.slug == "unknown-field")
    renamed = {
        old: new
        for old, lines in given.items()
        for new, cards in missed.items()
        if all(any(governs(card.span, line.span) for line in lines) for card in cards)
    }
    for each in found:
        if each.slug == "missing-field" and _missed(each) in renamed.values():
            continue
        new = renamed.get(each.span.text) if each.slug == "unknown-field" else None
        yield each if new is None or is_proposal(each.help) else _proposing(each, new)


def _by_name(found: Iterator[tuple[Diagnostic, str]]) -> dict[str, list[Diagnostic]]:
    names: dict[str, list[Diagnostic]] = {}
    for each, name in found:
        names.setdefault(name, []).append(each)
    return names


def _missed(diagnostic: Diagnostic) -> str:
    """The field that a card lacks."""
    found = MISSING.match(diagnostic.message)
    return found["field"] if found else ""


def _proposing(diagnostic: Diagnostic, name: str) -> Diagnostic:
    return evolve(diagnostic, help=f"{PROPOSAL} `{name}`?")
