"""How a player is asked: in the words that the rulebook has for people."""

from __future__ import annotations

import ruleslang
from ruleslang.engine.interpreter.engine import Interpreter
from tests.engine.classics.classics import Forced

DROP = """\
rulebook drop_it "Drop it"
    players 2: home, away
    starts with game
action drop "drop a disc" by p choosing n "column" from 1..3
    p wins
action wait_and_see by p
    nobody wins
phase game
    home must do one of drop, wait_and_see
    nobody wins
"""


def test_an_offer_is_asked_with_the_texts_of_its_actions() -> None:
    decision = ruleslang.load(DROP).start(seed=1).decision

    assert decision is not None
    assert decision.name == "drop or wait_and_see"
    assert decision.prompt == "drop a disc or wait and see"
    assert decision.choices[0].text == "drop a disc: 1"


INN = """\
rulebook inn "Inn"
    players 2: home, away
    starts with game
kind ware
card cheese "Cheese" x3: ware
    play in market choosing eater "who eats it" from players
        set guest to eater
state guest: player or none = none
zone hand(player): ware, seen by all
action trade "trade" by p in market choosing w "which ware" from hand(p)
    perform w
window market "on the market"
    asks {home}
    offers trade
    closes after one use
phase game
    home chooses one of "how to begin"
        rich "with all": move cards to hand(home)
        poor "with none": nothing
    open market
    home wins
"""


def test_windows_menus_and_choices_are_asked_in_their_own_words() -> None:
    match = ruleslang.load(INN).start(seed=1)
    prompts = []
    while match.decision is not None:
        prompts.append(match.decision.prompt)
        match.choose(match.decision.choices[0])

    assert prompts == ["how to begin", "on the market: which ware", "Cheese: who eats it"]


CUP = """\
rulebook cup_game "Cup"
    players 2: home, away
    starts with game
die d6: 1..6
dice cup: 3 d6, starts with 3
phase game
    home chooses 2 of cup as kept "dice to keep"
    home must do set_aside, if impossible nothing
    home wins
action set_aside by p choosing 2 of cup as aside "dice to set aside"
    nothing
"""


def test_a_set_of_dice_is_called_by_the_faces_in_their_order() -> None:
    match = Interpreter(ruleslang.load(CUP).program).start(chance=Forced(faces=["5", "1", "5"]))

    assert match.decision is not None
    kept = {choice.id: choice.text for choice in match.decision.choices}
    match.choose(0)

    assert kept == {"{1, 5}": "1, 5", "{5, 5}": "5, 5"}
    assert match.decision is not None
    assert [choice.text for choice in match.decision.choices] == list(kept.values())


GUARDS = """\
rulebook guards "Guards"
    players 2: home, away
    starts with game
board field: grid 3 by 3
piece guard x3 on field
phase game
    for each g in {first(pieces), item(pieces, 2)}
        move g to cell(number of (pieces where space(it) is not none) + 1, 2)
    home chooses g "guard to move" from pieces
    home chooses 2 of pieces as gs "guards to call back"
    home wins
"""


def test_a_piece_is_named_by_its_space() -> None:
    match = ruleslang.load(GUARDS).start(seed=1)

    assert match.decision is not None
    assert {choice.id: choice.text for choice in match.decision.choices} == {
        "piece_on(cell(1, 2))": "guard 1 on A2",
        "piece_on(cell(2, 2))": "guard 2 on B2",
        "item(pieces, 3)": "guard 3",
    }
    match.choose("piece_on(cell(1, 2))")

    assert match.decision is not None
    assert match.decision.choices[0].text == ("guard 1 on A2, guard 2 on B2")
