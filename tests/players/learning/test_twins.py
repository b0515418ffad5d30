"""Which cards players treat as copies of another."""

from __future__ import annotations

import pytest

import ruleslang
from ruleslang.players.learning.twins import originals

RULES = """rulebook stall "Stall"
    language 1
    players 2: home, away
    starts with game

kind ware
    has worth: 1..9
card plum "Plum": ware
    worth: 3
card pear "Pear": ware
    worth: 3

option fruit
    {first}
    {second}

value price(c: ware): 0..99 = worth(c)
while fruit is dear
    modify price(c) where title(c) is plum: +1

zone hand(player): ware, seen by owner

phase game
    for each p in players: move first(cards) to hand(p)
    if sum of price(c) over c in hand(home) > 3: home wins
    away wins
"""


@pytest.mark.parametrize(
    ("first", "second", "original"), [("plain *", "dear", "plum"), ("plain", "dear *", "pear")]
)
def test_a_rule_of_an_option_that_is_off_makes_no_card_another(
    first: str, second: str, original: str
) -> None:
    program = ruleslang.load_text(RULES.format(first=first, second=second), name="a.rules").program

    assert originals(program) == {"plum": "plum", "pear": original}
