"""Merges diagnostics about one unknown name, or one wrong call, into one with several places."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from attrs import evolve

from ruleslang.source.diagnostic import Diagnostic, Subject
from ruleslang.source.fix import joined

VAGUE = ("unknown-name", "unknown-function")  # what is meant is known better elsewhere
ALIKE = ("missing-argument", "wrong-argument-count")  # of a head that was changed: all its calls
OF_TYPES = "wrong-type"  # of a name, throughout the declaration that gives it its type
OF_PATTERNS = "wrong-entry-count"  # and all that is about it
HEAD = re.compile(r"^\w", re.MULTILINE)
LISTED = ("unknown-word", "unknown-row")  # where it is known what is missed
NEW = "unused-binding"  # what nothing is called is a new name in a head


def said_once(found: Sequence[Diagnostic]) -> tuple[Diagnostic, ...]:
    """
    The diagnostics; of those that miss one and the same name only one, which tells of the others.

    It is the most telling, else the first. A name for which different proposals are made in
    different places was meant differently there, and each is said.
    """
    missing = [each for each in found if _misses_a_name(each)]
    alike = [each for each in found if each.slug in ALIKE]
    alike += _of_same(alike, found)
    alike += [each for each in found if _is_type_of_name(each)]
    told = {id(group[0]): group for group in (*_groups(missing), *_equal(alike))}
    dropped = {id(each) for each in (*missing, *alike)} - set(told)
    return tuple(
        _with_places(each, told[id(each)]) if id(each) in told else each
        for each in found
        if id(each) not in dropped
    )


def _is_type_of_name(diagnostic: Diagnostic) -> bool:
    has_types = diagnostic.subject is not None and diagnostic.slug == OF_TYPES
    return has_types and diagnostic.span.text.isidentifier()


def _misses_a_name(diagnostic: Diagnostic) -> bool:
    slug, text = diagnostic.slug, diagnostic.span.text
    return bool(text) and (slug.startswith("unknown-") or slug == NEW)


def _of_same(calls: Sequence[Diagnostic], found: Sequence[Diagnostic]) -> list[Diagnostic]:
    """The heads that are wrong about something of which calls are wrong, too."""
    blamed = {_called(each) for each in calls}
    return [each for each in found if each.slug == OF_PATTERNS and _called(each) in blamed]


def _called(diagnostic: Diagnostic) -> str:
    """What is called, or what a head is about."""
    return diagnostic.subject.name if diagnostic.subject else ""


def _declaration(diagnostic: Diagnostic) -> tuple[str, str, int]:
    """A name, and the declaration in which it stands: by the line that begins it."""
    span = diagnostic.span
    heads = HEAD.finditer(span.source.text, 0, span.start)
    begins = max((each.start() for each in heads), default=0)
    return span.text, span.source.name, begins


def _equal(found: Iterable[Diagnostic]) -> Iterable[list[Diagnostic]]:
    """Those that say the same; a head is told with the first call of what it is about."""
    groups: dict[tuple[Subject | None, object], list[Diagnostic]] = {}
    heads = []
    for each in found:
        if each.slug == OF_PATTERNS:
            heads.append(each)
            continue
        of = _declaration(each) if each.slug == OF_TYPES else 0
        groups.setdefault((each.subject, of), []).append(each)
    for head in heads:
        next(group for group in groups.values() if _called(group[0]) == _called(head)).append(head)
    return groups.values()


def _groups(missing: Iterable[Diagnostic]) -> Iterator[list[Diagnostic]]:
    """Those of one name, by what is proposed for it; the most telling first."""
    names: dict[str, dict[str, list[Diagnostic]]] = {}
    for each in missing:
        names.setdefault(each.span.text, {}).setdefault(_proposed(each), []).append(each)
    for groups in names.values():
        rest = sorted(groups.pop("", []), key=_vagueness)
        if rest and rest[0].slug in LISTED:  # no likeness in another place tells more
            vague = [each for group in groups.values() for each in group if each.slug in VAGUE]
            groups = {
                proposed: kept
                for proposed, group in groups.items()
                if (kept := [each for each in group if each.slug not in VAGUE])
            }
            rest += vague
        if len(groups) == 1:
            (group,) = groups.values()
            yield [*group, *rest]
            continue
        yield from groups.values()
        if rest:
            yield rest


def _vagueness(diagnostic: Diagnostic) -> int:
    if diagnostic.slug in LISTED:
        return -1
    return 2 if diagnostic.slug == NEW else diagnostic.slug in VAGUE


def _proposed(diagnostic: Diagnostic) -> str:
    """The known name that is proposed; empty where there is none."""
    fix = diagnostic.fix
    return fix.edits[0].text if fix is not None and fix.naming else ""


def _with_places(diagnostic: Diagnostic, group: Sequence[Diagnostic]) -> Diagnostic:
    """It with the places of the others, those of its own file first, and with their fixes."""
    here = diagnostic.span.source
    spans = {each.span for each in group} - {diagnostic.span}
    others = sorted(spans, key=lambda at: (at.source is not here, at.source.name, at.start))
    fix = joined([each.fix for each in (diagnostic, *group) if each.fix is not None])
    return evolve(diagnostic, also=tuple(others), fix=diagnostic.fix and fix)
