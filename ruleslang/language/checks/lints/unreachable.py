"""Zones, cards and plays that no match ever gets to."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ruleslang.language.checks.subject import Subject
from ruleslang.program import declarations as d
from ruleslang.program import expressions as e
from ruleslang.program import statements as s
from ruleslang.program import types as t
from ruleslang.program.looks import Looks
from ruleslang.program.typing.environment import Scope, scope_of
from ruleslang.program.typing.expressions import type_of
from ruleslang.program.walk import find
from ruleslang.source.diagnostic import Diagnostic, WarningMessage

zone_excludes_card = WarningMessage(
    "zone-excludes-card",
    "`{zone}` holds only cards of `{kind}`, and `{card}` isn't one",
    help="name the right zone, or declare `zone {zone}` for `cards`",
)


def find_zone_excludes_card(subject: Subject) -> Iterator[Diagnostic]:
    """Report that an effect of a card holds in a zone that is for another kind."""
    looks = Looks.of(subject.program)
    standings = {standing.name: standing for standing in subject.program.card_standings}
    for definition in subject.program.definitions:
        for name in definition.standings:
            standing = standings[name]
            zone = subject.zones.get(standing.zone or "")
            if zone is None or zone.kind is None or zone.kind in looks.chain(definition.kind):
                continue
            span = subject.span(standing.origin)
            yield zone_excludes_card(span, card=definition.name, zone=zone.name, kind=zone.kind)


never_entered = WarningMessage(
    "never-entered",
    "no card ever goes to `{name}`",
    help="add a line that fills it, `move cards to {name}`, or remove it",
)


def find_never_entered(subject: Subject) -> Iterator[Diagnostic]:
    """Report that no card ever enters a zone.

    Every zone that is read and that nothing is moved, paid or swapped to; no zone has cards at the
    start. `never-used` reports a zone that isn't read.
    """
    program = subject.program
    if any(find(program, s.SwapMembers)):
        return  # two cards swap places, in any zones
    entered = {node.target.name for node in find(program, s.MoveCards)}
    entered |= {node.target.name for node in find(program, s.CardCost)}
    swaps = tuple(find(program, s.SwapZones))
    entered |= {zone_swapped.name for node in swaps for zone_swapped in (node.left, node.right)}
    read = {node.name for node in find(program, e.ReadZone)}
    read |= {node.name for node in find(program, e.ZoneAt)}
    for zone in program.zones:
        if zone.name in read and zone.name not in entered:
            yield never_entered(subject.span(zone.origin), name=zone.name)


never_performed = WarningMessage(
    "never-performed",
    "{what} played only in windows, and none is open here",
    help="nothing happens here: open a window and perform there, or add a play without `in`",
)


def find_never_performed(subject: Subject) -> Iterator[Diagnostic]:
    """Report a `perform` of cards that can only be played in windows, where none is open."""
    plays = {play.name: play for play in subject.program.plays}
    for play in subject.program.plays:
        for node in subject.statements(play.body.statements):
            if not isinstance(node, s.Perform):
                continue
            titles = _cards_performed(subject, node, scope_of(subject.world, play))
            ways = [plays[name] for title in titles for name in title.plays]
            if ways and all(way.windows for way in ways):
                named = f"`{titles[0].name}` is" if len(titles) == 1 else "all these cards are"
                yield never_performed(subject.span(node.origin), what=named)


def _cards_performed(subject: Subject, node: s.Perform, scope: Scope) -> Sequence[d.Definition]:
    """Return the definitions a card may be played as; without `as`, it may count as any."""
    definitions = subject.program.definitions
    match node.played_as:
        case None:
            return definitions
        case e.TitleValue(name=name):
            return [definition for definition in definitions if definition.name == name]
        case title:
            type = type_of(title, scope)
            kind = type.kind if isinstance(type, t.Title) else None
            kinds = subject.world.kinds
            return [
                definition
                for definition in definitions
                if kind is None or kind in kinds[definition.kind]
            ]


never_played = WarningMessage(
    "never-played",
    "cards are played only in windows, and this play names none",
    help="it is never possible; name its window: `play in {window}`",
)


def find_never_played(subject: Subject) -> Iterator[Diagnostic]:
    """Report that a play names no window, and cards are played only in windows.

    A play without a window in its head is legal only while none is open.
    """
    program = subject.program
    performing = [one for one in program.actions if one.windows and find(one, s.Perform)]
    names = {action.name for action in performing}
    played = {id(node) for action in performing for node in find(action, s.Perform)}
    if not played or played != {id(node) for node in find(program, s.Perform)}:
        return
    offers = (each.name for each in program.windows if not names.isdisjoint(each.offers))
    window = next(offers, "W")
    for play in program.plays:
        if not play.windows:
            yield never_played(subject.span(play.origin), window=window)
