"""
Exports a game for Tabletop Simulator: pictures of decks and boards, and a saved object that lays
them out.

A deck's picture has at most 10 by 7 places and fewer than 4,096 pixels a side; its last place is
the back, which has a separate picture too. What is hidden in the game lies face down in its deck;
zones are boxes with their names.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from math import ceil, cos, degrees, pi, sin, sqrt
from pathlib import Path
from typing import Any

from attrs import define, field

from ruleslang.apps.printing.card_data import Printable
from ruleslang.apps.printing.print_cards import (
    Layout,
    Printed,
    cards_without_glyphs,
    file_name,
    print_data,
)
from ruleslang.apps.printing.typeset import Files, Overflow, Pages, own_files, pages
from ruleslang.engine.match.interface import Reader
from ruleslang.explanation.story.board_pictures import boards
from ruleslang.explanation.story.declared_parts import declarations_of
from ruleslang.program.program import Program
from ruleslang.source.budget import refill

MOST_COLUMNS, MOST_ROWS = 10, 7
MOST_POINTS = 4095
POINTS_AN_INCH = 300
MILLIMETRES = 25.4
STEP = 4.0  # between two things on the table
HANDS = 34.0  # from the middle of the table to the hands
MOST_BESIDE = 5  # zones of a seat in a row
MOST_COPIES = 60  # pieces of one sort that are laid out
SEAT_COLOURS = ("White", "Red", "Blue", "Green", "Yellow", "Purple", "Orange", "Pink", "Teal")
RGB = {
    "White": (0.95, 0.95, 0.95),
    "Red": (0.8, 0.1, 0.1),
    "Blue": (0.1, 0.3, 0.8),
    "Green": (0.1, 0.6, 0.2),
    "Yellow": (0.9, 0.8, 0.1),
    "Purple": (0.5, 0.1, 0.6),
    "Orange": (0.9, 0.5, 0.1),
    "Pink": (0.9, 0.5, 0.7),
    "Teal": (0.1, 0.6, 0.6),
}
DICE = {4: "Die_4", 6: "Die_6", 8: "Die_8", 10: "Die_10", 12: "Die_12", 20: "Die_20"}


@define
class Exported:
    """The files by name, the saved object last; and what is not on the cards."""

    files: list[tuple[str, bytes]] = field(factory=list)
    printed: Printed = Printed(Pages(()))


def tabletop(program: Program, folder: Path, url: str, lang: str = "") -> Exported:
    """
    Export a game; `url` is where the pictures will be hosted.

    `folder` is the rulebook's, which contains the pictures of its looks. Raises `BadPicture` and
    `CannotSet`.
    """
    exported = Exported()
    book = Printable.of(program, players=program.seats.high)
    table = _Table(url.rstrip("/"))
    data = print_data(program, Layout(lang=lang)) if program.definitions else None
    if data is not None:
        cards = [dict(card) for card in data["cards"]]
        files, missing = own_files(cards, folder)
        overflows: list[Overflow] = []
        for number, deck in enumerate(_decks(cards), start=1):
            names = f"deck_{number}.png", f"deck_{number}_back.png"
            shown_data = {**data, "cards": cards, "layout": "decks", "decks": [deck]}
            sheet = pages("cards.typ", shown_data, form="png", ppi=_density(deck), files=files)
            exported.files += zip(names, sheet.files, strict=True)
            overflows += sheet.overflows
            refill()  # a thousand cards are asked for as a thousand games are
            table.add_deck(number, deck, [cards[place] for place in deck["cards"]])
        glyphs = cards_without_glyphs({"cards": cards}, files)
        exported.printed = Printed(Pages((), tuple(overflows)), missing, glyphs)
    for name, drawn in boards(program).items():
        file = f"board_{file_name(name)}.png"
        shown = {"picture": "board.svg"}
        sheet = pages(
            "board.typ", shown, form="png", ppi=200, files=Files({"board.svg": drawn.encode()})
        )
        exported.files.append((file, sheet.files[0]))
        table.add_board(book.title(name), file)
    table.add_pieces_and_dice(book)
    table.add_zones(book.match)
    table.add_seats(book.match)
    saved = {"SaveName": data["game"] if data else program.name, "ObjectStates": table.objects}
    text = json.dumps(saved, ensure_ascii=False, indent=1)
    exported.files.append((f"{program.name}.json", text.encode()))
    return exported


def _decks(cards: Sequence[Mapping[str, Any]]) -> Iterator[dict[str, Any]]:
    """Yield groups of cards of one size and kind, each small enough for a picture with the back."""
    groups: dict[tuple[Any, ...], list[int]] = {}
    for place, card in enumerate(cards):
        groups.setdefault((*card["size"], card["back"], card["kinds"][-1]), []).append(place)
    most = MOST_COLUMNS * MOST_ROWS - 1
    for (width, height, _, kind), places in groups.items():
        for start in range(0, len(places), most):
            in_deck = places[start : start + most]
            columns = min(MOST_COLUMNS, max(2, ceil(sqrt(len(in_deck) + 1))))
            rows = max(2, ceil((len(in_deck) + 1) / columns))
            yield {"size": [width, height], "grid": [columns, rows], "cards": in_deck, "kind": kind}


def _density(deck: Mapping[str, Any]) -> float:
    """Return the resolution, in dots per inch, at which a deck's picture stays small enough."""
    sides = (count * side for count, side in zip(deck["grid"], deck["size"], strict=True))
    longest: float = max(sides)
    return min(POINTS_AN_INCH, MOST_POINTS * MILLIMETRES / longest - 0.5)


@define
class _Table:
    """The objects on the table so far; each row fills from the left."""

    url: str
    objects: list[dict[str, Any]] = field(factory=list)
    placed: dict[float, int] = field(factory=dict)

    def _in_row(self, row: float, scale: float = 1.0) -> dict[str, float]:
        """Return the next free position in a row."""
        number = self.placed[row] = self.placed.get(row, -1) + 1
        return _transform((number - 4) * STEP, row, scale=scale)

    def _next_before_hand(self, seat: int, seats: int) -> dict[str, float]:
        """Return the next free position before the hand of a seat."""
        row = -100.0 - seat  # no row of the table
        number = self.placed[row] = self.placed.get(row, -1) + 1
        turn, aside = 2 * pi * seat / seats, (number % MOST_BESIDE - (MOST_BESIDE - 1) / 2) * STEP
        inward = HANDS - 5.0 - STEP * (number // MOST_BESIDE)
        x = -inward * sin(turn) + aside * cos(turn)
        return {**_transform(x, -inward * cos(turn) - aside * sin(turn)), "rotY": degrees(turn)}

    def _add(self, parts: Mapping[str, Any]) -> None:
        self.objects.append({"GUID": f"{len(self.objects) + 1:06x}", **parts})

    def add_deck(
        self, number: int, deck: Mapping[str, Any], cards: Sequence[Mapping[str, Any]]
    ) -> None:
        """Add a deck with all copies, face down; a single card is added as a card."""
        columns, rows = deck["grid"]
        sheet = {
            "FaceURL": f"{self.url}/deck_{number}.png",
            "BackURL": f"{self.url}/deck_{number}_back.png",
            "NumWidth": columns,
            "NumHeight": rows,
            "BackIsHidden": True,
            "UniqueBack": False,
        }
        back_of_sheet = {str(number): sheet}
        transform = {**self._in_row(0.0), "rotZ": 180.0}
        copies = [
            {
                "Name": "Card",
                "CardID": 100 * number + place,
                "Nickname": card["title"],
                "Description": card["text"],
                "CustomDeck": back_of_sheet,
                "Transform": transform,
            }
            for place, card in enumerate(cards)
            for _ in range(card["copies"])
        ]
        if len(copies) == 1:
            self._add(copies[0])
        elif copies:
            held = {"DeckIDs": [copy["CardID"] for copy in copies], "ContainedObjects": copies}
            named = {"Name": "DeckCustom", "Nickname": deck["kind"], "Transform": transform}
            self._add({**named, "CustomDeck": back_of_sheet, **held})

    def add_board(self, title: str, file: str) -> None:
        """Add a board, locked to the table."""
        number = sum(board["Name"] == "Custom_Board" for board in self.objects)
        self._add(
            {
                "Name": "Custom_Board",
                "Nickname": title,
                "Transform": _transform(22.0 * number, 16.0),
                "Locked": True,
                "CustomImage": {"ImageURL": f"{self.url}/{file}", "WidthScale": 1.0},
            }
        )

    def add_pieces_and_dice(self, book: Printable) -> None:
        """Add pawns in the colours of their seats, and the dice of the table."""
        for piece in book.match.population.pieces[: MOST_COPIES * len(SEAT_COLOURS)]:
            seat = piece.owner.order if piece.owner else 0
            colour = RGB[SEAT_COLOURS[seat % len(SEAT_COLOURS)]]
            look = dict(zip("rgb", colour, strict=True))
            text = {"Nickname": piece.text, "ColorDiffuse": look}
            self._add({"Name": "PlayerPawn", "Transform": self._in_row(-8.0 - seat, 0.7), **text})
        faces = {kind.name: kind for kind in book.program.dice_kinds}
        for dice in book.program.dice:
            die = faces[dice.die]
            shape = DICE.get(len(die.faces), "Die_6")
            for _ in range(dice.number * len(list(book.match.population.indexes(dice.index)))):
                self._add(_die(shape, book.title(dice.die), self._in_row(-4.0)))
        on_table = {dice.die for dice in book.program.dice}
        for die in book.program.dice_kinds:
            if die.name not in on_table:
                shape = DICE.get(len(die.faces), "Die_6")
                self._add(_die(shape, book.title(die.name), self._in_row(-4.0)))

    def add_zones(self, match: Reader) -> None:
        """Add a box for each zone; those of one seat are in one row."""
        for zone in declarations_of(match).zones:
            seat = zone["owner"]
            index = ", ".join(part["text"] for part in zone["index"])
            name = f"{zone['text']} ({index})" if index else zone["text"]
            size = {"scaleX": 3.0, "scaleY": 2.0, "scaleZ": 3.5}
            parts = {"Name": "ScriptingTrigger", "Nickname": name}
            if seat is None:
                self._add({**parts, "Transform": {**self._in_row(-14.0), **size}})
            else:
                at = self._next_before_hand(seat, len(match.population.players))
                look = dict(zip("rgb", RGB[SEAT_COLOURS[seat % len(SEAT_COLOURS)]], strict=True))
                self._add({**parts, "Transform": {**at, **size}, "ColorDiffuse": look})

    def add_seats(self, match: Reader) -> None:
        """Add a zone for the hand of each seat, in its colour, around the table."""
        for player in match.population.players[: len(SEAT_COLOURS)]:
            turn = 2 * pi * player.order / len(match.population.players)
            transform = _transform(-HANDS * sin(turn), -HANDS * cos(turn))
            transform |= {"rotY": degrees(turn), "scaleX": 12.0, "scaleY": 5.0, "scaleZ": 4.0}
            colour = SEAT_COLOURS[player.order]
            look = dict(zip("rgb", RGB[colour], strict=True))
            self._add(
                {
                    "Name": "HandTrigger",
                    "Nickname": player.text,
                    "FogColor": colour,
                    "ColorDiffuse": {**look, "a": 0.0},
                    "Transform": transform,
                }
            )


def _die(shape: str, title: str, transform: Mapping[str, float]) -> dict[str, Any]:
    return {"Name": shape, "Nickname": title, "Transform": dict(transform)}


def _transform(x: float, z: float, scale: float = 1.0) -> dict[str, float]:
    places = {"posX": x, "posY": 2.0, "posZ": z, "rotX": 0.0, "rotY": 180.0, "rotZ": 0.0}
    return {**places, "scaleX": scale, "scaleY": scale, "scaleZ": scale}
