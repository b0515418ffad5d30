"""Decisions, their choices, views, and the events of a match."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any, Protocol, TypeAlias

from attrs import evolve, field, frozen

from ruleslang.engine.match.runtime_values import (
    Card,
    CardDefinition,
    Env,
    Place,
    Player,
    Value,
    name_of,
)
from ruleslang.program import declarations as d
from ruleslang.program import expressions as e
from ruleslang.program import statements as s
from ruleslang.program.locals import Slot

DECLINE, PASS, DONE = "decline", "pass", "done"


@frozen(repr=False, weakref_slot=False)
class Option:
    """
    A choice of a decision.

    `id` consists of the rulebook's words and is unique within the decision; `values` are the chosen
    values by name; `action` is the action, play or branch it belongs to, or empty. `what` is for
    the engine. Choices are equal if id and text are.
    """

    id: str
    text: str
    values: Mapping[str, Value] = field(factory=dict, eq=False)
    action: str = ""
    what: Value = field(default=None, eq=False)

    def __repr__(self) -> str:
        return f"Choice(id={self.id!r}, text={self.text!r}, action={self.action!r})"

    @property
    def declines(self) -> bool:
        """Whether the choice is to do nothing, or nothing more."""
        return self.what is _NOTHING


class _Nothing:
    """The value of declining, passing and being done."""


_NOTHING = _Nothing()


def nothing(word: str) -> Option:
    """Return the choice `decline`, `pass` or `done`."""
    return Option(word, word, what=_NOTHING)


@frozen(eq=False)
class LegalMove:
    """
    A way to do an action, or to play a card: the player with the choices.

    `card` is `None` for an action; `title` is what the card counts as.
    """

    what: d.Action | d.Play
    player: Player
    locals: Env
    card: Card | None = None
    title: CardDefinition | None = None

    @property
    def chosen(self) -> tuple[Value, ...]:
        """The chosen values, in the order of the text; a choice not yet ordered is a set."""
        return tuple(
            tuple(self.locals[choice.slot]) if choice.in_order else self.locals[choice.slot]
            for choice in self.what.choices
        )


@frozen(eq=False, weakref_slot=False)
class Decision:
    """
    A question to a player, with its choices.

    `player` is the seat; `kind` is `choose`, `may`, `menu`, `offer`, `window`, `play`, `pay`,
    `order`, `pick`, `member` (of a set that is chosen one by one) or `together`; `name` is that of
    the choice, of the offered action or actions, or of the window. In a match started with
    `chance="asked"`, the seat -1 is asked for the outcomes of chance, and `kind` is `chance`.
    """

    player: int
    kind: str
    name: str
    prompt: str
    choices: Sequence[Option]
    asked: Player = field(repr=False)
    origin: int = -1
    probabilities: tuple[Fraction, ...] = ()  # probabilities of the choices of a chance node

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Decision):
            return NotImplemented
        return self is other or self._compared() == other._compared()

    def __hash__(self) -> int:
        return hash(self._compared())

    def _compared(self) -> tuple[Any, ...]:
        choices = tuple(self.choices)
        return self.player, self.kind, self.name, self.prompt, choices, self.probabilities

    @property
    def declines(self) -> bool:
        """Whether one of the choices is to do nothing."""
        return any(choice.declines for choice in self.choices)

    def index_of(self, id: str) -> int:
        """Return the index of the choice with an id; raises `KeyError` if there is none."""
        for place, choice in enumerate(self.choices):
            if choice.id == id:
                return place
        raise KeyError(id)


@frozen
class Chanced:
    """
    An outcome of chance: `kind` is `roll`, `shuffle` or `pick`.

    `of` is the die or the dice, the zone, or the name that a picked value is assigned to; `outcome`
    are faces, the whole order (top first), or what was picked. Copies of a card after the first are
    numbered.
    """

    kind: str
    of: str
    outcome: tuple[str, ...]


@frozen
class Decided:
    """A decision that was made: the seat, its name, the chosen id, and all ids."""

    player: int
    decision: str
    choice: str
    choices: tuple[str, ...]


@frozen
class DecidedTogether:
    """Decisions that were made in secret, in the order in which they were asked."""

    together: tuple[Decided, ...]


Event: TypeAlias = Chanced | Decided | DecidedTogether


@frozen
class Outcome:
    """
    How a match ended: the seats that won (none: a draw), and a payoff for every seat.

    `capped`: the decision cap of the rulebook ended it.
    """

    winners: tuple[int, ...]
    payoffs: tuple[int, ...]
    capped: bool = False


def numbered(choices: Sequence[Option]) -> list[Option]:
    """Return these choices; repeated ids are numbered."""
    if len({choice.id for choice in choices}) == len(choices):
        return [*choices]
    seen, found = Counter[str](), []
    for choice in choices:
        seen[choice.id] += 1
        count = seen[choice.id]
        found.append(choice if count == 1 else evolve(choice, id=f"{choice.id} #{count}"))
    return found


def is_single(choice: s.Choice) -> bool:
    """Return whether the choice is a single member, not a set."""
    return choice.high is None


SeenValue: TypeAlias = "int | bool | str | tuple[SeenValue, ...]"


def seen_text(value: SeenValue) -> str:
    """
    Return a value of a view in the rulebook's words.

    >>> seen_text((True, 3, "ace"))
    'yes 3 ace'
    """
    if isinstance(value, tuple):
        return " ".join(seen_text(item) for item in value) or "nothing"
    return value if isinstance(value, str) else name_of(value)


@frozen
class ZoneView:
    """
    The visible part of a zone: the number of cards (`None`: secret), and the cards.

    An unseen card is `None`; in unordered zones the seen ones come first.
    """

    count: int | None
    cards: tuple[str | None, ...]


@frozen
class Fact:
    """
    A fact that was reported about a card, at an index of a zone (from 0; `None` in an unordered
    zone), and whether it is true.

    `fact` is its field or value: `colour` of `colour(c) is red`.
    """

    zone: str
    place: int | None
    fact: str
    value: str
    truth: bool

    @property
    def order(self) -> tuple[object, ...]:
        """A sort key."""
        place = -1 if self.place is None else self.place
        return self.zone, place, self.fact, self.value, self.truth


@frozen
class View:
    """
    Everything that a player may know; what is hidden is `None`, or missing.

    `player` is the seat; `None`: the public view. `states` have numbers and truth values as they
    are, sets and lists as tuples, and names for everything else: `"none"` for none, `"a card"` for
    a card that the player does not see.
    """

    player: int | None
    active: int
    players: tuple[int, ...]
    zones: Mapping[str, ZoneView]
    states: Mapping[str, SeenValue | None]
    dice: Mapping[str, tuple[str, ...] | None]
    pieces: Mapping[str, str | None]
    facts: tuple[Fact, ...]
    decision: Decision | None


@frozen
class KnownFact:
    """A fact about a card that was reported to a player: expression, value, and truth."""

    card: Card
    expression: e.Expr
    value: Value
    truth: bool
    slot: Slot | None  # the slot of the local that is the card in the expression, if any


class Sight(Protocol):
    """Queries about what one player sees in the current position."""

    def card(self, card: Card) -> bool:
        """Return whether the player sees a card: by its zone's rule, or as it was shown."""

    def zone(self, place: Place) -> bool:
        """Return whether the player sees the cards of a zone by its rule."""

    def count(self, place: Place) -> bool:
        """Return whether the player knows the number of cards in a zone."""

    def as_it_is(self, index: tuple[Value, ...]) -> bool:
        """Return whether the player sees values here as they are, despite secret plans."""

    def is_at(self, card: Card, place: Place) -> bool:
        """Return whether a card is in a zone, as the player sees it."""

    def by_rule(self, declared: d.State | d.Dice, index: tuple[Value, ...]) -> bool:
        """Return whether a state or dice are visible by declaration, without what was shown."""

    def was_shown(self, name: str, index: tuple[Value, ...]) -> bool:
        """Return whether the current value of a state or dice was shown to the player."""

    def known_facts(self) -> Iterator[KnownFact]:
        """Return the facts about cards that were reported to the player."""


def fact_name(fact: e.Expr) -> str:
    """Return the name of the field, value or function in a shown fact."""
    if isinstance(fact, e.ReadField | e.CallValue | e.ReadState):
        return fact.name
    return fact.function if isinstance(fact, e.CallBuiltIn) else ""
