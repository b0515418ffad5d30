"""
The types of the built-in functions: what each place takes, and what the answer then is.

A test holds the names equal to those of `program.builtins`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TypeAlias

from attrs import frozen

from ruleslang.program import types as t
from ruleslang.program.events import CardPlay
from ruleslang.program.typing.builtins import SURELY_THERE, answer_of
from ruleslang.program.typing.sizes import Sizes
from ruleslang.types.lattice import FrontType, Maybe, Unknown, element, plain, stored


@frozen
class Wanted:
    """What a place takes when it is not a single type: how a message calls it, and a test."""

    phrase: str
    accepts: Callable[[FrontType], bool]


Place: TypeAlias = "FrontType | Wanted"
Signature: TypeAlias = tuple[Place, ...]  # what each place takes


def _has_members(type: FrontType) -> bool:
    return isinstance(type, (t.SetOf, t.ListOf, Unknown))


def _members_are(*classes: type) -> Callable[[FrontType], bool]:
    def accepts(given: FrontType) -> bool:
        inner = element(given) if _has_members(given) else None
        return isinstance(inner, (*classes, t.Never, Unknown))

    return accepts


def _one_of(*classes: type) -> Callable[[FrontType], bool]:
    return lambda given: isinstance(plain_or_strict(given), (*classes, Unknown))


def plain_or_strict(type: FrontType) -> FrontType:
    """The type without `Maybe`; what is declared `or none` stays so, and is refused."""
    return type.inner if isinstance(type, Maybe) else type


NUMBER = Wanted("a number", _one_of(t.Number))
SPACE = t.Space()
ZONE = Wanted("a zone", _members_are(t.Card))
COLLECTION = Wanted("a set or list", _has_members)
PLAYERS = Wanted("a set of players", _members_are(t.Player))
SPACES = Wanted("a set of spaces", _members_are(t.Space))
SPACE_OR_WORD = Wanted("a space or a word", _one_of(t.Space, t.WordOf))
NUMBER_OR_WORD = Wanted(
    "a number or a word",
    lambda given: isinstance(plain(given), (t.Number, t.WordOf, Unknown)) or given == t.Never(),
)
PLAY = Wanted(
    "a play under way",
    lambda given: (
        isinstance(given, Unknown) or (isinstance(given, t.UnderWay) and given.event == CardPlay())
    ),
)
UNDER_WAY = Wanted("a play or an action under way", _one_of(t.UnderWay))


def answer(word: str, given: tuple[FrontType, ...], sizes: Sizes) -> FrontType:
    """What a built-in function answers; what may be none is there in a sound rulebook."""
    if any(isinstance(type, Unknown) or isinstance(element(type), Unknown) for type in given[:1]):
        return Unknown()
    found = answer_of(word, tuple(map(stored, given)), sizes)
    if found == t.Never():
        return Unknown()
    if word in SURELY_THERE and isinstance(found, t.Optional):
        return Maybe(found.inner)
    return found


PLAYER = t.Player()
CELL_OF_BOARD: Signature = (SPACES, NUMBER, NUMBER, PLAYER)

# What the places of each built-in function take; the last ones may be left out.
SIGNATURES: Mapping[str, Signature] = {
    "top": (ZONE, NUMBER),
    "bottom": (ZONE, NUMBER),
    "next": (PLAYER, PLAYERS),
    "previous": (PLAYER, PLAYERS),
    "clockwise": (PLAYER, PLAYERS),
    "opponent": (PLAYER,),
    "first": (COLLECTION,),
    "item": (COLLECTION, NUMBER),
    "holder": (t.Card(),),
    "owner": (t.Piece(),),
    "title": (t.Card(),),
    "card": (PLAY,),
    "player": (UNDER_WAY,),
    "space": (t.Piece(),),
    "pieces": (PLAYER,),
    "piece_on": (SPACE,),
    "row": (SPACE, PLAYER),
    "column": (SPACE,),
    "cell": (NUMBER, NUMBER, PLAYER),
    "adjacent": (SPACE, SPACE),
    "neighbours": (SPACE,),
    "distance": (SPACE_OR_WORD, SPACE_OR_WORD),
    "line": (SPACE, SPACE),
    "crosses": (SPACE, SPACE, SPACE, SPACE),
    "shifted": (SPACE, NUMBER, NUMBER),
    "ray": (SPACE, SPACE),
    "reach": (SPACES, SPACES),
    "smaller": (NUMBER_OR_WORD, NUMBER_OR_WORD),
    "larger": (NUMBER_OR_WORD, NUMBER_OR_WORD),
    "remainder": (NUMBER, NUMBER),
    "team": (PLAYER,),
    "members": (t.Team(),),
    "allies": (PLAYER,),
    "seat": (PLAYER,),
    "zone_of": (t.Card(),),
    "index_of": (t.ZonePlace(),),
}
