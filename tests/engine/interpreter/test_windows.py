"""The text of a window shows its arguments."""

from __future__ import annotations

import pytest

from ruleslang.api import Match, load

TEXT = """\
rulebook market "Market"
    players 3: ann, bob, cleo
    starts with game
words Ware: apples, blue_cloth
kind lot
card vase "A vase, cracked" x1: lot
card bowl "Bowl" x1: lot
zone hand(player): lot, seen by owner
window sale(seller: player, w: Ware, c: lot, more: set of lot, coins: 1..9) "TEXT"
    asks {bob}
    offers buy
    closes after one use
action buy by p
    nothing
window reply(asked: buy under way) "{asked} is answered"
    asks {cleo}
    offers look_away
    closes after one use
action look_away by p
    nothing
before buy
    open reply(this buy)
phase game
    move cards where it is vase to hand(ann)
    move cards where it is bowl to hand(bob)
    open sale(ann, blue_cloth, first(hand(ann)), {first(hand(bob))}, 3)
    nobody wins
"""


def started(text: str) -> Match:
    return load(TEXT.replace("TEXT", text)).start(seed=1)


def test_the_values_are_shown_in_words() -> None:
    match = started("{seller} sells {w} for {coins}")

    assert match.decision is not None
    assert match.decision.prompt == "ann sells blue cloth for 3"


@pytest.mark.parametrize(
    ("text", "prompt"),
    [("{c}", "a card"), ("with {more}", "with Bowl"), ("{ no } name", "{ no } name")],
)
def test_a_card_that_the_asked_player_does_not_see_is_not_named(text: str, prompt: str) -> None:
    decision = started(text).decision

    assert decision is not None
    assert decision.prompt == prompt


def test_none_reads_nothing() -> None:
    text = TEXT.replace("TEXT", "{c}?").replace("c: lot", "c: lot or none")
    decision = load(text.replace("first(hand(ann))", "none")).start(seed=1).decision

    assert decision is not None
    assert decision.prompt == "nothing?"


def test_what_is_under_way_is_shown_by_its_name() -> None:
    match = started("sale")
    match.choose("buy")

    assert match.decision is not None
    assert match.decision.prompt == "buy is answered"
