"""The permissions of a player are public, and consequences of them are no leaks."""

from __future__ import annotations

import pytest

from ruleslang.evaluation.laws import view_leaks
from ruleslang.library.load import load_text
from tests.evaluation.laws.texts import broken, subject

pytestmark = pytest.mark.usefixtures("as_found")

TRADE = """\
rulebook trade "Trade"
    language 1
    players 3: anna, ben, cleo
    starts with game
    at most 100 decisions, then nobody wins
words Colour: red, green
kind good
    has colour: Colour
deck goods x9 of good: colour in Colour
zone pile: good, ordered, seen by nobody
zone hand(player): good, seen by owner
state tell: 0..18 = 0
value holds(p: player, k: Colour): 0..18 = number of (hand(p) where colour(it) is k)

phase game
    move cards to pile
    shuffle pile
    for each p in players: move top(pile, 4) to hand(p)
    repeat 2 times
        for each p in players
            p may do offer
    nobody wins

window offered(p: player, give: Colour, want: Colour) "{p} gives {give} for {want}"
    asks clockwise(next(p), players except {p})
    offers accept
    closes after one use
"""
OFFER = """
action offer by p choosing give from Colour where holds(p, give) > 0, want from Colour where want is not give
    open offered(p, give, want)
"""  # noqa: E501
OFFER_IN_BODY = """
action offer by p
    p chooses give from Colour where holds(p, give) > 0
    p chooses want from Colour where want is not give
    open offered(p, give, want)
"""
ACCEPT = """
action accept by q in offered(p, give, want)
    only if holds(q, want) > 0
    let mine = first(hand(p) where colour(it) is give)
    let theirs = first(hand(q) where colour(it) is want)
    move mine to hand(q)
    move theirs to hand(p)
"""
TELLS = "    set tell to holds(q, give)\n"


def found_in(text: str, *, games: int = 10, tries: int = 6) -> list[str]:
    """The findings of the law of revealed facts."""
    loaded = load_text(TRADE + text)
    tried = subject(loaded, games=games, tries=tries)
    return [each.finding for each in broken(view_leaks.STEP_LEAK, tried)]


def test_a_trade_of_cards_that_both_must_have_reveals_nothing() -> None:
    assert found_in(OFFER + ACCEPT, games=3, tries=2) == []


@pytest.mark.long
@pytest.mark.parametrize("offer", [OFFER, OFFER_IN_BODY], ids=["by an action", "by statements"])
def test_a_trade_of_cards_that_both_must_have_reveals_nothing_in_more_games(offer: str) -> None:
    assert found_in(offer + ACCEPT) == []


def test_a_trade_that_counts_the_rest_of_a_hand_leaks() -> None:
    (found,) = found_in(OFFER + ACCEPT + TELLS)

    assert "`set tell to holds(q, give)`" in found
