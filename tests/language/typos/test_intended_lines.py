"""
The intended line: lines of the examples written from memory, and fixed by the smallest
change with which they can be read.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from ruleslang.library.load import load_text

EXAMPLES = Path(__file__).parents[3] / "examples"


@pytest.mark.parametrize(
    ("game", "right", "wrong"),
    [
        ("spell_duel", "kind charm: spell", "kind charm is a spell"),
        (
            "kuhn_poker",
            "zone hand(player): court_card, at most 1, seen by owner",
            "zone hand(player): at most 1 court_card, seen by owner",
        ),
        (
            "phantom_ttt",
            "board squares: grid 3 by 3, neighbours 8",
            "board squares: grid 3 by 3, 8 neighbours",
        ),
        (
            "deck_builder",
            'option hand_size "How many cards are drawn?": 4..6 = 5',
            'option hand_size "How many cards are drawn?": 4..6, default 5',
        ),
        ("nim", "for each r in 1..4", "for each r from 1 to 4"),
        ("gin_rummy", "pick dealer from players by chance", "pick dealer from players at random"),
        (
            "connect_four",
            "then yellow may do drop choosing cell(4, 2)",
            "then yellow may drop cell(4, 2)",
        ),
        ("checkers", "    play_on", "    go to play_on"),
        ("sealed_bids", "is 1 / 2", "is 50%"),
    ],
)
def test_the_help_is_the_intended_line(game: str, right: str, wrong: str) -> None:
    text = (EXAMPLES / game / f"{game}.rules").read_text(encoding="utf-8")
    diagnostics = load_text(text.replace(right, wrong, 1)).diagnostics

    assert right in text
    assert len(diagnostics) == 1
    written = right.strip() if wrong != "is 50%" else "50 / 100"
    assert diagnostics[0].help == f"write `{written}`"


@pytest.mark.parametrize(
    "wrong",
    [
        "move laid(any) onto or beside pile",  # `or` says what is meant, so it stays
        "play: any time",  # a colon makes no field of it
    ],
)
def test_a_line_that_may_mean_several_is_not_guessed(wrong: str) -> None:
    text = (EXAMPLES / "crazy_eights" / "crazy_eights.rules").read_text(encoding="utf-8")
    line = next(line for line in text.split("\n") if line.startswith("    take turns"))
    (first, *_) = load_text(text.replace(line, f"    {wrong}", 1)).diagnostics

    assert first.fix is None
