"""Which cards players treat as copies of another."""

from __future__ import annotations

import pytest

import ruleslang
from ruleslang.players.learning.twins import knowing_copies, originals

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


PAID = """rulebook stall "Stall"
    language 1
    players 2: home, away
    payoff gain
    starts with game

kind ware
    has worth: 1..9
card plum "Plum": ware
    worth: 3
card pear "Pear": ware
    worth: 3

value gain(p: player): 0..9 = number of (hand(p) where it is plum)
value liking(c: ware): 0..9
    when title(c) is plum: 1
    otherwise: 0

zone hand(player): ware, seen by owner
zone stall: ware, seen by all

phase game
    move cards to stall
    for each p in players
        p chooses c "what to buy" from stall
        move c to hand(p)
    nobody wins

player buyer "Buys what it likes" designed
    prefer c by highest liking(c)
"""


def test_a_payoff_that_names_a_card_does_not_also_count_its_copies() -> None:
    compiled = ruleslang.load_text(PAID, name="a.rules").compiled

    assert originals(compiled.program) == {"plum": "plum", "pear": "pear"}
    assert knowing_copies(compiled) == compiled


def test_a_value_that_only_players_read_also_means_the_copies() -> None:
    text = PAID.replace("where it is plum", "where worth(it) is 3")
    compiled = ruleslang.load_text(text, name="a.rules").compiled
    known = {value.name: value for value in knowing_copies(compiled).program.values}
    written = {value.name: value for value in compiled.program.values}

    assert originals(compiled.program) == {"plum": "plum", "pear": "plum"}
    assert known["gain"] == written["gain"]
    assert known["liking"] != written["liking"]
