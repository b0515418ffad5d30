"""Exports: what Tabletop Simulator is given fits together, and its pictures fit its bounds."""

from __future__ import annotations

import json
import struct
from pathlib import Path
from typing import Any

import pytest

from tests.apps.cli.conftest import Run

pytest.importorskip("typst")


def saved(run: Run, name: str, *words: str) -> dict[str, Any]:
    ran = run("print", name, "--to", "tabletop-simulator", *words)
    assert ran.status == 0, ran.err
    whole: dict[str, Any] = json.loads(Path(f"{name}_tts/{name}.json").read_text("utf-8"))
    return whole


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
        data = Path(f"higher_tts/deck_{number}.png").read_bytes()
        assert max(struct.unpack(">II", data[16:24])) < 4096
    assert any(each["Name"] == "ScriptingTrigger" for each in whole["ObjectStates"])
    assert len({each["GUID"] for each in whole["ObjectStates"]}) == len(whole["ObjectStates"])


def test_boards_and_pieces_are_laid_out(run: Run) -> None:
    whole = saved(run, "tic_tac_toe")

    names = [each["Name"] for each in whole["ObjectStates"]]
    (board,) = (each for each in whole["ObjectStates"] if each["Name"] == "Custom_Board")
    assert board["CustomImage"]["ImageURL"].startswith("file:///")
    assert Path("tic_tac_toe_tts", board["CustomImage"]["ImageURL"].rpartition("/")[2]).is_file()
    assert names.count("PlayerPawn") >= 9
