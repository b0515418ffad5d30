"""
What a player may know: one function of the match and the player (docs/reference/secrecy.md).

A zone shows its cards to who sees it, and otherwise a back for each (`None`), at its place when
the zone is ordered; marks and told facts add what was shown. A pending decision is its owner's
only. While secret plans are made, what is the others' is shown as it was. What is stored of a card
that is not seen is not there at all, since it could tell one back from another.
"""

from __future__ import annotations

from typing import Protocol

from ruleslang.match.entities import place_name
from ruleslang.match.values import Card, Place, Player, Value, name_of
from ruleslang.match.view import SeenValue, Told, View, ZoneView, fact_name
from ruleslang.meaning.machine import Machine
from ruleslang.meaning.revealed import seers, zone_seers
from ruleslang.meaning.state import State


class HasMachine(Protocol):
    """A match."""

    @property
    def machine(self) -> Machine:
        """What runs it."""


def view(match: HasMachine, player: int) -> View:
    """What the player at a seat may know now."""
    m = match.machine
    who = m.tables.players[player]
    pending = m.pending if m.pending is not None and m.pending.player == player else None
    return View(
        player=player,
        active=m.state.active.order,
        players=tuple(each.order for each in m.state.players),
        zones={
            place.name: _zone(m, place, who)
            for zone in m.tables.places.values()
            for place in zone.values()
        },
        states=_states(m, who),
        dice=_dice(m, who),
        pieces={
            piece.name: None if (at := m.state.spaces.get(piece)) is None else at.name
            for piece in m.tables.pieces
        },
        told=_told(m, who),
        decision=pending,
    )


def seen_state(m: Machine, index: tuple[Value, ...], who: Player) -> State:
    """The state that the player may see at this index: during secret planning, the state before it
    for what belongs to another player.
    """
    if m.snapshot is not None and any(isinstance(at, Player) and at is not who for at in index):
        return m.snapshot
    return m.state


def _state_of(m: Machine, card: Card, who: Player) -> State:
    """The state in which a player sees a card: of another's, the one before secret plans."""
    if m.snapshot is not None:
        for state in (m.state, m.snapshot):
            place = state.where.get(card)
            if place is not None and seen_state(m, place.index, who) is m.snapshot:
                return m.snapshot
    return m.state


def sees_card(m: Machine, card: Card, who: Player) -> bool:
    """Whether a player sees a card: by its zone's rule, or because it was shown to him."""
    state = _state_of(m, card, who)
    if who in state.marks.get(card, ()):
        return True
    place = state.where.get(card)
    return place is not None and who in zone_seers(m, place)


def sees_count(m: Machine, place: Place, who: Player) -> bool:
    """Whether a player knows how many cards lie in a zone."""
    return who in zone_seers(m, place) or who in seers(
        m, place.zone.count_seen, place.zone.index, place.index
    )


def _zone(m: Machine, place: Place, who: Player) -> ZoneView:
    state = seen_state(m, place.index, who)
    cards = state.zones[place]
    all_seen = who in zone_seers(m, place)
    named = [
        state.title_of(card).name if all_seen or who in state.marks.get(card, ()) else None
        for card in cards
    ]
    if not place.zone.ordered:
        seen = sorted(
            (card for card, name in zip(cards, named, strict=True) if name is not None),
            key=lambda card: state.title_of(card).order,
        )
        hidden = len(cards) - len(seen)
        named = [*(state.title_of(card).name for card in seen), *[None] * hidden]
    if sees_count(m, place, who):
        return ZoneView(len(cards), tuple(named))
    return ZoneView(None, tuple(name for name in named if name is not None))


def _states(m: Machine, who: Player) -> dict[str, SeenValue | None]:
    shown: dict[str, SeenValue | None] = {}
    for declared in m.tables.program.states:
        for index in m.tables.indexes(declared.index):
            hidden_card = next(
                (at for at in index if isinstance(at, Card) and not sees_card(m, at, who)), None
            )
            if hidden_card is not None:
                continue
            state = seen_state(m, index, who)
            places = state.states[declared.name]
            seen = seers(m, declared.seen, declared.index, index)
            open_to = state.shown.get((declared.name, index), ())
            known = index in places and (who in seen or who in open_to)
            value = _seen_value(m, places[index], who) if known else None
            shown[place_name(declared.name, index)] = value
    return shown


def _seen_value(m: Machine, value: Value, who: Player) -> SeenValue:
    """A stored value; a card that the player does not see is `a card`."""
    if isinstance(value, bool | int):
        return value
    if isinstance(value, tuple):
        return tuple(_seen_value(m, each, who) for each in value)
    if isinstance(value, Card) and not sees_card(m, value, who):
        return "a card"
    return name_of(value)


def _dice(m: Machine, who: Player) -> dict[str, tuple[str, ...] | None]:
    shown: dict[str, tuple[str, ...] | None] = {}
    for declared in m.tables.program.dice:
        faces = m.tables.faces[declared.die]
        for index in m.tables.indexes(declared.index):
            state = seen_state(m, index, who)
            known = who in seers(m, declared.seen, declared.index, index)
            known = known or who in state.shown.get((declared.name, index), ())
            lying = state.dice[declared.name][index]
            shown[place_name(declared.name, index)] = (
                tuple(name_of(faces[face]) for face in lying) if known else None
            )
    return shown


def _told(m: Machine, who: Player) -> tuple[Told, ...]:
    told = []
    for fact in {**m.state.facts, **(m.snapshot.facts if m.snapshot is not None else {})}:
        state = _state_of(m, fact.card, who)
        place = state.where.get(fact.card)
        if who in state.facts.get(fact, ()) and place is not None:
            at = state.zones[place].index(fact.card) if place.zone.ordered else None
            told.append(
                Told(
                    place.name, at, fact_name(fact.statement.fact), name_of(fact.value), fact.truth
                )
            )
    return tuple(sorted(told, key=_order_of))


def _order_of(told: Told) -> tuple[object, ...]:
    place = -1 if told.place is None else told.place
    return told.zone, place, told.fact, told.value, told.truth
