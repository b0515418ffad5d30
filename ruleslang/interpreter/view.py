"""
What a player may know: one function of the match and the player (docs/reference/secrecy.md).

A zone shows its cards to who sees it, and otherwise a back for each (`None`), at its place when
the zone is ordered; marks and told facts add what was shown. A pending decision is its owner's
only. While secret plans are made, what is the others' is shown as it was. What is stored of a card
that is not seen is not there at all, since it could tell one back from another.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any, Protocol

from attrs import frozen

from ruleslang.interpreter.machine import Machine
from ruleslang.interpreter.revealing import seers
from ruleslang.interpreter.state import Index, SeenPlace, SeenZone, State, Viewed, ZonePlace
from ruleslang.match.decision import KnownFact, SeenValue, Told, View, ZoneView, fact_name
from ruleslang.match.entities import place_name
from ruleslang.match.faults import Fault
from ruleslang.match.values import SPECTATOR, Card, Place, Player, Value, members, name_of
from ruleslang.program import declarations as d
from ruleslang.program import expressions as e


class HasMachine(Protocol):
    """A match."""

    @property
    def machine(self) -> Machine:
        """What runs it."""


def view(match: HasMachine, player: int | None) -> View:
    """What the player at a seat may know now; None: what is public."""
    m = match.machine
    who = SPECTATOR if player is None else m.tables.players[player]
    pending = m.pending if m.pending is not None and m.pending.player == player else None
    before = _before(m, who)
    return View(
        player=player,
        active=m.state.active.order,
        players=tuple(each.order for each in m.state.players),
        zones=_zones(m, who, before),
        states=_states(m, who, before),
        dice=_dice(m, who),
        pieces={
            piece.name: None if (at := m.state.spaces.get(piece)) is None else at.name
            for piece in m.tables.pieces
        },
        told=_told(m, who),
        decision=pending,
    )


def is_shown(m: Machine, who: Player, to: Sequence[Player]) -> bool:
    """Whether somebody is among those to whom something is shown; a spectator where all are."""
    return who in to or (who is SPECTATOR and len(to) == len(m.tables.players))


def sees_by_rule(
    m: Machine,
    who: Player,
    seen: d.Seen,
    index: tuple[d.IndexPlace, ...],
    at: tuple[Value, ...],
) -> bool:
    """Whether somebody sees what lies at an index; a spectator not what is an owner's."""
    if who is SPECTATOR and seen.by == "owner":
        return False
    return is_shown(m, who, seers(m, seen, index, at))


def sees_zone(m: Machine, place: Place, who: Player) -> bool:
    """Whether somebody sees the cards of a zone by its rule."""
    return sees_by_rule(m, who, place.zone.seen, place.zone.index, place.index)


def _before(m: Machine, who: Player) -> Viewed:
    """What the player was shown last, of which much is still so."""
    before = m.unchanged.viewed.get(who)
    if before is None:
        before = m.unchanged.viewed[who] = Viewed(zone_places=list(_zone_places(m, who)))
    if before.snapshot is not m.snapshot:
        before.states.clear()
        before.snapshot = m.snapshot
    states = (m.state,) if m.snapshot is None else (m.state, m.snapshot)
    shown = [
        frozenset(card for card, to in each.marks.items() if is_shown(m, who, to))
        for each in states
    ]
    titles = [each.counting_as for each in states]
    if before.shown != shown or before.titles != titles:
        before.shown, before.titles = shown, list(map(dict, titles))
        before.zones.clear()
    before.seen = _seen(m, who, before, states)
    return before


def _zone_places(m: Machine, who: Player) -> Iterator[ZonePlace]:
    for place in m.tables.all_places():
        sees = sees_zone(m, place, who) if place.zone.seen.by in FIXED else None
        yield place, belongs_to_another(place.index, who), sees


def _seen(m: Machine, who: Player, before: Viewed, states: Sequence[State]) -> frozenset[Card]:
    """The cards that a player sees: `sees_card` for all of them."""
    visible = [
        place
        for place, _, sees in before.zone_places
        if (sees_zone(m, place, who) if sees is None else sees)
    ]
    seen, *frozen = (
        shown.union(*[state.zones[place] for place in visible])
        for state, shown in zip(states, before.shown, strict=True)
    )
    if not frozen:
        return seen
    of_others = [place for place, is_of_another, _ in before.zone_places if is_of_another]
    theirs = frozenset().union(*[state.zones[each] for state in states for each in of_others])
    return (seen - theirs) | (frozen[0] & theirs)


def seen_state(m: Machine, index: tuple[Value, ...], who: Player) -> State:
    """The state that the player may see at this index: during secret planning, the state before it
    for what belongs to another player.
    """
    return m.snapshot if m.snapshot is not None and belongs_to_another(index, who) else m.state


def belongs_to_another(index: tuple[Value, ...], who: Player) -> bool:
    """Whether what lies at an index belongs to another player."""
    return any(isinstance(at, Player) and at is not who for at in index)


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
    if is_shown(m, who, state.marks.get(card, ())):
        return True
    place = state.where.get(card)
    return place is not None and sees_zone(m, place, who)


def sees_count(m: Machine, place: Place, who: Player) -> bool:
    """Whether a player knows how many cards lie in a zone."""
    return sees_zone(m, place, who) or sees_by_rule(
        m, who, place.zone.count_seen, place.zone.index, place.index
    )


def _zones(m: Machine, who: Player, before: Viewed) -> dict[str, ZoneView]:
    kept, seen = before.zones, {}
    mine = theirs = m.state.zones
    if m.snapshot is not None:
        theirs = m.snapshot.zones
    for place, is_of_another, _ in before.zone_places:
        known = kept.get(place)
        cards = theirs[place] if is_of_another else mine[place]
        if known is None or known[0] != cards or not known[3]:
            known = _zone(m, place, who, before)
        seen[place.name] = known[4]
    return seen


def _zone(m: Machine, place: Place, who: Player, before: Viewed) -> SeenZone:
    """A zone as the player sees it, which may be as he saw it before."""
    cards = seen_state(m, place.index, who).zones[place]
    all_seen = sees_zone(m, place, who)
    is_counted = all_seen or sees_count(m, place, who)
    known = before.zones.get(place)
    if known is not None and known[0] == cards and known[1:3] == (all_seen, is_counted):
        return known
    is_fixed = {place.zone.seen.by, place.zone.count_seen.by} <= FIXED
    seen = _zone_as_seen(m, place, who, all_seen=all_seen, is_counted=is_counted)
    found = before.zones[place] = cards, all_seen, is_counted, is_fixed, seen
    return found


def _zone_as_seen(
    m: Machine, place: Place, who: Player, *, all_seen: bool, is_counted: bool
) -> ZoneView:
    state = seen_state(m, place.index, who)
    cards = state.zones[place]
    shown = [all_seen or is_shown(m, who, state.marks.get(card, ())) for card in cards]
    named = [
        state.title_of(card).name if is_seen else None
        for card, is_seen in zip(cards, shown, strict=True)
    ]
    if not place.zone.ordered:
        seen = sorted(
            (card for card, name in zip(cards, named, strict=True) if name is not None),
            key=lambda card: state.title_of(card).order,
        )
        hidden = len(cards) - len(seen)
        named = [*(state.title_of(card).name for card in seen), *[None] * hidden]
    if is_counted:
        return ZoneView(len(cards), tuple(named))
    return ZoneView(None, tuple(name for name in named if name is not None))


def _states(m: Machine, who: Player, before: Viewed) -> dict[str, SeenValue | None]:
    shown: dict[str, SeenValue | None] = {}
    open_to_him: dict[str, list[Index]] = {}
    for state in (m.state,) if m.snapshot is None else (m.state, m.snapshot):
        for (name, index), to in state.shown.items():
            if is_shown(m, who, to) and seen_state(m, index, who) is state:
                open_to_him.setdefault(name, []).append(index)
    for declared in m.tables.program.states:
        shown.update(_state(m, declared, who, before, open_to_him.get(declared.name, [])))
    return shown


FIXED = frozenset(("all", "nobody", "owner"))  # who sees something, without asking a rule


def _state(
    m: Machine, declared: d.State, who: Player, before: Viewed, open_to_him: list[Index]
) -> dict[str, SeenValue | None]:
    """A state as the player sees it; kept as long as all that this is made of stays the same."""
    name, now = declared.name, m.state.states[declared.name]
    if declared.seen.by not in FIXED:
        places = list(_places(m, declared, who))
        return _state_as_seen(m, name, who, places, before.seen, open_to_him)
    seen = before.seen if name in m.tables.card_state_names else frozenset()
    known = before.states.get(name)
    if known is None or known[:3] != (now, open_to_him, seen):
        if name not in before.places:
            before.places[name] = list(_places(m, declared, who))
        found = _state_as_seen(m, name, who, before.places[name], before.seen, open_to_him)
        known = before.states[name] = dict(now), open_to_him, seen, found
    return known[3]


def _places(m: Machine, declared: d.State, who: Player) -> Iterator[SeenPlace]:
    """All places of a state, each with what hangs on the player."""
    for index in m.tables.indexes_of(declared):
        yield (
            index,
            place_name(declared.name, index),
            frozenset(at for at in index if isinstance(at, Card)),
            belongs_to_another(index, who),
            sees_by_rule(m, who, declared.seen, declared.index, index),
        )


def _state_as_seen(
    m: Machine,
    name: str,
    who: Player,
    places: Sequence[SeenPlace],
    seen: frozenset[Card],
    open_to_him: list[Index],
) -> dict[str, SeenValue | None]:
    """What is stored at each place, but for those of cards that the player does not see."""
    shown: dict[str, SeenValue | None] = {}
    mine = theirs = m.state.states[name]
    if m.snapshot is not None:
        theirs = m.snapshot.states[name]
    for index, said, cards, is_of_another, by_rule in places:
        if cards <= seen:
            held = theirs if is_of_another else mine
            is_known = index in held and (by_rule or index in open_to_him)
            shown[said] = _seen_value(m, held[index], who) if is_known else None
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
        for index in m.tables.indexes_of(declared):
            state = seen_state(m, index, who)
            known = sees_by_rule(m, who, declared.seen, declared.index, index)
            known = known or is_shown(m, who, state.shown.get((declared.name, index), ()))
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
        if is_shown(m, who, state.facts.get(fact, ())) and place is not None:
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


@frozen(eq=False)
class PlayerSight:
    """What a player sees now."""

    m: Machine
    who: Player

    def card(self, card: Card) -> bool:
        """Whether he sees a card: by the rule of its zone, or because it was shown to him."""
        return sees_card(self.m, card, self.who)

    def zone(self, place: Place) -> bool:
        """Whether he sees the cards of a zone by its rule."""
        return sees_zone(self.m, place, self.who)

    def count(self, place: Place) -> bool:
        """Whether he knows how many cards lie in a zone."""
        return sees_count(self.m, place, self.who)

    def as_it_is(self, index: tuple[Value, ...]) -> bool:
        """Whether what has this index is shown to him as it is, not as before secret plans."""
        return seen_state(self.m, index, self.who) is self.m.state

    def lies(self, card: Card, place: Place) -> bool:
        """Whether a card lies in a zone as it is shown to him."""
        return card in seen_state(self.m, place.index, self.who).zones[place]

    def by_rule(self, declared: d.State | d.Dice, index: tuple[Value, ...]) -> bool:
        """Whether he sees a state or dice by their declaration."""
        return sees_by_rule(self.m, self.who, declared.seen, declared.index, index)

    def was_shown(self, name: str, index: tuple[Value, ...]) -> bool:
        """Whether the value that a state or dice now have was shown to him."""
        return is_shown(self.m, self.who, self.m.state.shown.get((name, index), ()))

    def told(self) -> Iterator[KnownFact]:
        """The facts of cards that he was told."""
        for fact, to in self.m.state.facts.items():
            if is_shown(self.m, self.who, to):
                about = fact.statement.card
                slot = about.slot if isinstance(about, e.Local) else None
                yield KnownFact(fact.card, fact.statement.fact, fact.value, fact.truth, slot)


@contextmanager
def with_eyes_of(m: Machine, who: Player) -> Iterator[None]:
    """
    Inside this context only what one player sees can be read of the state.

    Values that were kept are not his; those that he worked out are kept for the same decision.
    """
    kept, now = (m.known, m.known_at, m.kept), (who, m.counted, m.state.version)
    m.known, m.known_at, m.kept = m.seen if m.seen_at == now else ({}, -1, 0)
    m.eyes = PlayerEyes(m, who)
    try:
        yield
    finally:
        m.eyes = None
        m.seen_at, m.seen = now, (m.known, m.known_at, m.kept)
        m.known, m.known_at, m.kept = kept


@frozen(eq=False)
class PlayerEyes:
    """What a player may read; raises the fault `unseen` for all else."""

    m: Machine
    who: Player

    def zone(self, place: Place) -> tuple[Card, ...]:
        """The cards that lie there, when he sees all of them."""
        cards = seen_state(self.m, place.index, self.who).zones[place]
        with self._open():
            seen = all(sees_card(self.m, card, self.who) for card in cards)
            if not seen or not (cards or sees_count(self.m, place, self.who)):
                raise _unseen(place.name)
        return cards

    def count(self, place: Place) -> int:
        """How many cards lie there, when he knows it."""
        with self._open():
            if not sees_count(self.m, place, self.who):
                raise _unseen(place.name)
        return len(seen_state(self.m, place.index, self.who).zones[place])

    def where(self, card: Card) -> Place | None:
        """Where a card lies that he sees."""
        self._check_card(card)
        return self.m.state.where.get(card)

    def state(self, name: str, index: tuple[Value, ...]) -> State:
        """The state in which he reads a stored fact."""
        seen = seen_state(self.m, index, self.who)
        declared = self.m.tables.states[name]
        with self._open():
            if not self._sees(seen, declared, index):
                raise _unseen(name)
        for each in (*index, *members(seen.states[name].get(index))):
            if isinstance(each, Card):
                self._check_card(each)
        return seen

    def dice(self, name: str, index: tuple[Value, ...]) -> tuple[int, ...]:
        """The places of the faces that lie there."""
        seen = seen_state(self.m, index, self.who)
        declared = self.m.tables.dice[name]
        with self._open():
            if not self._sees(seen, declared, index):
                raise _unseen(name)
        return seen.dice[name][index]

    def _sees(self, seen: State, declared: d.State | d.Dice, index: tuple[Value, ...]) -> bool:
        return is_shown(
            self.m, self.who, seen.shown.get((declared.name, index), ())
        ) or sees_by_rule(self.m, self.who, declared.seen, declared.index, index)

    def _check_card(self, card: Card) -> None:
        with self._open():
            if not sees_card(self.m, card, self.who):
                raise _unseen("a card")

    @contextmanager
    def _open(self) -> Iterator[None]:
        state, self.m.eyes = self.m.state, None
        self.m.state = self.m.real or state  # who sees what does not change in thought
        try:
            yield
        finally:
            self.m.eyes, self.m.state = self, state


def _unseen(what: Any) -> Fault:
    return Fault("unseen", f"`{what}` is not seen by him who prefers")
