"""Logs the changes that each reader has seen, by comparing consecutive views."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import groupby

from attrs import define, evolve, field, frozen

from ruleslang.engine.match.decision import SeenValue, View
from ruleslang.engine.match.faults import Fault
from ruleslang.engine.match.interface import Begun, Match
from ruleslang.engine.match.position import Run
from ruleslang.engine.match.runtime_values import Card
from ruleslang.explanation.story.dice_checks import Reader, plan_of
from ruleslang.explanation.story.entry_types import Moved, Part
from ruleslang.explanation.story.view_changes import (
    Difference,
    Move,
    changed_cards,
    changes,
    is_silent,
    listed,
    moves,
    stepped,
)
from ruleslang.explanation.story.vocabulary import Vocabulary, stem_of
from ruleslang.program import statements as s
from ruleslang.program.events import ActionRun, ProcedureRun
from ruleslang.program.passes.derived_tables import derive


@frozen
class VisibleChange:
    """
    A visible change: its name, the comparison that found it, the number of events then; for a zone,
    the cards that reached it from a certain place; the new value of a state, the space of a piece.
    `is_reset`: no statement changed it, since the rules reset it with a procedure.
    """

    name: str
    look: int
    events: int
    moves: tuple[Move, ...] = ()
    is_reset: bool = False
    value: SeenValue | None = None


@define
class ChangeLog:
    """The changes that each reader has seen, in order; `see` returns a reader's view."""

    match: Match
    see: Callable[[Reader], View]
    views: dict[Reader, View] = field(factory=dict)
    seen: dict[Reader, list[VisibleChange]] = field(factory=dict)
    version: object = None  # the match's when the views were compared
    looks: int = 0
    resetting: frozenset[str] = frozenset()  # the states reset with the procedure that begins
    planned: bool = False  # a `together` was open: one look may show what many statements did
    reveals: bool = False  # the statement under way shows something, and need not change anything
    guises: dict[tuple[Reader, Card], str] = field(factory=dict)  # as which cards counted last

    def begin(self, seat: Reader, view: View) -> None:
        """Begin the log of a reader, who knows everything up to this view."""
        self.views[seat], self.seen[seat] = view, []
        self.version = self.match.version

    def statement(self, played: Match, begun: Begun) -> bool:
        """Compare views if the previous statement may have changed one; returns whether it did."""
        looks = self.looks
        self._compare(played)
        self.resetting = frozenset()
        if isinstance(begun.statement, s.AsUsual):
            self.resetting = frozenset().union(*map(self._resets, played.under_way))
        self.planned = played.together is not None
        self.reveals = isinstance(begun.statement, s.RevealCards | s.RevealState | s.RevealDice)
        return looks < self.looks

    def begun(self, run: Run) -> None:
        """Compare views before a procedure resets states."""
        if names := self._resets(run):
            self._compare(self.match)
            self.resetting = names

    def _resets(self, run: Run) -> frozenset[str]:
        if not isinstance(run.event, ProcedureRun | ActionRun):
            return frozenset()
        return frozenset(derive(self.match.population.program).resets.get(run.event.name, ()))

    def _compare(self, played: Match) -> None:
        """Compare views if anything visible may have changed."""
        version = played.version
        if self.reveals or self.planned or version != self.version:
            self.version = version
            for seat in self.views:
                with suppress(Fault):  # it is unknown here who sees what
                    self.note(seat, self.see(seat))

    def note(self, seat: Reader, view: View) -> int:
        """Log the changes from a reader's last view to this one; returns their number so far."""
        before, self.views[seat] = self.views[seat], view
        if before is view:
            return len(self.seen[seat])
        events = len(self.match.events)
        self.looks += 1
        is_same = before.zones is view.zones or before.zones == view.zones
        found = () if is_same else moves(before, view, of_one=not self.planned)
        if not is_same and plan_of(self.match.population.program).renames:
            found += tuple(self._renamed(seat, before, view))
        self.seen[seat] += (
            VisibleChange(
                name,
                self.looks,
                events,
                tuple(m for m in found if m.end == name),
                stem_of(name) in self.resetting,
                view.pieces.get(name, view.states.get(name)),
            )
            for name in _changed(before, view)
        )
        return len(self.seen[seat])

    def _renamed(self, seat: Reader, before: View, view: View) -> Iterator[Move]:
        """Yield the cards that a reader sees count as another now, in the same zone."""
        changed = changed_cards(before, view)
        for place, cards in self.match.position.zones.items():
            gone, come = changed.gone.get(place.name, []), changed.come.get(place.name, [])
            if len(gone) == len(come) == 1:
                was, now = *gone, *come
                alike = [c for c in cards if self.match.position.title_of(c).name == now]
                if any(was in (c.title.name, self.guises.get((seat, c))) for c in alike):
                    self.guises |= {(seat, card): now for card in alike}
                    yield Move(now, place.name, place.name, was=was)


def reset_in(seen: Iterable[VisibleChange]) -> set[str]:
    """Return the states whose last change was a reset that no statement made."""
    last = {change.name: change.is_reset for change in seen}
    return {name for name, is_reset in last.items() if is_reset}


def differences(
    before: View,
    after: View,
    seen: Sequence[VisibleChange],
    words: Vocabulary,
    went: Sequence[Move] | None = None,
) -> Iterator[Difference]:
    """Yield all differences between two views, and what was seen to change there and back."""
    turns = turns_of(before, after, seen)
    yield from changes(before, after, words, went, reset_in(seen), turns)
    yield from there_and_back(before, after, seen, words)


def turns_of(
    before: View, after: View, seen: Sequence[VisibleChange]
) -> dict[str, tuple[SeenValue, ...]]:
    """
    Return the values between two views at which numbers turned, by their states: 2 of 5, 4, 2, 6.

    Values to which the rules reset a state without a statement are left out.
    """
    ways: dict[str, list[int]] = {}
    for change in seen:
        if type(change.value) is int and not change.is_reset:
            ways.setdefault(change.name, []).append(change.value)
    turns = {}
    for name, way in ways.items():
        first, last = before.states.get(name), after.states.get(name)
        if type(first) is int and type(last) is int:
            values = [value for value, _ in groupby([first, *way, last])]
            turns[name] = tuple(
                at
                for was, at, then in zip(values, values[1:], values[2:], strict=False)
                if (was < at) != (at < then)
            )
    return {name: values for name, values in turns.items() if values}


def there_and_back(
    before: View, after: View, seen: Sequence[VisibleChange], words: Vocabulary
) -> Iterator[Difference]:
    """Yield the steps of pieces that are where they were again."""
    moved = dict.fromkeys(change.name for change in seen if change.name in before.pieces)
    for piece in moved:
        space = before.pieces[piece]
        if after.pieces.get(piece, "") == space:
            for change in (change for change in seen if change.name == piece):
                end = None if change.value is None else str(change.value)
                yield Difference(stepped(piece, space, end, words), piece, look=change.look)
                space = end


def followed(
    before: View, after: View, seen: Sequence[VisibleChange], words: Vocabulary
) -> list[Move]:
    """
    Return the moves between two views, by what was seen of them.

    A card is followed through a zone in which it was seen, or through which all cards went one way,
    unless it came back to where it was.
    """
    went: list[Move] = []
    silent = {*before.zones, *reset_in(seen)}
    looks = {change.name: change.look for change in seen if change.name not in silent}
    others = [look for name, look in looks.items() if not is_silent(name, before, after, words)]
    for look, of_look in groupby(seen, key=lambda change: change.look):
        new = []
        for move in (move for change in of_look for move in change.moves):
            began = move.was or move.card, move.origin
            come = (m for m in went if m.came and (m.card, m.end) == began)
            earlier = next(come, None) if move.left else None
            if earlier is not None and earlier.origin == move.end != move.origin:
                went[went.index(earlier)] = evolve(earlier, came=False)
            elif earlier is not None:
                went.remove(earlier)
                first = earlier.was or earlier.card
                was = None if first == move.card else first
                move = evolve(move, origin=earlier.origin, left=earlier.left, was=was)
            if move.origin != move.end or move.was is not None:
                new.append(evolve(move, look=look, after=sum(other < look for other in others)))
        went += new
    for name, zone in after.zones.items() if went else ():
        if zone.count == before.zones[name].count == 0:
            went = _without_passage(name, went)
    return went


def _without_passage(passed: str, went: list[Move]) -> list[Move]:
    """Return moves without a zone that all its cards reached from one zone and left for another."""
    into = [move for move in went if move.end == passed]
    out = [move for move in went if move.origin == passed]
    ways = {(origin.origin, end.end) for origin in into for end in out}
    if len(ways) != 1 or len(into) != len(out):
        return went
    ((origin, end),) = ways
    if origin == end:
        return went  # they came back
    known = max(out, into, key=lambda moves: sum(move.card is not None for move in moves))
    others = [move for move in went if passed not in (move.origin, move.end)]
    return [*others, *(evolve(move, origin=origin, end=end) for move in known)]


def in_order(
    differences: Iterable[Difference],
    rolled: Sequence[tuple[int, Part]],
    seen: Sequence[VisibleChange],
) -> list[Part]:
    """
    Return changes and rolls in the order in which they happened; a roll has its index among the
    events. A card counts as moved when its move was seen, or when both its zones have changed.
    """
    looks = {change.look: (change.events, 0, change.look) for change in seen}
    when = {change.name: (change.events, 0, change.look) for change in reversed(seen)}
    last = max(when.values(), default=(0, 0, 0))
    placed: list[tuple[tuple[int, int, int], Part]] = []
    placed += (((event, 1, 0), roll) for event, roll in rolled)
    for change in differences:
        seen_then = max(when.get(name, last) for name in (change.name, change.also) if name)
        placed.append((looks.get(change.look, seen_then), change.part))
    return [part for _, part in sorted(placed, key=lambda pair: pair[0])]


def rearranged(
    before: View, after: View, parts: Iterable[Part], words: Vocabulary
) -> Iterator[Part]:
    """Yield the ordered zones in which these moves do not leave the cards as they lie now."""
    moved = [part for part in parts if isinstance(part, Moved)]
    for name, zone in () if after.zones is before.zones else after.zones.items():
        was = before.zones[name].cards
        if zone.cards == was or stem_of(name) not in words.ordered:
            continue
        lying = [*was]
        for move in moved:
            if move.origin == name:
                _take(move.were or move.cards, lying)
            if move.end == name:
                place = len(lying) if move.below else 0
                lying[place:place] = move.cards
        pairs = enumerate(zip(zone.cards, lying, strict=False), start=1)
        differs = [number for number, (card, laid) in pairs if card not in (None, laid)]
        if differs:
            order = words.say("{zone}, top first", zone=words.called(name))
            cards = [listed([card], words) for card in zone.cards[: differs[-1]]]
            more = ["…"] * (differs[-1] < len(zone.cards))  # the others lie as before
            text = "" if stem_of(name) in words.hidden else f"{order}: {', '.join([*cards, *more])}"
            yield Moved(zone.cards, name, name, text)


def _take(cards: Iterable[str | None], lying: list[str | None]) -> None:
    """Take cards away, the topmost with their names, or else unseen ones."""
    for card in cards:
        name = card if card in lying else None
        if name in lying:
            lying.remove(name)


def _changed(before: View, after: View) -> list[str]:
    """Return the names at which two views differ."""
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
        if was is not now and was != now
        for name, value in now.items()
        if (then := was.get(name)) is not value and then != value
    ]
