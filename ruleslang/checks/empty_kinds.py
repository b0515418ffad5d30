"""Kinds and decks without cards, and cards whose effects wait where they never lie."""

from __future__ import annotations

from collections.abc import Iterator

from ruleslang.checks.queries.set_bounds import cards_of
from ruleslang.checks.queries.subject import Subject
from ruleslang.program import declarations as d
from ruleslang.source.diagnostic import Diagnostic, warning
from ruleslang.source.span import Span


def empty_kind(span: Span, name: str) -> Diagnostic:
    """No card is of a kind."""
    return warning(
        "empty-kind",
        span,
        f"no card is of the kind `{name}`",
        help=f'declare one, `card my_card "My card" x2: {name}`, or drop the kind',
    )


def empty_deck(span: Span, name: str) -> Diagnostic:
    """A deck makes no card at all."""
    return warning(
        "empty-deck",
        span,
        f"the deck `{name}` makes no card",
        help="its `where` holds of none, or one of its axes is empty",
    )


def never_lies_there(span: Span, card: str, zone: str, kind: str) -> Diagnostic:
    """An effect holds while a card lies in a zone that takes no such card."""
    return warning(
        "never-lies-there",
        span,
        f"`{zone}` takes only cards of `{kind}`, and `{card}` is none",
        help=f"name the zone where it lies, or declare `zone {zone}` for `cards`",
    )


def check(subject: Subject) -> Iterator[Diagnostic]:
    """Every kind and deck without a card, and every effect that can never hold."""
    program = subject.program
    for kind in program.kinds:
        if cards_of(subject, kind.name) == 0 and not _has_title(program.definitions, kind.name):
            yield empty_kind(subject.span(kind.origin), kind.name)
    made = {definition.deck for definition in program.definitions}
    for cited in subject.compiled.cited:
        if cited.kind == "deck" and cited.name not in made:
            yield empty_deck(subject.span(cited.origin), cited.name)
    yield from _never_in_zone(subject)


def _has_title(definitions: tuple[d.Definition, ...], kind: str) -> bool:
    return any(definition.kind == kind for definition in definitions)


def _never_in_zone(subject: Subject) -> Iterator[Diagnostic]:
    parents = {kind.name: kind.parent for kind in subject.program.kinds}
    standings = {standing.name: standing for standing in subject.program.card_standings}
    for definition in subject.program.definitions:
        for name in definition.standings:
            standing = standings[name]
            zone = subject.zones.get(standing.zone or "")
            if zone is None or zone.kind is None or _is_of(definition.kind, zone.kind, parents):
                continue
            span = subject.span(standing.origin)
            yield never_lies_there(span, definition.name, zone.name, zone.kind)


def _is_of(name: str | None, kind: str, parents: dict[str, str | None]) -> bool:
    while name is not None and name != kind:
        name = parents.get(name)
    return name == kind
