"""The preferences of a player of the language."""

from __future__ import annotations

import pytest

import ruleslang
from ruleslang.players.registry import make_bot

BOOK = """\
rulebook shop "Shop"
    players 2: ann, bob
    starts with game
kind ware
    has price: 1..9
card bread "Bread": ware
    price: 1
card wine "Wine": ware
    price: 5
card silk "Silk": ware
    price: 9
zone stall: ware, seen by all
zone basket(player): ware, seen by all
state mood: 0..9 = 4
action buy by p choosing c from stall where price(c) < 9
    move c to basket(p)
action wait by p
    nothing
phase game
    move cards to stall
    ann must do one of buy, wait
    ann chooses one of
        haggle: nothing
        leave "go home": nothing
    ann chooses up to 2 of stall as gifts "gifts to give"
    ann may do one of buy, wait
    ann wins
player tester "What is tested"
{lines}
"""


def decided(*lines: str) -> list[str]:
    """The ids that remain for each decision of ann's, when the first of them is taken."""
    text = BOOK.replace("{lines}", "\n".join(f"    {line}" for line in lines))
    game = ruleslang.load(text)
    bot = make_bot("tester", game.compiled, 1, 0)
    match = game.start(seed=1)
    made = []
    while match.decision is not None:
        index = bot.choose(match.engine)
        made.append(match.decision.choices[index].id)
        match.choose(index)
    return made


@pytest.mark.parametrize(
    ("lines", "expected"),
    [
        (["prefer wait"], "wait"),
        (["prefer buy(c) where price(c) > 3"], "wine"),
        (["prefer buy(c) where price(c) > 8", "prefer buy(bread)"], "bread"),
        (["prefer c by highest price(c)"], "wine"),
        (["prefer c by lowest price(c)", "prefer wait"], "bread"),
        (["prefer buy", "prefer c by highest price(c)"], "wine"),
        (["prefer wait where mood > 4", "prefer buy(wine)"], "wine"),
        (["otherwise order"], "bread"),
        (["avoid buy"], "wait"),
        (["avoid buy(c) where price(c) < 4", "avoid wait"], "wine"),
        (["avoid buy(bread)", "prefer buy"], "wine"),
        (["prefer wait", "avoid wait"], "wait"),
        (["avoid leave", "otherwise order"], "bread"),
    ],
)
def test_each_line_narrows_and_one_that_leaves_nothing_is_passed_over(
    lines: list[str], expected: str
) -> None:
    assert decided(*lines)[0].removeprefix("buy ") == expected


def test_branches_and_sets_are_preferred_by_name() -> None:
    made = decided(
        "prefer buy(bread)",
        "prefer leave where mood is 4",
        "prefer gifts by highest sum of price(g) over g in gifts",
        "prefer wait",
    )

    assert made == ["buy bread", "leave", "{wine, silk}", "wait"]


def test_who_avoids_all_that_he_may_do_declines() -> None:
    assert decided("avoid buy", "avoid wait")[-1] == "decline"


def test_what_is_equally_good_is_left_to_chance_and_the_seed() -> None:
    game = ruleslang.load(BOOK.replace("{lines}", "    otherwise chance"))
    picks = set()
    for seed in range(20):
        match = game.start(seed=1)
        picks.add(make_bot("tester", game.compiled, seed, 0).choose(match.engine))
        assert make_bot("tester", game.compiled, seed, 0).choose(match.engine) == make_bot(
            "tester", game.compiled, seed, 0
        ).choose(match.engine)

    assert len(picks) > 1
