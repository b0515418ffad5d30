"""
The views of a match at one moment after another, for its story: unchanged parts of a seat's last
view are the same objects.

Always: each is equal to `view`. Anything that a rule shows (`seen by` a set) is computed each time,
and so is everything during secret plans.
"""

from __future__ import annotations

from itertools import chain
from typing import Any, NamedTuple

from attrs import define, evolve, field

from ruleslang.engine.interpreter.machine import Machine
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
from ruleslang.program import declarations as d

_SHOWN = {"shown": "shown", "marks": "cards", "counting_as": "cards", "facts": "facts"}
_NEVER = dict.fromkeys(_SHOWN.values(), 0)


class _SeenPlace(NamedTuple):
    """The view of the cards at a place; `marked` counts changes of what the seat was shown."""

    cards: tuple[Card, ...]
    marked: int
    is_open: bool
    zone: ZoneView


@define(eq=False)
class _Seen:
    """The last view of a seat, and its parts, with when they were computed."""

    view: View | None = None
    asked: View | None = None  # the same with the pending decision
    at: object = None
    version: int = -1  # the state's version at the last view without secret plans
    ages: dict[str, int] = _NEVER
    cards: frozenset[Card] = frozenset()  # all that the seat sees
    by_state: dict[str, dict[str, Any]] = field(factory=dict)
    by_place: dict[Place, _SeenPlace] = field(factory=dict)
    states: dict[str, Any] = field(factory=dict)
    zones: dict[str, ZoneView] = field(factory=dict)
    dice: dict[str, tuple[str, ...] | None] = field(factory=dict)
    pieces: dict[str, str | None] = field(factory=dict)


@define(eq=False)
class SuccessiveViews:
    """
    The views of one match, which may not be rearranged or perturbed meanwhile.

    `ages` counts how often what is shown was found changed; `held` is a copy of it. `shown` and
    `marked` are these counts when it last changed for a state or dice, and for a card at a place.
    """

    held: dict[str, dict[Any, Any]] = field(factory=lambda: {name: {} for name in _SHOWN})
    ages: dict[str, int] = field(factory=lambda: dict(_NEVER))
    shown: dict[str, int] = field(factory=dict)
    marked: dict[Place | None, int] = field(factory=dict)
    changed: dict[str, int] | None = None  # the state's versions, by the names of what changed
    seen: dict[int | None, _Seen] = field(factory=dict)
    by_rule: frozenset[str] = frozenset()  # the names of things that a rule shows

    def of(self, m: Machine, seat: int | None) -> View:
        """Return the view of a seat now; `None`: what is public."""
        self._compare(m)
        seen = self.seen.get(seat)
        if seen is None:
            seen = self.seen[seat] = _Seen()
        at = m.snapshot, m.state.version, *self.ages.values()
        if seen.view is None or seen.at != at:
            seen.at, seen.view, seen.asked = at, self._changed(m, seen, seat), None
        if m.pending is None or m.pending.player != seat:
            return seen.view
        if seen.asked is None or seen.asked.decision is not m.pending:
            seen.asked = evolve(seen.view, decision=m.pending)
        return seen.asked

    def _compare(self, m: Machine) -> None:
        """Note what is shown otherwise, which has no version; begin again with another state."""
        state, tables = m.state, m.tables
        if self.changed is not state.changed:
            self.changed = state.changed
            self.seen.clear()
            declared: list[d.State | d.Dice | d.Zone] = [*tables.states.values()]
            declared += [*tables.dice.values(), *tables.zones.values()]
            counted = ((zone.name, zone.count_seen) for zone in tables.zones.values())
            seen = *((each.name, each.seen) for each in declared), *counted
            self.by_rule = frozenset(name for name, by in seen if by.by not in FIXED)
        for name, held in self.held.items():
            container: dict[Any, Any] = getattr(state, name)
            if held == container:
                continue
            self.held[name], about = dict(container), _SHOWN[name]
            age = self.ages[about] = self.ages[about] + 1
            for what, _ in held.items() ^ container.items() if about != "facts" else ():
                if about == "shown":
                    self.shown[what[0]] = age
                else:
                    self.marked[state.where.get(what)] = age

    def _changed(self, m: Machine, seen: _Seen, seat: int | None) -> View:
        """Return the view of a seat after something has changed."""
        if m.snapshot is not None:
            return evolve(view(m, seat), decision=None)
        who, tables = SPECTATOR if seat is None else m.tables.players[seat], m.tables
        news = {name for name, version in m.state.changed.items() if version > seen.version}
        news.update(name for name, age in self.shown.items() if age > seen.ages["shown"])
        news |= self.by_rule
        if seen.version < 0:
            news.update(tables.states, tables.zones, tables.dice, ("pieces",))
        if self.ages["cards"] != seen.ages["cards"] or not news.isdisjoint(tables.zones):
            self._look_at_zones(m, seen, who, news)
        self._look_at_states(m, seen, who, news)
        if not news.isdisjoint(tables.dice):
            seen.dice = seen_dice(m, who)
        if "pieces" in news:
            seen.pieces = seen_pieces(m)
        seen.version, seen.ages = m.state.version, dict(self.ages)
        active, players = m.state.active.order, tuple([each.order for each in m.state.players])
        facts = known_facts(m, who) if m.state.facts else ()
        parts = seen.zones, seen.states, seen.dice, seen.pieces
        return View(seat, active, players, *parts, facts, None)

    def _look_at_zones(self, m: Machine, seen: _Seen, who: Player, news: set[str]) -> None:
        """Look at the zones; if other cards are seen than before, states of cards are news."""
        is_changed = False
        for place in m.tables.all_places():
            known, cards = seen.by_place.get(place), m.state.zones[place]
            marked = self.marked.get(place, 0)
            is_same = known is not None and known.cards is cards and known.marked == marked
            if known is None or not is_same or place.zone.name in self.by_rule:
                zone = seen_zone(m, place, who)
                is_changed |= known is None or known.zone != zone
                seen.by_place[place] = _SeenPlace(cards, marked, sees_zone(m, place, who), zone)
        if is_changed:
            seen.zones = {place.name: known.zone for place, known in seen.by_place.items()}
        if not m.tables.card_states:
            return
        found = (known.cards for known in seen.by_place.values() if known.is_open)
        marks = (card for card, to in m.state.marks.items() if is_shown(m, who, to))
        before, seen.cards = seen.cards, frozenset((*chain.from_iterable(found), *marks))
        if before != seen.cards:
            news.update(state.name for state in m.tables.card_states)

    def _look_at_states(self, m: Machine, seen: _Seen, who: Player, news: set[str]) -> None:
        """Look at the stored values; the dictionary is the same as before if none has changed."""
        is_changed = False
        for name in (name for name in m.tables.states if name in news):
            group = seen_states(m, who, m.tables.states[name], seen.cards.__contains__)
            is_changed |= seen.by_state.get(name) != group
            seen.by_state[name] = group
        if is_changed:
            seen.states = {}
            for group in seen.by_state.values():
                seen.states |= group
