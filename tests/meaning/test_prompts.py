"""How a player is asked: in the words that the rulebook has for people."""

from __future__ import annotations

import ruleslang

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
