"""Cards that are in no zone in any game, and pieces that are on no space."""

from __future__ import annotations

import pytest

from ruleslang.evaluation.consistency.findings import findings
from ruleslang.evaluation.consistency.games import positions_of_examples
from ruleslang.language.checks.subject import Subject
from ruleslang.library.load import load_text
from tests.evaluation.consistency.played import played

TEXT = """rulebook market "Market"
    language 1
    players 2
    starts with game
option big "A big game?"
    no *
    yes
kind good
    has price: 0..9
card cloth x4: good
    price: 2
card silk x2: good
    price: 5
card amber x2: good only under big is yes
    price: 7
deck coins of good: price in 1..3
board land: line 4
piece cart per player on land
piece gate on land
piece ghost on land
zone stall: good, seen by all
zone sold: good, seen by all

phase game
    move (cards where {cards}) to stall
    for each p in players
        for each m in pieces(p): move m to cell(1, 1)
{lines}    repeat 3 times
        for each p in players
            buy(p)
    p1 wins

procedure buy(p: player)
    p chooses c from stall
    move c to sold
"""


EXAMPLE = """
example "what an example brings, play may not"
    given stall is {silk}
    p1 chooses silk
    when buy(p1)
    then sold is {silk}
"""


def out_of_play(cards: str = "it is good", lines: str = "") -> list[tuple[str, str]]:
    loaded = load_text(TEXT.format(cards=cards, lines=lines) + EXAMPLE)
    assert loaded.compiled is not None, loaded.diagnostics
    positions = [*positions_of_examples(loaded.compiled, loaded.spans)]
    searched = played(loaded.compiled.program, games=40, positions=positions)
    return [
        (one.diagnostic.span.text.split("\n")[0], one.message)
        for one in findings(Subject(loaded.compiled, loaded.spans), searched)
        if one.diagnostic is not None and {"zone", "space"} & {*one.message.split()}
    ]


ON_LAND = """    for each g in pieces where g is not cart: move g to cell(2, 1)
    for each g in pieces where g is ghost: move g to none
"""
LEFT_OUT = "it is not silk and price(it) is not 3"


@pytest.mark.parametrize(
    ("cards", "lines", "lacking"),
    [
        ("it is good", ON_LAND, []),
        ("it is good", "", ["piece gate on land", "piece ghost on land"]),
        ("it is not silk", ON_LAND, ["card silk x2: good"]),
        (LEFT_OUT, ON_LAND, ["card silk x2: good", "deck coins of good: price in 1..3"]),
    ],
)
def test_what_no_game_brings_into_play_is_named(cards: str, lines: str, lacking: list[str]) -> None:
    assert [line for line, _ in out_of_play(cards, lines)] == lacking


def test_the_message_says_of_a_deck_which_card() -> None:
    messages = [message for _, message in out_of_play(LEFT_OUT)]

    assert messages[0].startswith("`silk` was in no zone in ")
    assert messages[1].startswith("`coins(3)` was in no zone in ")
    assert messages[2].startswith("`gate` was on no space in ")
