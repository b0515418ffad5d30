"""Slips of newcomers in a whole game: one press of the fix's button gives the game back."""

from __future__ import annotations

from pathlib import Path

import pytest

from ruleslang.library.find_rulebook import data_root
from ruleslang.library.load import load
from ruleslang.source.diagnostic import Diagnostic
from ruleslang.source.fix import edited

GAME = (data_root() / "examples" / "higher" / "higher.rules").read_text(encoding="utf-8")
NAMES = {
    "seen by nobody": ("noone", "no one", "none"),
    "seen by owner": ("its owner", "the player", "you", "only the owner", "owner only"),
    "seen by all": ("everybody", "all players"),
}
LINES = {
    '"Low"': ("“Low”", "„Low“", "«Low»", '“Low"', "'Low'", "‘Low’", "`Low`", "Low", '"Low'),
    '"card to lay" from hand(home)': (
        '"card to lay from hand(home)',
        "“card to lay” from hand(home)",
    ),
    "    deal\n    repeat 3 times\n        round\n": (
        "    deal\n\trepeat 3 times\n\t\tround\n",
        "\tdeal\n    repeat 3 times\n        round\n",
    ),
    "    shuffle pile": ("\tshuffle pile", "    Shuffle pile", "    shuffle the pile"),
    "    strength: 2": ("\u00a0\u00a0\u00a0\u00a0strength: 2", "    strength = 2"),
    "add 1 to rounds_won(home)": ("add\u00a01\u00a0to rounds_won(home)",),
    "    starts with game": (
        "    Starts with game",
        "    start with game",
        "    starts with: game",
    ),
    "    players 2: home, away": (
        *("    Players 2: home, away", "    2 players: home, away", "    players: home, away"),
        *("    players 2: home and away", "    players 2 home, away"),
    ),
    "    for each p in players": (
        *("    for p in players", "    for p in players:", "    for each player p"),
        *("    For each p in players",),
    ),
    "    nobody wins": ("    no one wins", "    the game is a draw", "    it's a tie"),
    "card low": ("Card low",),
}
SLIPS = [
    *((right, f"seen by {written}") for right, some in NAMES.items() for written in some),
    *((right, written) for right, some in LINES.items() for written in some),
]


def first_problem(folder: Path) -> Diagnostic:
    return next(each for each in load(str(folder), lints=True).diagnostics if each.is_error)


@pytest.mark.parametrize(("right", "written"), SLIPS)
def test_one_press_gives_the_game_back(tmp_path: Path, right: str, written: str) -> None:
    assert right in GAME
    (tmp_path / "game.rules").write_text(GAME.replace(right, written, 1), encoding="utf-8")
    fix = first_problem(tmp_path).fix

    assert fix is not None
    assert edited([fix])[0] == {"game.rules": GAME}


CARDS = "id,name,strength\nwolf,Wolf,3\nold_bear,Old bear,4\n"


@pytest.mark.parametrize(
    ("right", "written"),
    [
        ("id,name,strength", "ID,Name,Strength"),
        ("id,name,strength", "id,title,strength"),
        ("id,name,strength", "id,name,strenght"),
        ("old_bear", "Old bear"),
    ],
)
def test_one_press_gives_the_table_back(tmp_path: Path, right: str, written: str) -> None:
    (tmp_path / "game.rules").write_text(GAME, encoding="utf-8")
    (tmp_path / "number_card.csv").write_text(CARDS.replace(right, written, 1), encoding="utf-8")
    fix = first_problem(tmp_path).fix

    assert fix is not None
    assert edited([fix])[0] == {"number_card.csv": CARDS}


@pytest.mark.parametrize("name", ["prices", "number_cards", "Number Card"])
def test_a_table_by_another_name_is_renamed(tmp_path: Path, name: str) -> None:
    (tmp_path / "game.rules").write_text(GAME, encoding="utf-8")
    (tmp_path / f"{name}.csv").write_text(CARDS, encoding="utf-8")
    fix = first_problem(tmp_path).fix

    assert fix is not None
    assert fix.renames == "number_card.csv"
