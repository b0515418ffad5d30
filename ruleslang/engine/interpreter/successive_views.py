"""
The views of a match at one moment after another, for its story: unchanged parts of a seat's last
view are the same objects.

Always: each is equal to `view`. Anything that a rule shows (`seen by` a set) is computed each time,
and so is everything during secret plans.
"""

from __future__ import annotations

from itertools import chain
from typing import Any

from attrs import define, evolve, field

from ruleslang.engine.interpreter.machine import Machine
from ruleslang.engine.interpreter.state import State
from ruleslang.engine.interpreter.view import (
    FIXED,
    is_shown,
    known_facts,
    seen_dice,
    seen_pieces,
    seen_states,
    seen_zone,
    sees_zone,
    view,
)
from ruleslang.engine.match.decision import View, ZoneView
from ruleslang.engine.match.runtime_values import SPECTATOR, Card, Place, Player

States = dict[str, Any]  # the parts of a view
Ages = tuple[int | None, ...]  # the versions at which things have last changed
_SHOWN = ("shown", "marks", "facts")  # of a state: what changes without a new version


@define(eq=False)
class _Seen:
    """The last view of a seat: each part with what it depends on."""

    cards: tuple[object, frozenset[Card]] = (None, frozenset())  # that the seat sees
    groups: dict[str, tuple[object, States]] = field(factory=dict)
    states: States = field(factory=dict)
    zones: tuple[object, dict[str, ZoneView]] = (None, {})
    by_place: dict[Place, tuple[tuple[Card, ...], Ages, ZoneView]] = field(factory=dict)
    view: View | None = None
    at: object = None  # when it was computed


@define(eq=False)
class SuccessiveViews:
    """
    The views of one match, which may not be rearranged or perturbed meanwhile.

    `ages` counts how often what is shown was found changed; `held` is a copy of it.
    """

    held: dict[str, dict[Any, Any]] = field(factory=dict)
    ages: dict[str, int] = field(factory=lambda: dict.fromkeys(_SHOWN, 0))
    changed: dict[str, int] | None = None  # the state's versions, by the names of what changed
    seen: dict[int | None, _Seen] = field(factory=dict)
    names: tuple[str, ...] = ()  # the names of zones
    by_rule: frozenset[Place] = frozenset()  # those that a rule shows

    def of(self, m: Machine, seat: int | None) -> View:
        """The view of a seat now; `None`: what is public."""
        state = m.state
        self._compare(state)
        seen = self.seen.get(seat)
        if seen is None:
            seen = self.seen[seat] = _Seen()
        at = m.snapshot, state.version, *self.ages.values()
        if seen.view is None or seen.at != at:
            seen.at, seen.view = at, self._changed(m, seen, seat)
        pending = m.pending if m.pending is not None and m.pending.player == seat else None
        if seen.view.decision is not pending:
            seen.view = evolve(seen.view, decision=pending)
        return seen.view

    def _compare(self, state: State) -> None:
        """Note what is shown otherwise, which has no version; begin again with another state."""
        if self.changed is not state.changed:
            self.changed = state.changed
            self.seen.clear()
            self.names = tuple({place.zone.name: None for place in state.zones})
            self.by_rule = frozenset(
                place
                for place in state.zones
                if place.zone.seen.by not in FIXED or place.zone.count_seen.by not in FIXED
            )
        for name in _SHOWN:
            container: dict[Any, Any] = getattr(state, name)
            if self.held.get(name) != container:
                self.held[name] = dict(container)
                self.ages[name] += 1

    def _changed(self, m: Machine, seen: _Seen, seat: int | None) -> View:
        """The view of a seat after something has changed."""
        if m.snapshot is not None:
            return view(m, seat)
        who = SPECTATOR if seat is None else m.tables.players[seat]
        zones_at = (self.ages["marks"], *map(m.state.changed.get, self.names))
        return View(
            player=seat,
            active=m.state.active.order,
            players=tuple([player.order for player in m.state.players]),
            zones=self._zones(m, seen, who, zones_at),
            states=self._states(m, seen, who, zones_at),
            dice=seen_dice(m, who),
            pieces=seen_pieces(m),
            facts=known_facts(m, who) if m.state.facts else (),
            decision=None,
        )

    def _states(self, m: Machine, seen: _Seen, who: Player, zones_at: Ages) -> States:
        """The stored values; the same dictionary as before if none has changed."""
        cards, is_changed = self._cards(m, seen, who, zones_at), False
        for declared in m.tables.program.states:
            on_cards = cards if declared in m.tables.card_states else None
            about = self.ages["shown"], m.state.changed.get(declared.name), on_cards
            known = seen.groups.get(declared.name)
            if known is None or known[0] != about or declared.seen.by not in FIXED:
                group = seen_states(m, who, declared, cards.__contains__)
                is_changed |= known is None or known[1] != group
                seen.groups[declared.name] = about, group
        if is_changed:
            seen.states = {}
            for _, group in seen.groups.values():
                seen.states |= group
        return seen.states

    def _cards(self, m: Machine, seen: _Seen, who: Player, at: Ages) -> frozenset[Card]:
        """The cards that a seat sees; the same set as before if nothing was moved or shown."""
        if seen.cards[0] != at or self.by_rule:
            found = [
                m.state.zones[place] for place in m.tables.all_places() if sees_zone(m, place, who)
            ]
            marked = (card for card, to in m.state.marks.items() if is_shown(m, who, to))
            cards = frozenset((*chain.from_iterable(found), *marked))
            seen.cards = at, seen.cards[1] if cards == seen.cards[1] else cards
        return seen.cards[1]

    def _zones(self, m: Machine, seen: _Seen, who: Player, at: Ages) -> dict[str, ZoneView]:
        """The zones; the same dictionary as before if none has changed."""
        counting = m.state.changed.get("counting_as")
        if seen.zones[0] == (*at, counting) and not self.by_rule:
            return seen.zones[1]
        shown, about, is_changed = seen.zones[1], (self.ages["marks"], counting), False
        for place in m.tables.all_places():
            known, cards = seen.by_place.get(place), m.state.zones[place]
            if known is None or known[0] is not cards or known[1] != about or place in self.by_rule:
                zone = seen_zone(m, place, who)
                is_changed |= known is None or known[2] != zone
                seen.by_place[place] = cards, about, zone
        if is_changed:
            shown = {place.name: zone for place, (*_, zone) in seen.by_place.items()}
        seen.zones = (*at, counting), shown
        return shown
