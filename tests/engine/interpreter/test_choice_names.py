"""The name of a choice depends only on the choice, and equal cards are one choice."""

from __future__ import annotations

import random

import ruleslang
from ruleslang.engine.choose_engine import engine_named
from ruleslang.engine.match.decision import Decision

PACK = """\
rulebook pack_game "Pack"
    players 2: home, away
    starts with game
kind thing
    has suit: Suit
    has pips: 2..4
words Suit: clubs, hearts
deck french of thing: pips in 2..4, suit in Suit
card bead x9: thing
    suit: clubs
    pips: 2
card rod x2: thing
    suit: clubs
    pips: 2
zone hand(player): cards, at most 20, seen by owner
zone trail: cards, at most 20, ordered, seen by all
state mark(card): 0..5 = 0
state hidden(card): 0..5 = 0, seen by nobody
action lay by p choosing c from hand(p)
    move c to trail at bottom
action swap by p choosing a from hand(p), b from trail
    move a to trail at bottom
    move b to hand(p)
action sell by p choosing 2 of hand(p) where it is rod as cs
    move cs to trail
action score by p choosing c from cards
    set mark(c) to 3
action doubt by p choosing c from hand(p)
    set hidden(c) to 3
action wait by p
    nothing
phase game
    for each c in cards where title(c) is bead or title(c) is rod
        move c to hand(home)
    move (cards where it is not in hand(home)) to hand(away)
    repeat 6 times
        home must do one of lay, swap, sell, score, doubt, wait
        away must do lay
    away wins
"""


OPEN = """\
rulebook open_game "Open"
    players 2: home, away
    starts with game
kind thing
card bead x3: thing
card rod x2: thing
zone hand(player): cards, at most 5, seen by all
zone heap: cards, at most 5, seen by all
value all_of(p: player) = hand(p)
value first_of(b: set of card) = (b where it is in hand(home))
value of_either(p: player)
    when hand(p) is not empty: hand(p)
    otherwise: heap
value through_a_let(p: player)
    let own = hand(p)
    answer (own where it is thing)
value enlarged(p: player) = hand(p)
modify enlarged(any): becomes cards
phase game
    move cards to hand(home)
    move first(hand(home) where it is bead) to heap
    move first(hand(home) where it is rod) to heap
    home chooses c from SOURCE
    home wins
"""

ONE_ZONE = (
    "hand(home)",
    "heap",
    "all_of(home)",
    "first_of(hand(home))",
    "of_either(home)",
    "through_a_let(home)",
    "(hand(home) when hand(home) is not empty otherwise heap)",
)
SEVERAL_ZONES = ("cards", "first_of(cards)", "enlarged(home)")


def ids(decision: Decision | None) -> list[str]:
    assert decision is not None
    return [choice.id for choice in decision.choices]


def test_equal_cards_are_one_choice_and_names_are_written_as_in_a_rulebook() -> None:
    match = ruleslang.load(PACK).start(seed=1)

    assert ids(match.decision) == [
        *("lay bead", "lay rod", "sell {rod, rod}"),
        *(f"score french({pips}, {suit})" for pips in (2, 3, 4) for suit in ("clubs", "hearts")),
        *("score bead", "score rod"),
        *("doubt bead", "doubt rod", "wait"),
    ]
    match.choose("score rod")
    assert "lay french(3, hearts)" in ids(match.decision)
    match.choose("lay french(3, hearts)")
    assert [id for id in ids(match.decision) if "rod" in id and "score" not in id] == [
        *("lay rod [mark is 3]", "lay rod", "swap rod [mark is 3], french(3, hearts)"),
        *("swap rod, french(3, hearts)", "sell {rod [mark is 3], rod}"),
        *("doubt rod [mark is 3]", "doubt rod"),
    ]


def test_what_the_chooser_does_not_see_makes_no_second_choice() -> None:
    match = ruleslang.load(PACK).start(seed=1)
    match.choose("doubt rod")
    match.choose("lay french(3, hearts)")

    assert [id for id in ids(match.decision) if id.startswith("doubt")] == [
        *("doubt bead", "doubt rod")
    ]


def test_a_name_means_the_same_thing_throughout_a_match() -> None:
    for seed in range(5):
        stream, match = random.Random(seed), ruleslang.load(PACK).start(seed=seed)
        while match.decision is not None:
            for choice in match.decision.choices:
                titles = [each.title for each in choice.values.values() if hasattr(each, "title")]
                assert all(title.name in choice.id for title in titles)
                assert choice.id.startswith(choice.action)
            match.choose(stream.choice(match.decision.choices))
        assert match.fault is None


def test_the_zone_is_left_out_however_a_set_of_one_zone_is_written() -> None:
    names = {}
    for source in (*ONE_ZONE, *SEVERAL_ZONES):
        game = ruleslang.load(OPEN.replace("SOURCE", source))
        for engine in ("interpreter", "wasm"):
            names[source, engine] = ids(engine_named(engine, game.program).start().decision)

    assert {each: found for each, found in names.items() if each[0] in ONE_ZONE} == {
        each: ["bead", "rod"] for each in names if each[0] in ONE_ZONE
    }
    assert all("[in " in names[each][0] for each in names if each[0] in SEVERAL_ZONES)


HIDDEN = """\
rulebook hidden_game "Hidden"
    players 2: home, away
    starts with game
    at most 9 decisions, then nobody wins
kind thing
card bead x3: thing
card rod x2: thing
zone pile: cards, ordered, seen by nobody
zone mat: cards, seen by all
state linked(card): card or none = none
state friend(card, card): yes or no = no
state found(card): card or none = none
state crowd(card): set of card up to 4 = {}
phase game
    move (cards where it is bead) to mat
    move (cards where it is rod) to pile
    set linked(item(mat, 1)) to top(pile)
    set friend(item(mat, 2), top(pile)) to yes
    set found(top(pile)) to item(mat, 2)
    set crowd(item(mat, 3)) to {item(mat, 1), top(pile)}
    home chooses c from mat
    move c to mat
    nobody wins
"""


def test_what_is_stored_of_hidden_cards_is_no_name() -> None:
    program = ruleslang.load_text(HIDDEN).compiled.program
    for name in ("interpreter", "wasm", "c"):
        match = engine_named(name, program).start(seed=1)
        assert match.decision is not None
        assert [each.id for each in match.decision.choices] == [
            "bead [linked is a card, in crowd(bead)]",
            "bead",
            "bead [crowd is bead a card]",
        ]
