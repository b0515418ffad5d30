"""The `reveal`s that no example covers."""

from __future__ import annotations

import pytest

from ruleslang import api

TEXT = """\
rulebook planted "Planted"
    language 1
    players 3: ann, bob, cleo
    starts with game

kind token
    has rank: 1..9 = 1
card ace "Ace" x9: token
state purse(player): 0..9 = 0, seen by owner
state fuse: 0..9 = 0, seen by nobody
die d6: 1..6
dice cup(player): up to 2 d6, starts with 2, seen by owner
zone pile: token, ordered, seen by nobody
zone hand(player): token, seen by owner

phase game
    nobody wins

procedure show(who: player, other: player)
    {}

example "who sees what"
    given hand(ann) is {{ace}} and pile is {{ace, ace}}
    when show(ann, bob)
    {}

example "what is secret"
    given hand(ann) is {{ace}}
    then only ann sees hand(ann)
    then nobody sees pile
    then only ann sees purse(ann)
    then bob cannot see cup(ann)
    then cleo cannot see cup(ann)
    then nobody sees fuse
"""

SAID = [
    ("reveal hand(who) to other", "then only {ann, bob} see hand(ann)"),
    ("reveal hand(who) to other", "then cleo cannot see hand(ann)"),
    ("reveal hand(who)", "then cleo sees hand(ann)"),
    ("for each p in players: reveal hand(who) to p", "then cleo sees hand(ann)"),
    (
        "for each c in hand(who): reveal rank(c) is 1 to other",
        "then only {ann, bob} see for every c in hand(ann): rank(c) is 1",
    ),
    (
        "for each c in hand(who): reveal rank(c) is 2 to other",
        "then cleo cannot see for every c in hand(ann): rank(c) is not 2",
    ),
    (
        "for each c in hand(who): reveal rank(c) is 1",
        "then bob sees for every c in hand(ann): rank(c) is 1",
    ),
    ("reveal rank(top(pile)) is 1 to other", "then only bob sees rank(top(pile)) is 1"),
    ("reveal top(pile) to other", "then only bob sees top(pile)"),
    ("reveal purse(who) to other", "then only {ann, bob} see purse(ann)"),
    ("reveal cup(who)", "then bob sees cup(ann)"),
]
UNSAID = [
    ("for each c in hand(who): reveal rank(c) is 1 to other", "then bob cannot see hand(ann)"),
    ("reveal rank(top(pile)) is 2 to other", "then cleo cannot see rank(top(pile))"),
    ("reveal rank(top(pile)) is 1 to other", "then cleo cannot see rank(item(pile, 2)) is 1"),
    (
        "reveal rank(top(pile)) is 1 to other\n    reveal top(pile) to other",
        "then cleo cannot see rank(top(pile)) is 1",
    ),
    ("reveal top(pile, 2) to other", "then only bob sees top(pile)"),
    ("reveal purse(any) to other", "then only {ann, bob} see purse(ann)"),
    ("reveal top(pile) to other\n    reveal top(pile, 1) to other", "then only bob sees top(pile)"),
    ("reveal hand(who) to other", "then bob sees hand(ann)"),
    ("reveal hand(who) to other", "then nobody sees pile"),
    ("reveal hand(who)", "then cleo sees number of hand(ann)"),
    ("reveal top(pile) to other", "then only ann sees hand(ann)"),
    ("reveal purse(who) to other", "then bob sees purse(ann)"),
    ("if hand(who) is empty: reveal hand(other)", "then only ann sees hand(ann)"),
]
GONE = "reveal top(pile) to other\n    move top(pile) to hand(who)"
ASKED_FIRST = (
    "reveal top(pile) to other\n    other chooses n from 1..2\n    move top(pile) to hand(who)"
)
SET_ANEW = "set fuse to 3\n    if purse(other) is 0: reveal fuse"
UNSEEABLE = [
    (f"reveal fuse\n    {SET_ANEW}", "then bob sees fuse", []),
    (
        f"reveal fuse\n    other chooses n from 1..2\n    {SET_ANEW}",
        "bob chooses 1\n    then bob sees fuse",
        ["untested-reveal"],
    ),
    (GONE, "then only ann sees hand(ann)", []),
    (ASKED_FIRST, "bob chooses 1\n    then only ann sees hand(ann)", ["untested-reveal"]),
    (
        "reveal top(pile) to other",
        "then only ann sees hand(ann)\n    when gain(ann)",
        ["untested-reveal"],
    ),
]
LATER = """
procedure gain(p: player)
    move top(pile) to hand(p)
"""


def found(shows: str, states: str) -> list[str]:
    """Of a piece that is no whole game, what is said of what it hides and shows."""
    return _logged(TEXT.format(shows, states))


@pytest.mark.parametrize(("shows", "states"), SAID)
def test_an_example_states_who_sees_a_revealed_card(shows: str, states: str) -> None:
    assert found(shows, states) == []


@pytest.mark.parametrize(("shows", "states"), UNSAID)
def test_no_example_states_who_sees_a_revealed_card(shows: str, states: str) -> None:
    assert found(shows, states) == ["untested-reveal"]


@pytest.mark.parametrize(("shows", "states", "slugs"), UNSEEABLE)
def test_of_a_card_that_moves_on_before_a_line_can_look_nothing_is_asked(
    shows: str, states: str, slugs: list[str]
) -> None:
    assert _logged(TEXT.format(shows, states) + LATER) == slugs


def test_a_failing_example_is_reported_first() -> None:
    shows, states = "reveal hand(who) to other", "then only cleo sees hand(ann)"

    assert found(shows, states) == ["failed-example"]


def test_a_draft_without_examples_is_left_alone() -> None:
    draft = TEXT.format("reveal hand(who) to other", "").partition("example")[0]

    assert not set(_logged(draft)) & {"untested-secret", "untested-reveal"}


SECRETS = [
    ("then only ann sees purse(ann)", []),
    ("then bob cannot see purse(ann)\n    then cleo cannot see purse(ann)", []),
    ("then bob cannot see purse(ann)", ["untested-secret"]),
    ("then bob cannot see purse(ann)\n    then cleo cannot see purse(bob)", ["untested-secret"]),
]


@pytest.mark.parametrize(("states", "slugs"), SECRETS)
def test_examples_state_for_everybody_that_they_cannot_see_a_secret(
    states: str, slugs: list[str]
) -> None:
    text = TEXT.format("reveal top(pile)", "then bob sees top(pile)")

    assert _logged(text.replace("then only ann sees purse(ann)", states)) == slugs


LEAK = "state purse(p: player): 0..9 = 0, seen by (players where it is p or it is ann)"


def test_of_what_a_set_sees_examples_speak_at_every_player() -> None:
    text = TEXT.format("reveal top(pile)", "then bob sees top(pile)")
    text = text.replace("state purse(player): 0..9 = 0, seen by owner", LEAK)
    more = "\n    then only {ann, bob} see purse(bob)\n    then only {ann, cleo} see purse(cleo)"

    assert _logged(text) == ["untested-secret"]
    assert _logged(text.replace("sees purse(ann)", f"sees purse(ann){more}")) == []


def test_an_example_states_from_whom_a_number_of_cards_is_hidden() -> None:
    text = TEXT.format("reveal top(pile)", "then bob sees top(pile)")
    text = text.replace("zone hand(player): token, seen by owner", COUNTED)

    assert _logged(text) == ["untested-secret"]
    counted = "sees hand(ann)\n    then only ann sees number of hand(ann)"
    assert _logged(text.replace("sees hand(ann)", counted)) == []


COUNTED = "zone hand(player): token, seen by owner, count seen by owner"


TOGETHER = """\
rulebook sealed "Sealed"
    language 1
    players 2: ann, bob
    starts with game

state bid(player): 0..3 = 0

procedure offers
    together for each p in players
        p chooses n "bid" from 0..3
        set bid(p) to n

phase game
    offers
    (players with highest bid(it)) win

example "the higher wins"
    {}
    then bid(ann) is 1
    {}
"""
ANSWERS = "ann chooses 1\n    bob chooses 0"
ASKED = [
    (f"{ANSWERS}\n    when offers", "", ["untested-together"]),
    (f"when offers\n    {ANSWERS}", "", ["untested-together"]),
    (f"when offers\n    then players choose together\n    {ANSWERS}", "", []),
    ("when offers\n    ann chooses 1", "then {ann, bob} choose together\n    bob chooses 0", []),
]


@pytest.mark.parametrize(("before", "after", "slugs"), ASKED)
def test_an_example_states_that_nobody_sees_an_answer(
    before: str, after: str, slugs: list[str]
) -> None:
    text = TOGETHER.format(before, after).replace("then bid(ann) is 1\n    then {", "then {")

    assert _logged(text) == slugs


def _logged(text: str) -> list[str]:
    slugs = [each.slug for each in (*api.check_text(text), *api.run_examples_text(text))]
    return [slug for slug in slugs if not slug.startswith(("never-", "unread-"))]
