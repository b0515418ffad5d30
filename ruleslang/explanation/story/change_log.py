"""Logs the changes that each reader has seen, by comparing consecutive views."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from itertools import groupby

from attrs import define, evolve, field, frozen

from ruleslang.engine.match.decision import View
from ruleslang.engine.match.faults import Fault
from ruleslang.engine.match.interface import Match
from ruleslang.engine.match.observer import Begun
from ruleslang.engine.match.position import Position
from ruleslang.explanation.story.dice_checks import Reader
from ruleslang.explanation.story.entry_types import Part, Rolled
from ruleslang.explanation.story.view_changes import Difference, Move, moves
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
    version: object = None  # the version of the match at the last statement
    looks: int = 0
    planned: bool = False  # a `together` was open: one look may show what many statements did
    reveals: bool = False  # the statement under way shows something, and need not change anything

    def begin(self, seat: Reader, view: View) -> None:
        """Begin the log of a reader, who knows everything up to this view."""
        self.views[seat], self.seen[seat] = view, []
        self.position = _noted(self.match.position)

    def statement(self, played: Match, begun: Begun) -> None:
        """Compare views if the previous statement may have changed something visible."""
        version = played.version
        if self.reveals or (version != self.version and not _is_at(self.position, played.position)):
            self.position = _noted(played.position)
            for seat in self.views:
                self._look(seat)
        self.version, self.planned = version, played.together is not None
        self.reveals = isinstance(begun.statement, s.RevealCards | s.RevealState | s.RevealDice)

    def note(self, seat: Reader, view: View) -> int:
        """Log the changes from a reader's last view to this one; returns their number so far."""
        before, self.views[seat] = self.views[seat], view
        events = len(self.match.events)
        self.looks += 1
        found = () if before.zones == view.zones else moves(before, view, of_one=not self.planned)
        self.seen[seat] += (
            VisibleChange(name, self.looks, events, tuple(m for m in found if m.end == name))
            for name in _changed(before, view)
        )
        return len(self.seen[seat])

    def _look(self, seat: Reader) -> None:
        with suppress(Fault):  # it is unknown here who sees what
            self.note(seat, self.see(seat))


def followed(before: View, after: View, seen: Iterable[VisibleChange]) -> list[Move]:
    """
    The moves between two views, by what was seen of them.

    A card is followed through a zone in which it was seen, or through which all cards went one way.
    """
    went: list[Move] = []
    for _, changes in groupby(seen, key=lambda change: change.look):
        new = []
        for move in (move for change in changes for move in change.moves):
            come = (m for m in went if m.came and (m.card, m.end) == (move.card, move.origin))
            earlier = next(come, None) if move.left else None
            if earlier is not None:
                went.remove(earlier)
                move = evolve(move, origin=earlier.origin, left=earlier.left)
            if move.origin != move.end:
                new.append(move)
        went += new
    for name, zone in after.zones.items() if went else ():
        if zone.count == before.zones[name].count == 0:
            went = _without(name, went)
    return went


def _without(passed: str, went: list[Move]) -> list[Move]:
    """The moves past a zone that all its cards reached from one zone and left for one other."""
    into = [move for move in went if move.end == passed]
    out = [move for move in went if move.origin == passed]
    ways = {(origin.origin, end.end) for origin in into for end in out}
    if len(ways) != 1 or len(into) != len(out):
        return went
    ((origin, end),) = ways
    known = max(out, into, key=lambda moves: sum(move.card is not None for move in moves))
    others = [move for move in went if passed not in (move.origin, move.end)]
    return [*others, *(evolve(move, origin=origin, end=end) for move in known)]


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
        ({"players": before.players}, {"players": after.players}),
    )
    return [
        name
        for was, now in pairs
        if was != now
        for name, value in now.items()
        if value != was.get(name)
    ]
