"""
Where a match stands, as plain data, and the ways to change it from outside.

`Position` is read. A `Change` sets one thing up as a rulebook's examples do, with every check that
the rules make. A `Rearrangement` exchanges what somebody cannot see, and no rule hears of it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Protocol, TypeAlias

from attrs import frozen

from ruleslang.match.values import (
    Card,
    CardDefinition,
    Env,
    Piece,
    Place,
    Player,
    Space,
    Value,
)
from ruleslang.program import statements as s
from ruleslang.program.events import Event

Index: TypeAlias = tuple[Value, ...]


class Position(Protocol):
    """
    The state of a match, read only.

    It is that of the moment: after the match has moved it may show what is then, or what was.
    """

    @property
    def active(self) -> Player:
        """Whose turn it is."""

    @property
    def players(self) -> tuple[Player, ...]:
        """Those who are still in."""

    @property
    def zones(self) -> Mapping[Place, tuple[Card, ...]]:
        """The cards of every zone, top first."""

    @property
    def where(self) -> Mapping[Card, Place]:
        """Where each card lies; a card that lies nowhere is not there."""

    @property
    def states(self) -> Mapping[str, Mapping[Index, Value]]:
        """The values of states; one that is not set is not there."""

    @property
    def dice(self) -> Mapping[str, Mapping[Index, tuple[int, ...]]]:
        """The dice that lie on the table: of each the place of its face."""

    @property
    def spaces(self) -> Mapping[Piece, Space]:
        """Where each piece stands; a piece that stands nowhere is not there."""

    @property
    def standing(self) -> Mapping[Space, tuple[Piece, ...]]:
        """The pieces on each space where one ever stood."""

    def title_of(self, card: Card) -> CardDefinition:
        """What a card counts as at this moment."""


# ---------------------------------------------------------------- setting a position up


@frozen
class SetState:
    """A state has this value."""

    name: str
    index: Index
    value: Value


@frozen
class LayCards:
    """These cards lie in a zone, top first, and nothing else; what lay there lies nowhere."""

    place: Place
    cards: tuple[Card, ...]


@frozen
class ShowFaces:
    """Dice lie on the table with these faces, by their places on the die."""

    name: str
    index: Index
    faces: tuple[int, ...]


@frozen
class RollDice:
    """So many dice are rolled and lie on the table; an act of chance."""

    name: str
    index: Index
    number: int


@frozen
class TurnTo:
    """It is this player's turn."""

    player: Player


@frozen
class PutPiece:
    """A piece stands on a space, or nowhere."""

    piece: Piece
    space: Space | None


Change: TypeAlias = SetState | LayCards | ShowFaces | RollDice | TurnTo | PutPiece


# ---------------------------------------------------------------- exchanging what is hidden


@frozen(eq=False)
class Rearrangement:
    """Other hidden cards, states and dice, which some player cannot tell from the real ones.

    `pairs` of cards exchange what they are, one pair after another, while each stays where it is
    and everything under way goes on with the same places. `moves` are cards that lie elsewhere
    (None: out of play). `states` and `dice` have other values.
    """

    pairs: tuple[tuple[Card, Card], ...] = ()
    moves: tuple[tuple[Card, Place | None], ...] = ()
    states: tuple[tuple[str, Index, Value], ...] = ()
    dice: tuple[tuple[str, Index, tuple[int, ...]], ...] = ()

    def parts(self) -> Iterator[Rearrangement]:
        """Each change of it alone."""
        yield from (Rearrangement(pairs=(pair,)) for pair in self.pairs)
        yield from (Rearrangement(moves=(move,)) for move in self.moves)
        yield from (Rearrangement(states=(state,)) for state in self.states)
        yield from (Rearrangement(dice=(dice,)) for dice in self.dice)


# ---------------------------------------------------------------- what is under way


@frozen
class Together:
    """
    A question to several players at once: who is asked in it, and by which statement.

    `freezes_views` says that each runs a block of his own, and that the others see what is his as
    it was before.
    """

    players: tuple[Player, ...]
    statement: s.Together | s.TogetherForEach
    freezes_views: bool


@frozen(eq=False)
class Run:
    """
    One run of a procedure, an action or a play that was begun.

    `id` is its number in this match: two `Run`s with one number are the same run. `locals` are its
    parameters, or its choices and what they read, `body_locals` those of its body as it now runs;
    `by` is who does the action or plays `card`.
    """

    id: int
    event: Event
    body: s.Body
    locals: Env
    body_locals: Env
    choices: tuple[s.Choice, ...]
    by: Player | None
    card: Card | None
