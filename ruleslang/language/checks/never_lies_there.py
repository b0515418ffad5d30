"""Reports `never-lies-there`: an effect holds while its card is in a zone for another kind."""

from __future__ import annotations

from collections.abc import Iterator

from ruleslang.language.checks.subject import Subject
from ruleslang.source.diagnostic import Diagnostic, Message, Severity

never_lies_there = Message(
    "never-lies-there",
    "`{zone}` takes only cards of `{kind}`, and `{card}` is none of them",
    help="name the zone where it lies, or declare `zone {zone}` for `cards`",
    severity=Severity.WARNING,
)


def check(subject: Subject) -> Iterator[Diagnostic]:
    """Every standing effect of a card whose zone is declared for another kind."""
    parents = {kind.name: kind.parent for kind in subject.program.kinds}
    standings = {standing.name: standing for standing in subject.program.card_standings}
    for definition in subject.program.definitions:
        for name in definition.standings:
            standing = standings[name]
            zone = subject.zones.get(standing.zone or "")
            if zone is None or zone.kind is None or _is_of(definition.kind, zone.kind, parents):
                continue
            span = subject.span(standing.origin)
            yield never_lies_there(span, card=definition.name, zone=zone.name, kind=zone.kind)


def _is_of(name: str | None, kind: str, parents: dict[str, str | None]) -> bool:
    while name is not None and name != kind:
        name = parents.get(name)
    return name == kind
