"""
The state of a match as plain data, and the ways to change it from outside.

`Position` is read-only. A `Change` sets one thing up, as examples do, with every check that the
rules make. A `Rearrangement` exchanges hidden things, and no rule reacts to it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Protocol, TypeAlias

from attrs import frozen

from ruleslang.engine.match.runtime_values import (
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
    The state of a match, read-only.

    It is valid until the match moves: afterwards it may show the old or the new state.
    """

    @property
    def active(self) -> Player:
        """The active player."""

    @property
    def players(self) -> tuple[Player, ...]:
        """The players still in the match."""

    @property
    def zones(self) -> Mapping[Place, tuple[Card, ...]]:
        """The cards of every zone, top first."""

    @property
    def where(self) -> Mapping[Card, Place]:
        """The zone of each card; a card out of play is missing."""

    @property
    def states(self) -> Mapping[str, Mapping[Index, Value]]:
        """The values of states; an unset one is missing."""

    @property
    def dice(self) -> Mapping[str, Mapping[Index, tuple[int, ...]]]:
        """The dice on the table, as indices of faces."""

    @property
    def spaces(self) -> Mapping[Piece, Space]:
        """The space of each piece; a piece off the board is missing."""

    @property
    def pieces_on(self) -> Mapping[Space, tuple[Piece, ...]]:
        """The pieces on each space that was ever occupied."""

    def title_of(self, card: Card) -> CardDefinition:
        """Return the title that a card counts as now."""


# ---------------------------------------------------------------- setting a position up


@frozen
class SetState:
    """Set a state."""

    name: str
    index: Index
    value: Value


@frozen
class LayCards:
    """Lay these cards in a zone, top first; its previous cards go out of play."""

    place: Place
    cards: tuple[Card, ...]


@frozen
class ShowFaces:
    """Lay dice on the table with these faces, by index."""

    name: str
    index: Index
    faces: tuple[int, ...]


@frozen
class RollDice:
    """Roll this many dice onto the table."""

    name: str
    index: Index
    number: int


@frozen
class TurnTo:
    """Make it this player's turn."""

    player: Player


@frozen
class PutPiece:
    """Put a piece on a space, or off the board."""

    piece: Piece
    space: Space | None


Change: TypeAlias = SetState | LayCards | ShowFaces | RollDice | TurnTo | PutPiece


# ---------------------------------------------------------------- exchanging what is hidden


@frozen(eq=False)
class Rearrangement:
    """
    Alternative hidden cards, states and dice that look the same to some player.

    The cards in `pairs` swap identities, one pair after another, while each stays in its place and
    everything in progress keeps its references. `moves` are cards that are elsewhere (`None`: out
    of play). `states` and `dice` have other values.
    """

    pairs: tuple[tuple[Card, Card], ...] = ()
    moves: tuple[tuple[Card, Place | None], ...] = ()
    states: tuple[tuple[str, Index, Value], ...] = ()
    dice: tuple[tuple[str, Index, tuple[int, ...]], ...] = ()

    def parts(self) -> Iterator[Rearrangement]:
        """Yield each change alone."""
        yield from (Rearrangement(pairs=(pair,)) for pair in self.pairs)
        yield from (Rearrangement(moves=(move,)) for move in self.moves)
        yield from (Rearrangement(states=(state,)) for state in self.states)
        yield from (Rearrangement(dice=(dice,)) for dice in self.dice)


# ---------------------------------------------------------------- what is under way


@frozen
class SecretPlan:
    """
    A simultaneous question: who is asked, and by which statement.

    `freezes_views`: each player runs their own block, and the others see that player's part as
    it was before.
    """

    players: tuple[Player, ...]
    statement: s.Together | s.TogetherForEach
    freezes_views: bool


@frozen(eq=False)
class Run:
    """
    One run of a procedure, an action or a play.

    `id` is its number in this match. `locals` are its parameters, or its choices and what they
    read, `body_locals` those of its body so far; `by` is the player who does the action or plays
    `card`.
    """

    id: int
    event: Event
    body: s.Body
    locals: Env
    body_locals: Env
    choices: tuple[s.Choice, ...]
    by: Player | None
    card: Card | None
