"""
The views of a match at one moment after another, for its story: unchanged parts of a seat's last
view are not computed again.

Always: each is equal to `view`. Anything that a rule shows (`seen by` a set) is computed each time,
and so is everything during secret plans.
"""

from __future__ import annotations

from itertools import chain
from operator import eq
from typing import Any

from attrs import define, evolve, field

from ruleslang.engine.interpreter.machine import Machine
from ruleslang.engine.interpreter.state import State
from ruleslang.engine.interpreter.view import (
    FIXED,
    is_shown,
    seen_states,
    seen_zone,
    sees_zone,
    view,
    view_of,
)
from ruleslang.engine.match.decision import View, ZoneView
from ruleslang.engine.match.runtime_values import SPECTATOR, Card, Place, Player
from ruleslang.program import declarations as d

States = dict[str, Any]  # the parts of a view
_SHOWN = ("shown", "marks", "facts")  # of a state: what changes without a new version


@define(eq=False)
class _Seen:
    """The last view of a seat: each part with what it depends on."""

    cards: tuple[object, frozenset[Card]] = (None, frozenset())  # that the seat sees
    groups: dict[str, tuple[object, States]] = field(factory=dict)
    states: States = field(factory=dict)
    zones: dict[Place, tuple[tuple[object, ...], ZoneView]] = field(factory=dict)
    view: View | None = None
    at: tuple[object, ...] | None = None  # when it was computed


@define(eq=False)
class SuccessiveViews:
    """
    The views of one match, which may not be rearranged or perturbed meanwhile.

    `ages` counts how often each container of the state was found changed; `held` is a copy of it.
    """

    held: dict[str, dict[Any, Any]] = field(factory=dict)
    ages: dict[str, int] = field(factory=dict)
    version: tuple[object, int] = (None, -1)  # the state's identity and version
    seen: dict[int | None, _Seen] = field(factory=dict)

    def of(self, m: Machine, seat: int | None) -> View:
        """The view of a seat now; `None`: what is public."""
        self._compare(m.state)
        seen = self.seen.setdefault(seat, _Seen())
        at = (m.snapshot, *self.version, *map(self.ages.get, _SHOWN))
        if seen.view is None or seen.at is None or not all(map(eq, seen.at, at)):
            seen.at, seen.view = at, self._changed(m, seen, seat)
        pending = m.pending if m.pending is not None and m.pending.player == seat else None
        if seen.view.decision is not pending:
            seen.view = evolve(seen.view, decision=pending)
        return seen.view

    def _changed(self, m: Machine, seen: _Seen, seat: int | None) -> View:
        """The view of a seat after something has changed."""
        if m.snapshot is not None:
            return view(m, seat)
        who = SPECTATOR if seat is None else m.tables.players[seat]
        before, zones = seen.view, self._zones(m, seen, who)
        if before is not None and before.zones == zones:
            return view_of(m, seat, before.zones, self._states(m, seen, who))
        return view_of(m, seat, zones, self._states(m, seen, who))

    def _compare(self, state: State) -> None:
        """Note which containers have changed; what was shown changes without a new version."""
        containers: dict[str, dict[Any, Any]] = {name: getattr(state, name) for name in _SHOWN}
        if self.version[0] is not state.changed or self.version[1] != state.version:
            self.version = state.changed, state.version
            containers |= {"zones": state.zones, "counting as": state.counting_as}
            containers |= {f"state {name}": values for name, values in state.states.items()}
        for name, container in containers.items():
            if self.held.get(name) != container:
                self.held[name] = dict(container)
                self.ages[name] = self.ages.get(name, 0) + 1

    def _states(self, m: Machine, seen: _Seen, who: Player) -> States:
        """The stored values; the same dictionary as before if none has changed."""
        cards, shown, is_changed = self._cards(m, seen, who), self.ages.get("shown"), False
        for declared in m.tables.program.states:
            on_cards = cards if declared in m.tables.card_states else None
            about = self.ages.get(f"state {declared.name}"), shown, on_cards
            known = seen.groups.get(declared.name)
            if known is None or not _is_fixed(declared.seen) or known[0] != about:
                group = seen_states(m, who, declared, cards.__contains__)
                is_changed |= known is None or known[1] != group
                seen.groups[declared.name] = about, group
        if is_changed:
            seen.states = {}
            for _, group in seen.groups.values():
                seen.states |= group
        return seen.states

    def _cards(self, m: Machine, seen: _Seen, who: Player) -> frozenset[Card]:
        """The cards that a seat sees; the same set as before if nothing was moved or shown."""
        ages = self.ages.get("zones"), self.ages.get("marks")
        is_fixed = all(_is_fixed(zone.seen) for zone in m.tables.program.zones)
        if seen.cards[0] != ages or not is_fixed:
            found = [
                m.state.zones[place] for place in m.tables.all_places() if sees_zone(m, place, who)
            ]
            marked = (card for card, to in m.state.marks.items() if is_shown(m, who, to))
            cards = frozenset((*chain.from_iterable(found), *marked))
            seen.cards = ages, seen.cards[1] if cards == seen.cards[1] else cards
        return seen.cards[1]

    def _zones(self, m: Machine, seen: _Seen, who: Player) -> dict[str, ZoneView]:
        ages = self.ages.get("marks"), self.ages.get("counting as")
        for place in m.tables.all_places():
            cards, known = m.state.zones[place], seen.zones.get(place)
            is_fixed = _is_fixed(place.zone.seen) and _is_fixed(place.zone.count_seen)
            if known is None or not is_fixed or known[0] != (cards, *ages):
                seen.zones[place] = (cards, *ages), seen_zone(m, place, who)
        return {place.name: shown for place, (_, shown) in seen.zones.items()}


def _is_fixed(seen: d.Seen) -> bool:
    """Whether it is declared, and no rule, who sees something."""
    return seen.by in FIXED
