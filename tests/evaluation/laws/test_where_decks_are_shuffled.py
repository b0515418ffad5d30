"""
Where the large rulebooks shuffle, and how many cards: an example cannot say it, as no shuffle moves
a card there.
"""

from __future__ import annotations

import pytest

from ruleslang import load
from ruleslang.engine.match.decision import Chanced

Shuffled = list[tuple[str, int]]  # the zones in their order, with their cards at that moment

CASES: tuple[tuple[str, str, Shuffled], ...] = (
    (
        "worldies",
        "when deal",
        [("goalkeeper_deck", 6), ("footballer_deck", 24), ("pile", 48), ("worldie_deck", 12)],
    ),
    ("worldies", "given discards is {pass_card, shot_card}\nwhen renew_pile", [("pile", 2)]),
    (
        "super_team",
        "given captain_board_of(home) is {captain_board_1}\ngiven box is {basic_a, captain_1_1}\n"
        "when build_deck(home)",
        [("deck(home)", 2)],
    ),
    (
        "super_team",
        "given discards(home) is {basic_a, basic_b}\nwhen renew_deck(home)",
        [("deck(home)", 2)],
    ),
    (
        "super_team",
        "given hand(home) is {basic_a} and deck(home) is {basic_b} and discards(home) is {basic_c}"
        "\nwhen prepare(home)",
        [("deck(home)", 3)],
    ),
    (
        "super_team",
        "given away is automatic\ngiven box is {auto_2a, s1, s2}\nwhen form_auto_team(away)",
        [("deck(away)", 2)],
    ),
    ("grangol", "when set_up", [("pile", 90)]),
    (
        "grangol",
        "given hand(home) is {tiro, tiro, tiro, tiro, tiro, tiro}\n"
        "given hand(away) is {passaggio, passaggio, passaggio, passaggio, passaggio, passaggio}\n"
        "given pile is {dribbling, tempo_5}\nwhen fill_hands",
        [("pile", 2)],
    ),
    ("grangol", "given discards is {tiro, passaggio}\nwhen half_time", [("pile", 2)]),
    (
        "grangol",
        "given half_time_hands is redeal_all and hand(home) is {tiro, passaggio}\nwhen half_time",
        [("pile", 2)],
    ),
    ("ollapion", "when lay_out_the_piles", [("spell_pile", 55), ("monster_pile", 16)]),
    (
        "ollapion",
        "given spell_discard is {iron_ring, plunder}\nwhen take_top(anna)",
        [("spell_pile", 2)],
    ),
    (
        "ollapion",
        "given monster_discard is {cave_rat, thieving_goblin}\nwhen restock_monsters",
        [("monster_pile", 2)],
    ),
    ("ole", "when lay_out_sets", [("deck(1)", 50)]),
)


BY_DEFAULT = ("when deal", "when lay_out_the_piles", "when lay_out_sets", "when set_up")


@pytest.mark.parametrize(
    ("name", "position", "shuffled"),
    [
        pytest.param(*case, marks=() if case[1] in BY_DEFAULT else pytest.mark.long)
        for case in CASES
    ],
)
def test_what_is_shuffled(name: str, position: str, shuffled: Shuffled) -> None:
    match = load(name, position=position).start(seed=1)
    heard = [each for each in match.events if isinstance(each, Chanced)]

    assert shuffled == [(each.of, len(each.outcome)) for each in heard if each.kind == "shuffle"]
