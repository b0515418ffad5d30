"""The answers of `why` to a player: displayed names, in the language of the texts."""

from __future__ import annotations

from pathlib import Path

import pytest

import ruleslang

RULES = """
rulebook shop "Shop"
    language 1
    texts in en, fr
    players 2: ann, ben
    starts with game
kind ware
    has price: 0..9
card red_hat "Red Hat" x2: ware
    price: 2
card cane "Cane": ware
    price: 9
zone hand(player): ware, seen by owner
zone sold: ware, seen by all
state money(player): 0..9 = 3
action sell "sell a ware" by p choosing c "which" from hand(p) where price(c) <= money(p)
    move c to sold
action rest "take a rest" by p
    only if money(p) > 5
    nothing
action leave "leave" by p
    nothing
phase game
    move cards to hand(ann)
    ann may do one of sell, rest, leave
    nobody wins
"""
FRENCH = """what,original,fr
red_hat,Red Hat,Chapeau rouge
cane,Cane,Canne
sell,sell a ware,vendre un article
sell,which,lequel
rest,take a rest,se reposer
leave,leave,partir
"""


@pytest.fixture
def match() -> ruleslang.Match:
    return ruleslang.load_text(RULES).start(seed=1)


def test_an_answer_names_cards_by_their_titles(match: ruleslang.Match) -> None:
    hand = match.view(0).zones["hand(ann)"].cards
    why_not = match.why(0, "hand(ann)", hand.index("cane"))

    assert why_not.explanation == ("price of Cane is 9",)
    assert (
        match.why(0, "hand(ann)", hand.index("red_hat")).explanation[0] == "sell a ware allows it"
    )
    assert match.why(0, "rest").explanation == ("“only if money(p) > 5” does not hold",)
    assert why_not.reasons[0].text == "`price of cane` is 9"


def test_cards_that_are_one_choice_are_named_with_it(match: ruleslang.Match) -> None:
    hand = match.view(0).zones["hand(ann)"].cards
    places = {n for n, card in enumerate(hand) if card == "red_hat"}
    cards = [part for parts in match.parts for part in parts if part.kind == "card"]

    assert [{part.nth, *part.alike} for part in cards] == [places]


def test_an_answer_is_in_the_language_of_the_texts(tmp_path: Path) -> None:
    folder = tmp_path / "shop"
    folder.mkdir()
    (folder / "shop.rules").write_text(RULES, encoding="utf-8")
    (folder / "texts.csv").write_text(FRENCH, encoding="utf-8")
    match = ruleslang.load(str(folder), lang="fr").start(seed=1)
    hand = match.view(0).zones["hand(ann)"].cards

    assert match.decision is not None
    assert match.decision.prompt == "vendre un article, se reposer ou partir"
    assert match.why(0, "hand(ann)", hand.index("cane")).explanation == ("price de Canne : 9",)
    assert (
        match.why(0, "hand(ann)", hand.index("red_hat")).explanation[0]
        == "vendre un article le permet"
    )
