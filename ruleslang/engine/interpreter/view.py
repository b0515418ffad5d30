"""
What players see and have been shown: the view of a player, marks on cards, revealed facts
(docs/reference/secrecy.md).

A zone shows its cards to those who see it, and otherwise a back for each (`None`), at its place if
the zone is ordered; marks and revealed facts add what was shown. A mark is dropped when the card
enters, or is shuffled within, a zone that the player does not see, unless it is alone there, or the
zone is ordered and was not shuffled since; so are facts. Only its player sees a decision.
During secret plans, other players' things are shown as they were. Values stored for an unseen card
are left out, since they could distinguish backs.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import cache, partial
from operator import attrgetter
from typing import Any

from attrs import frozen

from ruleslang.engine.interpreter.evaluate import evaluate, same
from ruleslang.engine.interpreter.machine import Frame, Machine, Signal, runs
from ruleslang.engine.interpreter.reading import dice_places, matching
from ruleslang.engine.interpreter.state import Revealed, State
from ruleslang.engine.match.decision import Fact, KnownFact, SeenValue, View, ZoneView, fact_name
from ruleslang.engine.match.entities import place_name
from ruleslang.engine.match.faults import Fault
from ruleslang.engine.match.runtime_values import (
    SPECTATOR,
    Card,
    Env,
    Place,
    Player,
    Value,
    members,
    name_of,
)
from ruleslang.program import declarations as d
from ruleslang.program import expressions as e
from ruleslang.program import statements as s
from ruleslang.program import types as t


def view(m: Machine, player: int | None) -> View:
    """Return the present view of a seat; `None`: the public view."""
    who = SPECTATOR if player is None else m.tables.players[player]
    sees = cache(partial(sees_card, m, who=who))
    states: dict[str, SeenValue | None] = {}
    for declared in m.tables.program.states:
        states |= seen_states(m, who, declared, sees)
    pending = m.pending if m.pending is not None and m.pending.player == player else None
    return View(
        player=player,
        active=m.state.active.order,
        players=tuple(player.order for player in m.state.players),
        zones={place.name: seen_zone(m, place, who) for place in m.tables.all_places()},
        states=states,
        dice=seen_dice(m, who),
        pieces=seen_pieces(m),
        facts=known_facts(m, who),
        decision=pending,
    )


def is_shown(m: Machine, who: Player, to: Sequence[Player]) -> bool:
    """Return whether somebody is shown something; a spectator if all players are."""
    return who in to or (who is SPECTATOR and len(to) == len(m.tables.players))


def sees_by_rule(
    m: Machine, who: Player, seen: d.Seen, index: tuple[d.IndexPlace, ...], at: tuple[Value, ...]
) -> bool:
    """Return whether somebody sees what is at an index; a spectator sees nothing of an owner's."""
    if who is SPECTATOR and seen.by == "owner":
        return False
    return is_shown(m, who, seers(m, seen, index, at))


def sees_stored(
    m: Machine, who: Player, state: State, declared: d.State | d.Dice, index: tuple[Value, ...]
) -> bool:
    """Return whether a player sees a state or dice, by rule or because they were shown."""
    shown = state.shown.get((declared.name, index), ())
    return is_shown(m, who, shown) or sees_by_rule(m, who, declared.seen, declared.index, index)


def sees_zone(m: Machine, place: Place, who: Player) -> bool:
    """Return whether somebody sees the cards of a zone by its rule."""
    return sees_by_rule(m, who, place.zone.seen, place.zone.index, place.index)


def seen_state(m: Machine, index: tuple[Value, ...], who: Player) -> State:
    """Return a state as seen: what belongs to others as it was before secret planning."""
    return m.snapshot if m.snapshot is not None and belongs_to_another(index, who) else m.state


def belongs_to_another(index: tuple[Value, ...], who: Player) -> bool:
    """Return whether an index belongs to another player."""
    return any(isinstance(at, Player) and at is not who for at in index)


def _state_of(m: Machine, card: Card, who: Player) -> State:
    """Return the state in which a player sees a card: another's card as before secret plans."""
    if m.snapshot is not None:
        for state in (m.state, m.snapshot):
            place = state.where.get(card)
            if place is not None and seen_state(m, place.index, who) is m.snapshot:
                return m.snapshot
    return m.state


def sees_card(m: Machine, card: Card, who: Player) -> bool:
    """Return whether a player sees a card: by its zone's rule, or because it was shown."""
    state = _state_of(m, card, who)
    if is_shown(m, who, state.marks.get(card, ())):
        return True
    place = state.where.get(card)
    return place is not None and sees_zone(m, place, who)


def sees_count(m: Machine, place: Place, who: Player) -> bool:
    """Return whether a player knows the number of cards in a zone."""
    return sees_zone(m, place, who) or sees_by_rule(
        m, who, place.zone.count_seen, place.zone.index, place.index
    )


def seen_zone(m: Machine, place: Place, who: Player) -> ZoneView:
    """Return a zone as the player sees it; if unordered, with the visible cards first."""
    state = seen_state(m, place.index, who)
    cards = state.zones[place]
    all_seen = sees_zone(m, place, who)
    seen = [all_seen or is_shown(m, who, state.marks.get(card, ())) for card in cards]
    titles = [
        state.title_of(card) if is_seen else None for card, is_seen in zip(cards, seen, strict=True)
    ]
    if not place.zone.ordered:
        titles.sort(key=lambda title: (title is None, 0 if title is None else title.order))
    names = [None if title is None else title.name for title in titles]
    if all_seen or sees_count(m, place, who):
        return ZoneView(len(cards), tuple(names))
    return ZoneView(None, tuple(name for name in names if name is not None))


FIXED = frozenset(("all", "nobody", "owner"))  # audiences that need no rule


def seen_states(
    m: Machine, who: Player, declared: d.State, sees: Callable[[Card], bool]
) -> dict[str, SeenValue | None]:
    """Return the stored values of a state, except of cards that the player does not see."""
    shown: dict[str, SeenValue | None] = {}
    name, has_cards = declared.name, declared in m.tables.card_states
    is_open, is_frozen = declared.seen.by == "all", m.snapshot is not None
    for index in m.tables.indexes_of(declared):
        if has_cards and not all(sees(at) for at in index if isinstance(at, Card)):
            continue
        state = seen_state(m, index, who) if is_frozen else m.state
        held = state.states[name]
        is_known = index in held and (is_open or sees_stored(m, who, state, declared, index))
        shown[place_name(name, index)] = _seen_value(m, held[index], who) if is_known else None
    return shown


def _seen_value(m: Machine, value: Value, who: Player) -> SeenValue:
    """Return a stored value; a card that the player does not see is `a card`."""
    if isinstance(value, bool | int):
        return value
    if isinstance(value, tuple):
        return tuple(_seen_value(m, item, who) for item in value)
    if isinstance(value, Card) and not sees_card(m, value, who):
        return "a card"
    return name_of(value)


def seen_pieces(m: Machine) -> dict[str, str | None]:
    """Return the space of each piece, by name."""
    at = m.state.spaces
    return {piece.name: at[piece].name if piece in at else None for piece in m.tables.pieces}


def seen_dice(m: Machine, who: Player) -> dict[str, tuple[str, ...] | None]:
    """Return the faces of dice that a player sees."""
    shown: dict[str, tuple[str, ...] | None] = {}
    for declared in m.tables.program.dice:
        faces = m.tables.faces[declared.die]
        for index in m.tables.indexes_of(declared):
            state = seen_state(m, index, who)
            names = tuple(name_of(faces[face]) for face in state.dice[declared.name][index])
            is_known = sees_stored(m, who, state, declared, index)
            shown[place_name(declared.name, index)] = names if is_known else None
    return shown


def known_facts(m: Machine, who: Player) -> tuple[Fact, ...]:
    """Return the facts about cards that a player knows."""
    facts = []
    for fact in {**m.state.facts, **(m.snapshot.facts if m.snapshot is not None else {})}:
        state = _state_of(m, fact.card, who)
        place = state.where.get(fact.card)
        if is_shown(m, who, state.facts.get(fact, ())) and place is not None:
            at = state.zones[place].index(fact.card) if place.zone.ordered else None
            facts.append(
                Fact(
                    place.name, at, fact_name(fact.statement.fact), name_of(fact.value), fact.truth
                )
            )
    return tuple(sorted(facts, key=attrgetter("order")))


@frozen(eq=False)
class PlayerSight:
    """The present sight of a player; see `match.Sight` for the interface."""

    m: Machine
    who: Player

    def card(self, card: Card) -> bool:
        return sees_card(self.m, card, self.who)

    def zone(self, place: Place) -> bool:
        return sees_zone(self.m, place, self.who)

    def count(self, place: Place) -> bool:
        return sees_count(self.m, place, self.who)

    def as_it_is(self, index: tuple[Value, ...]) -> bool:
        return seen_state(self.m, index, self.who) is self.m.state

    def is_at(self, card: Card, place: Place) -> bool:
        return card in seen_state(self.m, place.index, self.who).zones[place]

    def by_rule(self, declared: d.State | d.Dice, index: tuple[Value, ...]) -> bool:
        """Return whether the player sees a state or dice by their declaration."""
        return sees_by_rule(self.m, self.who, declared.seen, declared.index, index)

    def was_shown(self, name: str, index: tuple[Value, ...]) -> bool:
        return is_shown(self.m, self.who, self.m.state.shown.get((name, index), ()))

    def known_facts(self) -> Iterator[KnownFact]:
        for fact, to in self.m.state.facts.items():
            if is_shown(self.m, self.who, to):
                about = fact.statement.card
                slot = about.slot if isinstance(about, e.Local) else None
                yield KnownFact(fact.card, fact.statement.fact, fact.value, fact.truth, slot)


@contextmanager
def with_eyes_of(m: Machine, who: Player) -> Iterator[None]:
    """
    Allow only reads of what one player sees in this context.

    Memoised values are not shared with that player, whose own are kept for the same decision.
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
    """The `Eyes` of a player; reading anything hidden from them raises the fault `unseen`."""

    m: Machine
    who: Player

    def zone(self, place: Place) -> tuple[Card, ...]:
        """Return the cards of a zone, if the player sees all of them."""
        cards = seen_state(self.m, place.index, self.who).zones[place]
        with self._open():
            seen = all(sees_card(self.m, card, self.who) for card in cards)
            if not seen or not (cards or sees_count(self.m, place, self.who)):
                raise _unseen(place.name)
        return cards

    def count(self, place: Place) -> int:
        """Return the number of cards in a zone, if the player knows it."""
        with self._open():
            if not sees_count(self.m, place, self.who):
                raise _unseen(place.name)
        return len(seen_state(self.m, place.index, self.who).zones[place])

    def where(self, card: Card) -> Place | None:
        """Return the zone of a card that the player sees."""
        self._check_card(card)
        return self.m.state.where.get(card)

    def state(self, name: str, index: tuple[Value, ...]) -> State:
        """Return the state in which the player reads a stored fact."""
        seen = seen_state(self.m, index, self.who)
        declared = self.m.tables.states[name]
        with self._open():
            if not sees_stored(self.m, self.who, seen, declared, index):
                raise _unseen(name)
        for value in (*index, *members(seen.states[name].get(index))):
            if isinstance(value, Card):
                self._check_card(value)
        return seen

    def dice(self, name: str, index: tuple[Value, ...]) -> tuple[int, ...]:
        seen = seen_state(self.m, index, self.who)
        declared = self.m.tables.dice[name]
        with self._open():
            if not sees_stored(self.m, self.who, seen, declared, index):
                raise _unseen(name)
        return seen.dice[name][index]

    def _check_card(self, card: Card) -> None:
        with self._open():
            if not sees_card(self.m, card, self.who):
                raise _unseen("a card")

    @contextmanager
    def _open(self) -> Iterator[None]:
        state, self.m.eyes = self.m.state, None
        self.m.state = self.m.real or state  # imagined changes don't change who sees something
        try:
            yield
        finally:
            self.m.eyes, self.m.state = self, state


def _unseen(name: Any) -> Fault:
    return Fault("unseen", f"`{name}` is not visible to the player who prefers")


def seers(
    m: Machine, seen: d.Seen, index: tuple[d.IndexPlace, ...], at: tuple[Value, ...]
) -> tuple[Player, ...]:
    """Return the players who see the value at an index."""
    match seen.by:
        case "all":
            return m.tables.players
        case "nobody":
            return ()
        case "owner":
            return _owners(m, index, at)
    return tuple(evaluate(m, seen.players, dict(enumerate(at))))


def _owners(
    m: Machine, index: tuple[d.IndexPlace, ...], at: tuple[Value, ...]
) -> tuple[Player, ...]:
    """Return the first player of an index, or the players of its first team."""
    for place, value in zip(index, at, strict=True):
        if isinstance(place.type, t.Player):
            return (value,)
        if isinstance(place.type, t.Team):
            return tuple(player for player in m.tables.players if player.team is value)
    return ()


def zone_seers(m: Machine, place: Place) -> tuple[Player, ...]:
    """Return the players who see the cards of a zone by its rule."""
    return seers(m, place.zone.seen, place.zone.index, place.index)


def forget(m: Machine, cards: tuple[Card, ...], place: Place) -> None:
    """Drop marks, after a move, of players who cannot keep track of the cards."""
    if not m.state.marks and not m.state.facts:
        return
    if place.zone.ordered or len(m.state.zones[place]) == 1:
        return
    _drop(m, frozenset(cards), place)


def forget_zone(m: Machine, place: Place) -> None:
    """Drop marks after a shuffle."""
    cards = m.state.zones[place]
    if len(cards) > 1 and (m.state.marks or m.state.facts):
        _drop(m, frozenset(cards), place)


def _drop(m: Machine, cards: frozenset[Card], place: Place) -> None:
    see, state = zone_seers(m, place), m.state
    facts = [fact for fact in state.facts if fact.card in cards]
    _leave_to(see, state.marks, cards & state.marks.keys())
    _leave_to(see, state.facts, facts)


def _leave_to(
    see: tuple[Player, ...], shown: dict[Any, tuple[Player, ...]], keys: Iterable[Any]
) -> None:
    """Let only these players still know what was shown."""
    for key in keys:
        shown[key] = tuple(player for player in shown[key] if player in see)
        if not shown[key]:
            del shown[key]


# ---------------------------------------------------------------- showing


def shown_to(
    m: Machine, x: s.RevealCards | s.RevealState | s.RevealDice | s.RevealFact, env: Env
) -> tuple[Player, ...]:
    """Return to whom a `reveal` shows something."""
    if x.to is None:
        return m.tables.players
    to = evaluate(m, x.to, env)
    return () if to is None else (to,)


def _joined_players(old: tuple[Player, ...], new: tuple[Player, ...]) -> tuple[Player, ...]:
    return tuple(sorted({*old, *new}, key=lambda player: player.order))


@runs(s.RevealCards)
def reveal_cards(m: Machine, x: s.RevealCards, frame: Frame) -> Signal:
    """Show cards to a player, or to all."""
    to = shown_to(m, x, frame.env)
    for card in evaluate(m, x.cards, frame.env):
        m.state.marks[card] = _joined_players(m.state.marks.get(card, ()), to)
    return None


@runs(s.RevealState)
def reveal_state(m: Machine, x: s.RevealState, frame: Frame) -> Signal:
    """Show states until they are next written."""
    to = shown_to(m, x, frame.env)
    states = m.state.states[x.name]
    for at in matching(m, m.tables.states[x.name], x.index, states, frame.env):
        m.state.shown[x.name, at] = _joined_players(m.state.shown.get((x.name, at), ()), to)
    return None


@runs(s.RevealDice)
def reveal_dice(m: Machine, x: s.RevealDice, frame: Frame) -> Signal:
    """Show dice until they are next rolled."""
    to = shown_to(m, x, frame.env)
    for at in dice_places(m, x.name, x.index, frame.env):
        m.state.shown[x.name, at] = _joined_players(m.state.shown.get((x.name, at), ()), to)
    return None


@runs(s.RevealFact)
def reveal_fact(m: Machine, x: s.RevealFact, frame: Frame) -> Signal:
    """Reveal a fact about a card, whether it holds or not."""
    card = evaluate(m, x.card, frame.env)
    value = evaluate(m, x.value, frame.env)
    if card is not None:
        is_so = same(m, evaluate(m, x.fact, frame.env), value, x.comparing)
        fact = Revealed(x, m.tables.derived.revealed_facts[id(x)], card, value, is_so)
        to = shown_to(m, x, frame.env)
        m.state.facts[fact] = _joined_players(m.state.facts.get(fact, ()), to)
    return None
