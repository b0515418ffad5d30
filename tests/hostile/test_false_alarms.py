"""Correct texts get no messages: cases in which a check once was wrong."""

from __future__ import annotations

import pytest

from ruleslang.library.load import load_text

HEAD = """
rulebook trial "A trial"
    players 2: home, away
    starts with game
    at most 100 decisions, then nobody wins

board squares: line 3
state taken(squares): yes or no = no
state worth: 0..9 = 0
state coins(player): 0..9 = 1
state worn: squares or none = none
value free: set of squares = (squares where not taken(it))

procedure give_up
    nobody wins

action win by p
    add worth to worth
    p wins
action take by p choosing s from free
    set taken(s) to yes
action spare by p choosing s from free
    only if worth > 0
    set taken(s) to yes

action take_low by p choosing s from free where s is not worn
    set taken(s) to yes
action rest by p
    only if free is empty
    set worth to 9
action greet by p choosing q from players except {p}
    if q is home: add 1 to worth

action bid by p choosing n from 0..worth, m from n..9 + worth
    set worth to smaller(9, n + m)
action outbid by p choosing n from worth + 1..9
    set worth to n

phase game
"""
RIGHT = [
    "    repeat until worth is 9\n        home must do bid\n    nobody wins\n",
    "    home must do win, if impossible give_up\n",
    "    home must do one of win, win, if impossible give_up\n",
    "    take turns p among players until free is empty\n        p must do take\n    nobody wins\n",
    "    repeat while free is not empty\n        home must do take\n    nobody wins\n",
    "    if free is not empty\n        home must do take\n    nobody wins\n",
    "    take turns p among players until worth is 9 or free is empty\n        p must do take\n"
    "    nobody wins\n",
    "    repeat until number of free is 0\n        home must do take\n    nobody wins\n",
    "    if worth < 9 and number of free > 0\n        home must do take\n    nobody wins\n",
]
RIGHT += [  # where something can surely be done, or one of two always can
    "    if worth < 9\n        set worth to 9\n        if free is not empty: home must do take\n"
    "    nobody wins\n",
    "    if free is empty: nobody wins\n    home must do take\n    nobody wins\n",
    "    for each p in players where free is not empty\n        p must do take\n    nobody wins\n",
    "    home must do one of rest, take\n    nobody wins\n",
    "    home must do take_low, if impossible nothing\n    if there is s in free where s is"
    " not worn\n        home must do take_low\n    nobody wins\n",
    "    home must do greet\n    nobody wins\n",
]
WRONG = [
    ("no-result", "    home must do take, if impossible give_up\n"),
    ("no-result", "    home must do one of win, take, if impossible give_up\n"),
    (
        "must-without-way-out",
        "    repeat while free is not empty\n        home must do spare\n    nobody wins\n",
    ),
    (
        "must-without-way-out",
        "    repeat until worth > 8 and free is empty\n        home must do take\n"
        "    nobody wins\n",
    ),
    (
        "must-without-way-out",
        "    if worth < 9 or free is not empty\n        home must do take\n    nobody wins\n",
    ),
    ("must-without-way-out", "    home must do take\n    nobody wins\n"),
    ("must-without-way-out", "    home must do outbid\n    nobody wins\n"),
]


def found(lines: str) -> set[str]:
    unused = {"never-used", "unreachable"}
    return {each.slug for each in load_text(HEAD + lines, lints=True).diagnostics} - unused


@pytest.mark.parametrize("lines", RIGHT)
def test_nothing_is_blamed(lines: str) -> None:
    assert found(lines) & {"no-result", "must-without-way-out"} == set()


@pytest.mark.parametrize(("slug", "lines"), WRONG)
def test_what_is_wrong_still_is(slug: str, lines: str) -> None:
    assert slug in found(lines)


CARDS = """
rulebook trial "A trial"
    language 1
    players 3
    starts with game
    at most 100 decisions, then nobody wins
kind animal
kind beast: animal
kind bird: animal
kind trick
card wolf "Wolf": beast
card owl "Owl" OWLS: bird
card slip "Slip" x4: trick
zone pile: cards, ordered, seen by nobody
zone hand(player): cards, seen by owner
zone show: cards, seen by all
state room(player): 0..9 = 5
value limit(p: player): 0..9 = 7
zone den(p: player): cards, at most limit(p), seen by all
zone cave(p: player): cards, at most room(p), seen by all
zone perch(player): cards, at most 1, seen by all
phase game
    move cards to pile
    shuffle pile
    for each p in players
        CHANGE 1 ROOM
        move top(pile, 2) to hand(p)
    take turns p among players until pile is empty
        turn(p)
    nobody wins
phase turn(p: player)
    p chooses c from hand(p)
    move c to show
    depending on c
        BIRD: nothing
        beast: nothing
        trick: draw(p)
    if there is w in (show where it is owl)
        move w to den(p)
    if there is v in show where v is wolf
        move v to cave(p)
    if there is u in perch(PERCH)
        move u to show
    if hand(p) is empty
        eliminate p
        if p is active: end turn if under way
procedure draw(p: player)
    move top(pile) to hand(p)
    move den(p) to pile
    move cave(p) to pile
    shuffle pile
    if perch(p) is empty: move top(pile) to perch(p)
"""
SOUND = {"OWLS": "x1", "CHANGE": "add", "ROOM": "to room(p)", "BIRD": "bird", "PERCH": "p"}


def doubted(**changes: str) -> set[str]:
    text = CARDS
    for word, put in {**SOUND, **changes}.items():
        text = text.replace(word, put)
    return {each.slug for each in load_text(text, lints=True).diagnostics}


def test_sound_rules_about_cards_are_not_doubted() -> None:
    assert doubted() == set()


@pytest.mark.parametrize(
    ("slug", "changes"),
    [
        ("first-of-several", {"OWLS": "x2"}),
        ("first-of-several", {"PERCH": "any"}),
        ("room-may-shrink", {"CHANGE": "subtract", "ROOM": "from room(p)"}),
        ("repeated-case", {"BIRD": "beast"}),
        ("missing-cases", {"BIRD": "wolf"}),
    ],
)
def test_the_same_rules_with_one_thing_changed_are(slug: str, changes: dict[str, str]) -> None:
    assert slug in doubted(**changes)


OUT = """
rulebook trial "A trial"
    language 1
    players 2: home, away
    starts with game
    at most 100 decisions, then nobody wins
kind beast
card fox "Fox" x9: beast
zone pile: cards, ordered, seen by nobody
zone hand(player): cards, seen by owner
phase game
    move cards to pile
    shuffle pile
    take turns p among players until number of players <= 1
        turn(p)
    players win
phase turn(p: player)
    move top(pile, 2) to hand(p)
    give_up(p)
    CALLER
procedure give_up(p: player)
    BEFORE
    eliminate p
    if p is active: end turn if under way
procedure clear_up(p: player)
    put_back(p)
procedure put_back(p: player)
    move hand(p) to pile
"""


@pytest.mark.parametrize(
    ("before", "caller"),
    [
        ("move hand(p) to pile", "nothing"),
        ("clear_up(p)", "nothing"),
        ("let lost = hand(p)\n    move lost to pile", "nothing"),
        ("nothing", "move hand(p) to pile"),
        ("nothing", "put_back(p)"),
    ],
)
def test_cards_that_leave_with_their_player_are_not_missed(before: str, caller: str) -> None:
    text = OUT.replace("BEFORE", before).replace("CALLER", caller)

    found = {each.slug for each in load_text(text, lints=True).diagnostics}

    assert "cards-of-eliminated" not in found


def test_cards_that_stay_are() -> None:
    text = OUT.replace("BEFORE", "let lost = hand(p)").replace("CALLER", "nothing")

    found = {each.slug for each in load_text(text, lints=True).diagnostics}

    assert "cards-of-eliminated" in found


DECK = """
rulebook trial "A trial"
    language 1
    players 2: home, away
    starts with game
    at most 100 decisions, then nobody wins
kind playing_card
    has rank: 1..9
deck numbers of playing_card: rank in 1..9
value worth(t: title): 0..9 = rank(t)
value doubled(n: 0..9): 0..18 = 2 * n
value same(n: 0..9): 0..9 = n
phase game
    if doubled(worth(INSIDE)) > 3: home wins
    nobody wins
"""


@pytest.mark.parametrize(
    ("inside", "is_deep"),
    [
        ("worth(numbers(3))", False),
        ("worth(first(titles))", False),
        ("same(worth(numbers(3)))", True),
    ],
)
def test_a_card_by_its_values_is_no_third_bracket(inside: str, is_deep: bool) -> None:
    text = DECK.replace("worth(INSIDE)", inside)

    found = {each.slug for each in load_text(text, lints=True).diagnostics}

    assert ("nested-brackets" in found) is is_deep


def test_a_word_of_several_lists_can_be_the_value_of_a_fact() -> None:
    text = """
rulebook trial "A trial"
    language 1
    players 2: home, away
    starts with game
    at most 100 decisions, then nobody wins
words Metal: silver, gold
words Hair: silver, brown
kind coin
    has metal: Metal
    has hair: Hair
card groat "Groat": coin
    metal: silver
    hair: silver
zone pile: cards, ordered, seen by nobody
phase game
    move cards to pile
    for each p in players
        p may agree "look?"
            reveal metal(top(pile)) is silver to p
    if metal(top(pile)) is silver and hair(top(pile)) is silver: nobody wins
    home wins
example "a fact"
    given pile is {groat}
    then nobody sees metal(top(pile)) is silver
"""
    assert [each.slug for each in load_text(text).diagnostics] == []
