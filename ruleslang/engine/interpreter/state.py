"""
The state of a match: zones, stored values, lasting effects.

Every write is a method here, which counts the change and records what was touched, so that
`whenever` is tested exactly after what it reads may have changed. Writing the same value is no
change.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from operator import attrgetter
from typing import Any, Literal, NamedTuple

from attrs import define, evolve, field, frozen

from ruleslang.engine.match.interface import Read, StoredRead
from ruleslang.engine.match.runtime_values import (
    Card,
    CardDefinition,
    Env,
    Piece,
    Place,
    Player,
    Space,
    UnderWay,
    Value,
)
from ruleslang.program import statements as s
from ruleslang.program.locals import LocalDecl
from ruleslang.source.walk import field_names

Index = tuple[Value, ...]


@frozen(eq=False)
class CountsAs:
    """What a card counts as during its play (`place`: `None`), then while it is at `place`."""

    title: CardDefinition
    place: Place | None


class FixedTest(NamedTuple):
    """The value an entry of a pattern compares with, and `how`: its way, or the kind it is of."""

    test: Literal["is", "in", "kind", "anything"]
    operand: Value = None
    how: Any = None


ANYTHING = FixedTest("anything")


@define(eq=False)
class ActiveLasting:
    """
    A lasting effect: the statement that began it, what it captured, when it began.

    `locals` is the table of the statement's body; `holder` and `card` are its owner and carrier.
    `ends_with` is the invocation whose end ends it; `fixed` what a pattern compares with since
    it began (`None`: no pattern). `age` orders beginnings, and is never shown.
    """

    statement: s.Lasting
    locals: tuple[LocalDecl, ...]
    env: Env
    age: int
    holder: Player | None
    card: Value
    ends_with: UnderWay | None = None
    fixed: tuple[FixedTest, ...] | None = None


@frozen
class Revealed:
    """
    A fact about a card that a statement revealed: that it has a value, or does not have it.

    `place` is that of the statement among all that reveal facts, by which facts are compared.
    """

    statement: s.RevealFact = field(eq=False)
    place: int
    card: Card
    value: Value
    truth: bool


@define(eq=False)
class State:
    """Everything that a match stores between decisions, except chance and pending work."""

    active: Player
    players: tuple[Player, ...]  # those still in
    states: dict[str, dict[Index, Value]] = field(factory=dict)
    histories: dict[str, dict[str, int]] = field(factory=dict)  # how often it stood so, by hash
    zones: dict[Place, tuple[Card, ...]] = field(factory=dict)
    where: dict[Card, Place] = field(factory=dict)
    dice: dict[str, dict[Index, tuple[int, ...]]] = field(factory=dict)  # places of faces
    spaces: dict[Piece, Space] = field(factory=dict)
    pieces_on: dict[Space, tuple[Piece, ...]] = field(factory=dict)  # the same, by space
    limits: dict[tuple[Value, ...], int] = field(factory=dict)
    counting_as: dict[Card, CountsAs] = field(factory=dict)
    ages: dict[Card, int] = field(factory=dict)  # when a card came to its zone
    since: dict[Card, int] = field(factory=dict)  # the same, whosever zone of that name it is in
    lasting: tuple[ActiveLasting, ...] = ()
    bits: dict[Any, frozenset[Any]] = field(
        factory=dict
    )  # by rule: for whom it was true when last tested
    marks: dict[Card, tuple[Player, ...]] = field(factory=dict)  # by whom each was seen
    facts: dict[Revealed, tuple[Player, ...]] = field(factory=dict)
    shown: dict[tuple[str, Index], tuple[Player, ...]] = field(factory=dict)  # states and dice
    faces: dict[Card, str] = field(factory=dict)  # how a card was laid, for the eye
    version: int = 0
    moved: int = 0  # how often a value, a zone, dice or a piece was changed
    clock: int = 0
    touched: set[str] = field(factory=set)
    changed: dict[str, int] = field(factory=dict)  # the version at which each was changed last

    def copy(self) -> State:
        """Return a copy with its own containers."""
        return evolve(
            self,
            states={name: dict(places) for name, places in self.states.items()},
            histories={name: dict(noted) for name, noted in self.histories.items()},
            zones=dict(self.zones),
            where=dict(self.where),
            dice={name: dict(places) for name, places in self.dice.items()},
            spaces=dict(self.spaces),
            pieces_on=dict(self.pieces_on),
            limits=dict(self.limits),
            counting_as=dict(self.counting_as),
            ages=dict(self.ages),
            since=dict(self.since),
            bits=dict(self.bits),
            marks=dict(self.marks),
            facts=dict(self.facts),
            shown=dict(self.shown),
            faces=dict(self.faces),
            touched=set(self.touched),
            changed=dict(self.changed),
        )

    def imagined(self) -> State:
        """Return a copy for a hypothetical position; observers receive its reads as well."""
        return self.copy()

    def change(self, name: str) -> None:
        """Count a change of something with this name."""
        self.version += 1
        self.touched.add(name)
        self.changed[name] = self.version

    def tick(self) -> int:
        """Return a new moment, later than all before."""
        self.clock += 1
        return self.clock

    def settle_in(self, card: Card, place: Place, moment: int) -> None:
        """Note where a card is now, and since when."""
        old = self.where.get(card)
        if old is None or old.zone is not place.zone:
            self.since[card] = moment
        self.ages[card] = moment
        self.where[card] = place

    @property
    def unwatched(self) -> State:
        """The state without observation of its reads."""
        return self

    def looked(self, cell: Hashable, value: Value) -> None:
        """Observe a read that is no entry of a mapping; does nothing here."""

    def answered(self, value: Value) -> None:
        """Observe an answer of `after` or `playable`; does nothing here."""

    def title_of(self, card: Card) -> CardDefinition:
        counts_as = self.counting_as.get(card)
        return card.title if counts_as is None else counts_as.title

    def write(self, name: str, index: Index, value: Value) -> None:
        """Write a state; players who were shown the old value are not shown the new one."""
        places = self.states[name]
        if index in places:
            old = places[index]
            if old is value or (old == value and type(old) is type(value)):
                return
        places[index] = value
        self.shown.pop((name, index), None)
        self.moved += 1
        self.change(name)

    def turn_to(self, player: Player) -> None:
        if self.active is not player:
            self.active = player
            self.change("active")

    def drop_out(self, player: Player) -> None:
        self.players = tuple(other for other in self.players if other is not player)
        self.change("players")

    def lay(self, place: Place, cards: tuple[Card, ...]) -> None:
        """Set the cards of a zone; unordered ones are sorted."""
        if not place.zone.ordered:
            cards = tuple(sorted(cards, key=attrgetter("order")))
        if self.zones[place] != cards:
            self.zones[place] = cards
            self.moved += 1
            self.change(place.zone.name)

    def put(self, piece: Piece, space: Space | None) -> None:
        """Put a piece on a space, or on none."""
        old = self.spaces.pop(piece, None)
        if old is not None:
            self.pieces_on[old] = tuple(
                other for other in self.pieces_on[old] if other is not piece
            )
        if space is not None:
            self.spaces[piece] = space
            pieces = (*self.pieces_on.get(space, ()), piece)
            self.pieces_on[space] = tuple(sorted(pieces, key=attrgetter("order")))
        if old is not space:
            self.moved += 1
            self.change("pieces")

    def throw(self, name: str, index: Index, faces: tuple[int, ...]) -> None:
        """Set the faces of dice."""
        self.dice[name][index] = faces
        self.shown.pop((name, index), None)
        self.moved += 1
        self.change(name)

    def count_as(self, card: Card, counts_as: CountsAs | None) -> None:
        """Change what a card counts as."""
        if counts_as is None:
            self.counting_as.pop(card, None)
        else:
            self.counting_as[card] = counts_as
        self.change("counting_as")

    def set_lasting(self, entries: tuple[ActiveLasting, ...]) -> None:
        self.lasting = entries
        self.change("lasting")


Listeners = tuple[Callable[[Read], None], ...]


class _Watched(dict[Any, Any]):
    """A mapping that reports which keys are read."""

    def __init__(self, kept: dict[Any, Any], look: Callable[[Any], None]) -> None:
        super().__init__(kept)
        self.look = look

    def __getitem__(self, key: Any) -> Any:
        self.look(key)
        return super().__getitem__(key)

    def get(self, key: Any, default: Any = None) -> Any:
        self.look(key)
        return super().get(key, default)


class _WatchedNames(dict[str, Any]):
    """States or dice by name; the values of one report their reads once it was looked up."""

    def __init__(self, kept: dict[str, Any], look: Callable[[Read], None]) -> None:
        super().__init__(kept)
        self.look = look

    def __getitem__(self, name: str) -> Any:
        places = super().__getitem__(name)
        if places.__class__ is not _Watched:
            places = self[name] = _Watched(places, _named(self.look, name))
        return places


@define(eq=False)
class _WatchedState(State):
    """A state that reports reads of what cards count as."""

    look: Callable[[Read], None] = field(kw_only=True)

    def title_of(self, card: Card) -> CardDefinition:
        self.look(card)
        return State.title_of(self, card)

    def imagined(self) -> State:
        return _observed(unwatched(self).copy(), self.look)


def watched(state: State, hears: Listeners) -> State:
    """Return a view of the state that reports reads, if anybody listens."""
    if not hears:
        return unwatched(state)

    def look(read: Read) -> None:
        for hear in hears:
            hear(read)

    return _observed(unwatched(state), look)


def _observed(state: State, look: Callable[[Read], None]) -> State:
    parts = parts_of(state)
    for kept in ("states", "dice"):
        parts[kept] = _WatchedNames(parts[kept], look)
    parts["zones"] = _Watched(state.zones, look)
    return _WatchedState(**parts, look=look)


def unwatched(state: State) -> State:
    """Return the state without reports of its reads."""
    if not isinstance(state, _WatchedState):
        return state
    parts = parts_of(state)
    for kept in ("states", "dice"):
        parts[kept] = {
            name: dict(places) if places.__class__ is _Watched else places
            for name, places in parts[kept].items()
        }
    parts["zones"] = dict(state.zones)
    return State(**parts)


def parts_of(state: State) -> dict[str, Any]:
    return {name: getattr(state, name) for name in field_names(State) or ()}


def _named(look: Callable[[Read], None], name: str) -> Callable[[Any], None]:
    return lambda index: look(StoredRead(name, index))
