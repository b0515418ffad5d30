"""Merges the diagnostics of a field that was renamed in its kind and nowhere else."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from attrs import evolve

from ruleslang.source.diagnostic import Diagnostic
from ruleslang.source.fix import Certainty, Proposal, fix_at
from ruleslang.source.span import Span


def with_renamed(found: Sequence[Diagnostic]) -> Iterator[Diagnostic]:
    """
    The diagnostics; where each card that lacks a field has one and the same unknown field instead,
    what it lacks is proposed for that, and not said again.
    """
    missed = _by_name(each for each in found if each.slug == "missing-field")
    given = _by_name(each for each in found if each.slug == "unknown-field")
    renamed = {
        old: new
        for old, lines in given.items()
        for new, cards in missed.items()
        if all(any(_governs(card.span, line.span) for line in lines) for card in cards)
    }
    for each in found:
        if each.slug == "missing-field" and _field(each) in renamed.values():
            continue
        new = renamed.get(_field(each)) if each.slug == "unknown-field" else None
        is_misspelt = each.fix is not None and each.fix.naming
        yield each if new is None or is_misspelt else _proposing(each, new)


def _by_name(found: Iterable[Diagnostic]) -> dict[str, list[Diagnostic]]:
    names: dict[str, list[Diagnostic]] = {}
    for each in found:
        names.setdefault(_field(each), []).append(each)
    return names


def _field(diagnostic: Diagnostic) -> str:
    return diagnostic.subject.name if diagnostic.subject else ""


def _proposing(diagnostic: Diagnostic, name: str) -> Diagnostic:
    """It with the one name that all cards lack: nothing else can have been meant."""
    proposal = Proposal(f"did you mean `{name}`?", (name,), Certainty.SURE, naming=True)
    return evolve(diagnostic, help=proposal.text, fix=fix_at(diagnostic.span, proposal))


def _governs(head: Span, place: Span) -> bool:
    """Whether a place stands behind a head in its line, or in the block below it."""
    if head.source is not place.source or place.start <= head.start:
        return False
    lines = [head.source.line(number) for number in range(head.line, place.line + 1)]
    deep = _depth(lines[0])
    return all(_depth(line) > deep for line in lines[1:] if line.strip())


def _depth(line: str) -> int:
    return len(line) - len(line.lstrip())
