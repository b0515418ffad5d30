"""
Reads a saved object of Tabletop Simulator strictly: keys that the format does not have, and missing
ones, are errors.

The names are those of https://kb.tabletopsimulator.com/custom-content/save-file-format/.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from attrs import frozen
from cattrs.preconf.json import make_converter

PLACES_A_DECK = 100  # a card's number is that of its deck, and two digits of its place there


@frozen
class Transform:
    """Where an object lies, how it is turned, and its size."""

    posX: float
    posY: float
    posZ: float
    rotX: float
    rotY: float
    rotZ: float
    scaleX: float
    scaleY: float
    scaleZ: float


@frozen
class Sheet:
    """The picture of a deck."""

    FaceURL: str
    BackURL: str
    NumWidth: int
    NumHeight: int
    BackIsHidden: bool
    UniqueBack: bool


@frozen
class Image:
    """The picture of a board."""

    ImageURL: str
    WidthScale: float


@frozen
class Saved:
    """An object on the table, or in a deck."""

    Name: str
    Transform: Transform
    Nickname: str = ""
    Description: str = ""
    GUID: str = ""
    Locked: bool = False
    CardID: int | None = None
    DeckIDs: tuple[int, ...] = ()
    CustomDeck: Mapping[str, Sheet] = {}
    ContainedObjects: tuple[Saved, ...] = ()
    CustomImage: Image | None = None
    ColorDiffuse: Mapping[str, float] = {}
    FogColor: str = ""


@frozen
class SavedTable:
    """What the file contains."""

    SaveName: str
    ObjectStates: tuple[Saved, ...]


@frozen
class DrawnCard:
    """A card as it appears: its picture, and the column and row of its face there."""

    title: str
    text: str
    picture: str
    column: int
    row: int


def read(text: str) -> SavedTable:
    """The table in a file; raises an error of cattrs for all that is not in the format."""
    return make_converter(forbid_extra_keys=True).loads(text, SavedTable)


def cards_of(saved: Saved) -> Iterator[DrawnCard]:
    """The cards of a deck from the top, or a card that lies alone."""
    cards: Any = saved.ContainedObjects if saved.Name == "DeckCustom" else (saved,)
    assert saved.DeckIDs in ((), tuple(card.CardID for card in cards))
    for card in cards:
        assert card.Name == "Card" and card.CardID is not None
        deck, place = divmod(card.CardID, PLACES_A_DECK)
        sheet = card.CustomDeck[str(deck)]
        assert card.CustomDeck == saved.CustomDeck
        row, column = divmod(place, sheet.NumWidth)
        assert row < sheet.NumHeight
        yield DrawnCard(card.Nickname, card.Description, sheet.FaceURL, column, row)
