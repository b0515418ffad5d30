"""Exports to Tabletop Simulator are consistent, and their pictures fit its bounds."""

from __future__ import annotations

import json
import struct
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from cattrs.errors import ClassValidationError

import ruleslang
from tests.apps.cli.conftest import Run
from tests.apps.printing.saved_objects import cards_of, read

pytest.importorskip("typst")


def saved(run: Run, name: str, *words: str) -> dict[str, Any]:
    ran = run("print", name, "--to", "tabletop-simulator", *words)
    assert ran.status == 0, ran.err
    whole: dict[str, Any] = json.loads(Path(f"{name}_tts/{name}.json").read_text("utf-8"))
    return whole


def size_of(picture: Path) -> tuple[int, int]:
    width, height = struct.unpack(">II", picture.read_bytes()[16:24])
    return width, height


def test_decks_hold_all_copies_and_their_pictures_fit(run: Run) -> None:
    whole = saved(run, "higher", "--url", "https://example.org/duel/")

    copies = sum(each["copies"] for each in run("print", "higher", "--to", "data").json["cards"])
    decks = [each for each in whole["ObjectStates"] if each["Name"] == "DeckCustom"]
    assert sum(len(each["DeckIDs"]) for each in decks) == copies
    for deck in decks:
        (number, sheet), *rest = deck["CustomDeck"].items()
        assert not rest and sheet["FaceURL"] == f"https://example.org/duel/deck_{number}.png"
        assert sheet["NumWidth"] <= 10 and sheet["NumHeight"] <= 7
        places = {each - 100 * int(number) for each in deck["DeckIDs"]}
        assert max(places) < sheet["NumWidth"] * sheet["NumHeight"] - 1  # there is the back
        assert [each["CardID"] for each in deck["ContainedObjects"]] == deck["DeckIDs"]
        assert sheet["BackURL"] == f"https://example.org/duel/deck_{number}_back.png"
        width, height = size_of(Path(f"higher_tts/deck_{number}.png"))
        assert max(width, height) < 4096
        back = size_of(Path(f"higher_tts/deck_{number}_back.png"))  # one place of the sheet
        assert abs(back[0] * sheet["NumWidth"] - width) < 10
        assert abs(back[1] * sheet["NumHeight"] - height) < 10
    assert any(each["Name"] == "ScriptingTrigger" for each in whole["ObjectStates"])
    assert len({each["GUID"] for each in whole["ObjectStates"]}) == len(whole["ObjectStates"])


def test_boards_and_pieces_are_laid_out(run: Run) -> None:
    whole = saved(run, "tic_tac_toe")

    names = [each["Name"] for each in whole["ObjectStates"]]
    (board,) = (each for each in whole["ObjectStates"] if each["Name"] == "Custom_Board")
    assert board["CustomImage"]["ImageURL"].startswith("file:///")
    assert Path("tic_tac_toe_tts", board["CustomImage"]["ImageURL"].rpartition("/")[2]).is_file()
    assert names.count("PlayerPawn") >= 9


@pytest.mark.parametrize("name", ["higher", "tic_tac_toe", "hearts", "yacht", "grangol", "garden"])
def test_a_strict_reader_finds_every_copy_hand_and_picture(run: Run, name: str) -> None:
    saved(run, name)
    table = read(Path(f"{name}_tts/{name}.json").read_text("utf-8"))
    decks = [each for each in table.ObjectStates if each.Name in ("DeckCustom", "Card")]
    cards = [card for deck in decks for card in cards_of(deck)]

    data = run("print", name, "--to", "data") if decks else None
    printed = [] if data is None else data.json["cards"]
    copies = Counter({(card["title"], card["text"]): 0 for card in printed})
    for card in printed:
        copies[card["title"], card["text"]] += card["copies"]
    assert Counter((card.title, card.text) for card in cards) == +copies
    faces = {(card.picture, card.column, card.row) for card in cards}
    assert len(faces) == sum(card["copies"] > 0 for card in printed)
    for sheet in (sheet for deck in decks for sheet in deck.CustomDeck.values()):
        last = sheet.FaceURL, sheet.NumWidth - 1, sheet.NumHeight - 1
        assert last not in faces  # the back is there
        for picture in (sheet.FaceURL, sheet.BackURL):
            assert Path(f"{name}_tts", picture.rpartition("/")[2]).is_file()
    hands = [each.Nickname for each in table.ObjectStates if each.Name == "HandTrigger"]
    assert len(hands) == ruleslang.load(name).program.seats.high
    colours = [each.FogColor for each in table.ObjectStates if each.Name == "HandTrigger"]
    assert len(set(colours)) == len(hands)
    at = [(each.Transform.posX, each.Transform.posZ) for each in table.ObjectStates]
    zones = [
        place for place, each in zip(at, table.ObjectStates, strict=True) if "Trigger" in each.Name
    ]
    assert len(set(zones)) == len(zones)
    assert len({each.GUID for each in table.ObjectStates}) == len(table.ObjectStates)


@pytest.mark.parametrize("wrong", ['"Tags": []', '"transform": {}'])
def test_the_reader_is_strict(run: Run, wrong: str) -> None:
    saved(run, "tic_tac_toe")
    text = Path("tic_tac_toe_tts/tic_tac_toe.json").read_text("utf-8")

    with pytest.raises(ClassValidationError):
        read(text.replace('"GUID"', f'{wrong}, "GUID"', 1))
    with pytest.raises(ClassValidationError):
        read(text.replace('"posX"', '"posW"', 1))
