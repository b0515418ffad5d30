"""Logs the changes that each reader has seen, by comparing consecutive views."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from attrs import define, field, frozen

from ruleslang.engine.match.decision import View
from ruleslang.engine.match.faults import Fault
from ruleslang.engine.match.interface import Match
from ruleslang.engine.match.observer import Begun
from ruleslang.engine.match.position import Position
from ruleslang.explanation.story.dice_checks import Reader
from ruleslang.explanation.story.entry_types import Part, Rolled
from ruleslang.explanation.story.view_changes import Difference, MayBeOne, Move, sure_moves
from ruleslang.explanation.story.vocabulary import parts_of
from ruleslang.program import statements as s


@frozen
class VisibleChange:
    """
    A visible change: its name, the comparison that found it, the number of events then; for a zone,
    the cards that reached it from a certain place.
    """

    name: str
    look: int
    events: int
    moves: tuple[Move, ...] = ()


@define
class ChangeLog:
    """The changes that each reader has seen, in order; `see` returns a reader's view."""

    match: Match
    see: Callable[[Reader], View]
    views: dict[Reader, View] = field(factory=dict)
    seen: dict[Reader, list[VisibleChange]] = field(factory=dict)
    position: object = None
    looks: int = 0
    reveals: bool = False  # the statement under way shows something, and need not change anything

    def begin(self, seat: Reader, view: View) -> None:
        """Begin the log of a reader, who knows everything up to this view."""
        self.views[seat], self.seen[seat] = view, []
        self.position = _noted(self.match.position)

    def statement(self, played: Match, begun: Begun) -> None:
        """Compare views if the previous statement may have changed something visible."""
        if self.reveals or not _is_at(self.position, played.position):
            self.position = _noted(played.position)
            for seat in self.views:
                self._look(seat)
        self.reveals = isinstance(begun.statement, s.RevealCards | s.RevealState | s.RevealDice)

    def note(self, seat: Reader, view: View) -> int:
        """Log the changes from a reader's last view to this one; returns their number so far."""
        before, self.views[seat] = self.views[seat], view
        events = len(self.match.events)
        self.looks += 1
        sure = () if before.zones == view.zones else sure_moves(before, view)
        self.seen[seat] += (
            VisibleChange(name, self.looks, events, tuple(m for m in sure if m.end == name))
            for name in _changed(before, view)
        )
        return len(self.seen[seat])

    def _look(self, seat: Reader) -> None:
        try:
            view = self.see(seat)
        except Fault:  # it is unknown here who sees what
            return
        self.note(seat, view)


def may_be_one(before: View, after: View, seen: Sequence[VisibleChange]) -> MayBeOne:
    """
    Whether a card that left one zone may have come to another, as far as its reader saw.

    Either both zones changed at once, or the first before the second, by way of zones that changed
    with them; for zones of different players, or in between, no zone with unseen cards changed:
    else an equal card may have come from there.
    """
    looks: dict[str, set[int]] = {}
    at: dict[int, set[str]] = {}  # the zones that changed, by look
    for change in seen:
        looks.setdefault(change.name, set()).add(change.look)
        at.setdefault(change.look, set()).update({change.name} & after.zones.keys())
    hidden = {
        name: looks[name]
        for name, zone in after.zones.items()
        if name in looks and None in (zone.count, *zone.cards, *before.zones[name].cards)
    }

    def are_joined(origin: str, end: str) -> bool:
        left, reached = looks.get(origin), looks.get(end)
        if not left or not reached:
            return True
        sources = {end}
        for zones in reversed(at.values()):
            sources |= zones if zones & sources else set()
        if origin not in sources:
            return False
        at_once = left & reached
        owners = {parts[0] for parts in (parts_of(origin), parts_of(end)) if parts}
        if at_once and len(owners) < 2:
            return True
        first, last = min(at_once or left), max(at_once or reached)
        others = (seen_at for name, seen_at in hidden.items() if name not in (origin, end))
        return not any(first <= look <= last for seen_at in others for look in seen_at)

    return are_joined


def sure_of(seen: Sequence[VisibleChange]) -> list[Move]:
    """
    The cards with a certain origin that were there at the beginning and are here at the end: the
    zone they left had not changed before, and the zone they reached does not change afterwards.
    """
    first: dict[str, int] = {}
    last: dict[str, int] = {}
    for change in seen:
        first.setdefault(change.name, change.look)
        last[change.name] = change.look
    return [
        move
        for change in seen
        for move in change.moves
        if first.get(move.origin) == change.look == last.get(move.end)
    ]


def in_order(
    differences: Iterable[Difference],
    rolled: Sequence[tuple[int, Rolled]],
    seen: Sequence[VisibleChange],
) -> list[Part]:
    """
    Changes and rolls in the order in which they happened; a roll has its index among the events.

    A card counts as moved when both its zones have changed.
    """
    when: dict[str, tuple[int, int, int]] = {}
    for change in seen:
        when.setdefault(change.name, (change.events, 0, change.look))
    last = max(when.values(), default=(0, 0, 0))
    changed: list[tuple[tuple[int, int, int], Part]] = [
        (max(when.get(name, last) for name in (change.name, change.also) if name), change.part)
        for change in differences
    ]
    rolls: list[tuple[tuple[int, int, int], Part]] = [
        ((event, 1, 0), roll) for event, roll in rolled
    ]
    return [part for _, part in sorted([*changed, *rolls], key=lambda pair: pair[0])]


def _noted(position: Position) -> object:
    """A comparable snapshot of everything whose changes are narrated."""
    states = {name: dict(places) for name, places in position.states.items()}
    dice = {name: dict(places) for name, places in position.dice.items()}
    return states, dict(position.zones), dice, dict(position.spaces)


def _is_at(noted: object, position: Position) -> bool:
    """Whether nothing has changed since the snapshot."""
    return noted == (position.states, position.zones, position.dice, position.spaces)


def _changed(before: View, after: View) -> list[str]:
    """The names at which two views differ."""
    pairs: tuple[tuple[Mapping[str, object], Mapping[str, object]], ...] = (
        (before.states, after.states),
        (before.zones, after.zones),
        (before.dice, after.dice),
        (before.pieces, after.pieces),
    )
    return [
        name
        for was, now in pairs
        if was != now
        for name, value in now.items()
        if value != was.get(name)
    ]
