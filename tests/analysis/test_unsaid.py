"""Which `reveal`s no example says anything of."""

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
    then cleo cannot see purse(ann)
    then cleo cannot see cup(ann)
    then nobody sees fuse
"""

SAID = [
    ("reveal hand(who) to other", "then only {ann, bob} see hand(ann)"),
    ("reveal hand(who) to other", "then cleo cannot see hand(ann)"),
    ("reveal hand(who)", "then cleo sees hand(ann)"),
    ("for each p in players: reveal hand(who) to p", "then cleo sees hand(ann)"),
    ("for each c in hand(who): reveal rank(c) is 1 to other", "then bob cannot see hand(ann)"),
    ("reveal top(pile) to other", "then only bob sees top(pile)"),
    ("reveal purse(who) to other", "then only {ann, bob} see purse(ann)"),
    ("reveal cup(who)", "then bob sees cup(ann)"),
]
UNSAID = [
    ("reveal hand(who) to other", "then bob sees hand(ann)"),
    ("reveal hand(who) to other", "then nobody sees pile"),
    ("reveal hand(who)", "then cleo sees number of hand(ann)"),
    ("reveal top(pile) to other", "then only ann sees hand(ann)"),
    ("reveal purse(who) to other", "then bob sees purse(ann)"),
    (
        "reveal fuse\n    set fuse to 3\n    if purse(other) is 0: reveal fuse",
        "then bob sees fuse",
    ),
    (
        "reveal top(pile)\n    move top(pile) to hand(who)",
        "then only ann sees hand(ann)",
    ),
    ("if hand(who) is empty: reveal hand(other)", "then only ann sees hand(ann)"),
]


def found(shows: str, says: str) -> list[str]:
    """Of a piece that is no whole game, what is said of what it hides and shows."""
    slugs = [each.slug for each in api.check_text(TEXT.format(shows, says))]
    return [slug for slug in slugs if not slug.startswith(("never-", "unread-"))]


@pytest.mark.parametrize(("shows", "says"), SAID)
def test_an_example_says_who_sees_what_is_revealed(shows: str, says: str) -> None:
    assert found(shows, says) == []


@pytest.mark.parametrize(("shows", "says"), UNSAID)
def test_no_example_says_who_sees_what_is_revealed(shows: str, says: str) -> None:
    assert found(shows, says) == ["reveal-unsaid"]


def test_an_example_that_fails_is_told_first() -> None:
    shows, says = "reveal hand(who) to other", "then only cleo sees hand(ann)"

    assert found(shows, says) == ["failed-example"]


def test_a_draft_without_examples_is_left_alone() -> None:
    draft = TEXT.format("reveal hand(who) to other", "").partition("example")[0]

    assert not {each.slug for each in api.check_text(draft)} & {"secret-unsaid", "reveal-unsaid"}
