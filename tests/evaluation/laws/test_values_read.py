"""A leak doesn't rely on values of a state for which play never reaches the leaking line."""

from __future__ import annotations

import pytest

from ruleslang.evaluation.laws import view_leaks
from ruleslang.library.load import load_text
from tests.evaluation.laws.texts import broken, subject

pytestmark = pytest.mark.usefixtures("as_found")

DARK = """\
rulebook dark "Dark stones"
    language 1
    players 2: black, white
    starts with game
    at most 30 decisions, then nobody wins
board point: line 5
state stone(point): player or none, seen by nobody
state seen(player, point): player or none, seen by owner
state valid: yes or no = yes, seen by nobody
state moved: yes or no = no, reset each turn
state bold: yes or no = no
phase game
    take turns p among players
        turn(p)
phase turn(p: player)
    repeat until moved
        p must do place, if impossible nobody wins
action place by p choosing s from point where seen(p, s) is none
    set valid to stone(s) is none
"""
REVEALED = """\
    reveal valid
    if valid
        set stone(s) to p
        set seen(p, s) to p
        set moved to yes
    else
        set seen(p, s) to stone(s)
"""
NOT_REVEALED = """\
    set seen(p, s) to p
    if valid: set stone(s) to p
    else: set seen(p, s) to stone(s)
    set moved to yes
"""
OF_ANOTHER_PLACE = """\
    reveal valid
    if valid
        set stone(s) to p
        set seen(p, s) to p
        set moved to yes
    else
        set seen(p, s) to stone(s)
        set bold to stone(first(point)) is none
"""


def found_in(text: str) -> list[str]:
    tried = subject(load_text(DARK + text), games=10, tries=2)
    return [each.finding for each in broken(view_leaks.STEP_LEAK, tried)]


def test_what_follows_from_a_result_that_was_revealed_is_no_leak() -> None:
    """Who met a stone there was told so, and it is not their own, of which they know."""
    assert found_in(REVEALED) == []


def test_the_same_line_leaks_if_nothing_was_revealed() -> None:
    assert len(found_in(NOT_REVEALED)) == 1


def test_another_place_than_the_one_that_was_revealed_leaks() -> None:
    (found,) = found_in(OF_ANOTHER_PLACE)

    assert "`set bold to stone(first(point)) is none`" in found
