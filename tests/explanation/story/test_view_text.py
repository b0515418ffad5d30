"""The table in words, as a player reads it."""

from __future__ import annotations

from random import Random

import ruleslang
from ruleslang.apps.cli.output import wrapped
from ruleslang.explanation.story.view_text import view_lines, words_of


def test_facts_about_unseen_cards_are_shown_by_their_places() -> None:
    match = ruleslang.load("hanabi").start(seed=1, players=3)
    match.choose("tell_colour p2, red")

    lines = {seat: [*view_lines(match.view(seat), words_of(match.engine))] for seat in range(3)}
    hints = "known in hand(p2): 1 red · 2 not red · 3 not red · 4 not red · 5 not red"
    assert hints in lines[1]
    assert not any("told of" in line for seat in (0, 2) for line in lines[seat])


def test_a_table_with_a_board_fits_a_terminal() -> None:
    match = ruleslang.load("super_team").start(seed=3, automatic=1)
    chance = Random(1)
    for _ in range(60):
        match.choose(chance.randrange(len(match.decision.choices)))

    lines = [
        line
        for text in view_lines(match.view(0), words_of(match.engine))
        for line in wrapped(text, 80).split("\n")
    ]
    assert len(lines) <= 24
    assert "morale: home " in " ".join(lines)
