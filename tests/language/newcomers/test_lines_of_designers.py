"""Lines that designers wrote, each in a small game, with the place and what to write instead."""

from __future__ import annotations

import pytest

from ruleslang.library.load import load_text

GAME = """rulebook tiny "Tiny"
    language 1
    players 2: left, right
    {start}
    at most 50 decisions, then nobody wins

board field: {board}
state points(player): 0..9 = 0

phase game
    {statement}
    for each p in players: p may do bid
    nobody wins

value is_corner(s: space): yes or no = s is c3

action bid by p choosing n from 1..5
    add n to points(p)

example "a bid"
    {example}
    then points(left) is 5
"""
CORRECT = {
    "start": "starts with game",
    "board": "grid 3 by 3, named a1..c3",
    "statement": "add 1 to points(left)",
    "example": "when left does bid choosing 5",
}
SLIPS = {
    "statement: add 50% to points(left)": ("%", "`n * 50 / 100 rounded down`"),
    "statement: if chance 20%: nobody wins": ("20", "`roll d10 as n`"),
    "start: beginning with game": ("beginning with game", "write `starts with game`"),
    "start: starting with game": ("starting with game", "write `starts with game`"),
    "example: bid(5)": ("", "`p1 chooses bid, 5`"),
    "example: left does bid(5)": ("does", "`left chooses bid, 5`"),
    "example: left chooses bid(5)": ("bid", "`bid, 5`"),
    "example: when left does bid(5)": ("(", "`when left does bid choosing 5`"),
    "statement: left or right chooses n from 1..3": ("or", "`for each p in {left, right}`"),
    "statement: add 1 to points(left or right)": (
        "left or right",
        "`p chooses x from {left, right}`",
    ),
    "board: grid 3 by , named a1..c3": (",", "`board field: "),
    "board: grid 3 3, named a1..c3": ("3", "`board field: "),
}


def test_the_game_is_correct() -> None:
    assert load_text(GAME.format(**CORRECT)).diagnostics == ()


@pytest.mark.parametrize("slip", SLIPS)
def test_a_slip_has_one_message_with_what_to_write(slip: str) -> None:
    part, _, line = slip.partition(": ")
    found = load_text(GAME.format(**CORRECT | {part: line})).diagnostics
    place, help = SLIPS[slip]

    assert [each.span.text for each in found] == [place], found
    assert help in (found[0].help or ""), found[0].help


def test_a_text_pasted_from_a_chat_is_mended() -> None:
    found = load_text(f"```rules\n{GAME.format(**CORRECT)}```\n").diagnostics

    assert found and all("three backticks" in each.message for each in found)
    assert all(each.fix is not None for each in found)
