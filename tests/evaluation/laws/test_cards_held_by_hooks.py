"""A card that a hook turned up is known, even when it was shuffled back before it is used."""

from __future__ import annotations

import pytest

from ruleslang.evaluation.laws import view_leaks
from ruleslang.library.load import load_text
from tests.evaluation.laws.texts import broken, subject

TURNED_UP = """\
rulebook turned_up "Turned up"
    language 1
    players 2: anna, ben
    starts with game
    at most 100 decisions, then nobody wins
kind tile
    has worth: 1..9
deck tiles of tile: worth in 1..9
zone pile: tile, ordered, seen by nobody
zone shown: tile, seen by all
state last: 0..9 = 0

phase game
    move cards to pile
    shuffle pile
    repeat 4 times
        for each p in players
            p chooses n from 1..2
            look_up(p)
    nobody wins

procedure look_up(p: player)
    nothing

instead of look_up(any)
    let c = top(pile)
    move c to shown
    move shown to pile
    shuffle pile
    set last to 0
    set last to worth(c)
"""


@pytest.mark.parametrize("games", [1, pytest.param(4, marks=pytest.mark.long)])
def test_a_card_that_a_hook_turned_up_reveals_nothing_new(games: int) -> None:
    tried = subject(load_text(TURNED_UP), games=games, tries=games)

    assert [each.finding for each in broken(view_leaks.STEP_LEAK, tried)] == []
