"""Types: each a finite set of things that a name, a state or an answer may be."""

from __future__ import annotations

from typing import TypeAlias

from attrs import field, frozen

from ruleslang.program.events import Event
from ruleslang.program.references import names


@frozen
class Number:
    """The whole numbers from `low` to `high`, both included."""

    low: int
    high: int


@frozen
class Truth:
    """`yes` or `no`."""


@frozen
class Player:
    """A player of the match; seats are counted from 0."""


@frozen
class Team:
    """A team of the header."""


@frozen
class WordOf:
    """A word of a list, a face of a die with words, or a value of an option: `list` is its name."""

    list: str = field(metadata=names("words"))


@frozen
class Card:
    """A copy of a card; `kind` narrows it, `None` means any."""

    kind: str | None = field(default=None, metadata=names("kind"))


@frozen
class Title:
    """A definition, what is printed on a card; `kind` narrows it, `None` means any."""

    kind: str | None = field(default=None, metadata=names("kind"))


@frozen
class Piece:
    """A piece; `piece` is its declaration, `None` means any."""

    piece: str | None = field(default=None, metadata=names("piece"))


@frozen
class Space:
    """A space; `board` is its board, `None` means any."""

    board: str | None = field(default=None, metadata=names("board"))


@frozen
class DieIn:
    """One of the dice at a place of `dice`."""

    dice: str = field(metadata=names("dice"))


@frozen
class ZonePlace:
    """One zone, with its index."""


@frozen
class UnderWay:
    """A run of `event` under way; for a `CardPlay`, `kind` narrows the card."""

    event: Event
    kind: str | None = field(default=None, metadata=names("kind"))


@frozen
class Never:
    """No value at all: the type of the members of `{}` and of what `none` could have been."""


@frozen
class Fraction:
    """An exact chance; occurs in claims only."""


@frozen
class Optional:
    """A value of `inner`, or none."""

    inner: Type


@frozen
class SetOf:
    """A set; `up_to` bounds its size, `None` means by its element type alone."""

    element: Type
    up_to: int | None = None


@frozen
class ListOf:
    """A list of at most `up_to` entries."""

    element: Type
    up_to: int


@frozen
class Unknown:
    """The type of what lowering has found to be wrong; no program has it."""


@frozen
class Maybe:
    """
    A value that should exist in a correct rulebook but may be missing, such as `top(pile)`; using
    it when it is missing is a fault.

    Only lowering has it: a program has `Optional` in its place.
    """

    inner: Type


Type: TypeAlias = (
    Number
    | Truth
    | Player
    | Team
    | WordOf
    | Card
    | Title
    | Piece
    | Space
    | DieIn
    | ZonePlace
    | UnderWay
    | Never
    | Fraction
    | Optional
    | SetOf
    | ListOf
    | Unknown
    | Maybe
)
