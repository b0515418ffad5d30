"""
The hash of a position: equal for equal play, and another for states that differ in one thing only.
"""

from __future__ import annotations

import pytest

from ruleslang.engine.interpreter.match import InterpretedMatch
from tests.engine.interpreter.rulebooks import choose, offered, started

HOUSE = """
words Colour: red, green
kind token
    has colour: Colour = red
card low "Low": token
card high "High": token
    colour: green
zone pile: token, seen by all
zone hand(player): token, seen by owner
state pot(player): 0..9 = 0, seen by nobody
die d6: 1..6
dice cup(player): 1 d6, starts with 1, seen by nobody
value price(p: player): 0..9 = 1

whenever pot(home) is 1
    set pot(away) to 0

phase game
    move cards to pile
    step
    home chooses last_one from {8, 9}
    nobody wins

phase step
"""

SHOWN = {
    "a card to one or another": """
    home chooses who from players
    for each c in pile where c is low
        reveal c to who
""",
    "one card or another": """
    home chooses c from pile
    reveal c to away
""",
    "a fact to one or another": """
    home chooses who from players
    for each c in pile where c is low
        reveal colour(c) is red to who
""",
    "a fact of one card or another": """
    home chooses c from pile
    reveal colour(c) is red to away
""",
    "one value or another": """
    home chooses k from Colour
    for each c in pile where c is low
        reveal colour(c) is k to away
""",
    "a state to one or another": """
    home chooses who from players
    reveal pot(away) to who
""",
    "one state or another": """
    home chooses who from players
    reveal pot(who) to away
""",
    "dice to one or another": """
    home chooses who from players
    reveal cup(away) to who
""",
    "what an effect captured": """
    home chooses n from {1, 2}
    until game ends
        modify price(any): + n
""",
    "what its pattern captured": """
    home chooses who from players
    until game ends
        modify price(who): + 1
""",
    "what its end waits for": """
    home chooses who from players
    until turn(who) ends
        modify price(any): + 1

phase turn(p: player)
    nothing
""",
    "which began first": """
    home chooses n from {1, 2}
    if n is 1
        until game ends
            modify price(any): becomes 3
    until game ends
        modify price(any): becomes 4
    if n is 2
        until game ends
            modify price(any): becomes 3
""",
}
"""Procedures in which something is chosen that no name and no zone tells of afterwards."""

TESTED = """
    home chooses n from {0, 1}
    set pot(home) to n
    together for each p in players
        set pot(p) to 1
        p chooses k from {8, 9}
        add k to pot(p)
"""


@pytest.mark.parametrize("step", SHOWN.values(), ids=SHOWN)
def test_states_that_differ_in_one_thing_have_different_hashes(step: str) -> None:
    assert len(hashes(HOUSE + step)) == 2


def test_what_a_rule_was_when_last_tested_is_in_the_hash() -> None:
    assert len(hashes(HOUSE + TESTED)) == 2


@pytest.mark.parametrize("step", [*SHOWN.values(), TESTED], ids=[*SHOWN, "tested"])
def test_the_same_choices_lead_to_the_same_hash(step: str) -> None:
    assert hashes(HOUSE + step) == hashes(HOUSE + step)


def test_a_copy_has_the_hash_of_its_original() -> None:
    for step in SHOWN.values():
        match = started(HOUSE + step)
        choose(match, offered(match)[0])

        assert match.copy().hash() == match.hash()


def test_what_came_about_in_another_order_but_is_the_same_has_the_same_hash() -> None:
    step = """
    home chooses n from {1, 2}
    if n is 1: reveal pot(away) to home
    reveal pot(home) to away
    if n is 2: reveal pot(away) to home
"""

    assert len(hashes(HOUSE + step)) == 1


def hashes(text: str) -> set[str]:
    """Where the first choices lead to, each of which leaves the same to choose."""
    found: dict[str, InterpretedMatch] = {}
    for choice in offered(started(text)):
        match = started(text)
        choose(match, choice)
        found[choice] = match
    assert len({tuple(offered(match)) for match in found.values()}) == 1
    return {match.hash() for match in found.values()}
