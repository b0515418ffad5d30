"""Merges advice of one kind about many places into one message with the number of places."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import evolve

from ruleslang.source.diagnostic import Diagnostic, Severity
from ruleslang.source.fix import joined

MANY = 5  # pieces of advice of one slug: more are told once


def with_advice_once(found: Sequence[Diagnostic]) -> tuple[Diagnostic, ...]:
    """The diagnostics, of the advice that stands in many places only the first."""
    alike: dict[tuple[str, bool], list[Diagnostic]] = {}
    for each in found:
        if each.severity is Severity.ADVICE:
            alike.setdefault(_key(each), []).append(each)
    many = {key: group for key, group in alike.items() if len(group) > MANY}
    first = {id(group[0]): _told_once(group) for group in many.values()}
    return tuple(
        first.get(id(each), each)
        for each in found
        if _key(each) not in many or each.severity is not Severity.ADVICE or id(each) in first
    )


def _key(told: Diagnostic) -> tuple[str, bool]:
    """What is merged: advice of one slug, what `check --fix` mends apart from the rest."""
    return told.slug, told.fix is not None and told.fix.is_sure


def _told_once(group: Sequence[Diagnostic]) -> Diagnostic:
    also = (span for each in group for span in (each.span, *each.also))
    fixes = [each.fix for each in group if each.fix is not None]
    return evolve(
        group[0],
        also=tuple(dict.fromkeys(span for span in also if span != group[0].span)),
        fix=joined(fixes) if len(fixes) == len(group) else None,
    )
