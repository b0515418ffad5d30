"""Visibility may depend on hidden information: fog is no leak, but some visibility leaks."""

from __future__ import annotations

from ruleslang.evaluation.laws.choice_leaks import OFFERS_LEAK
from ruleslang.evaluation.laws.view_leaks import STEP_LEAK, VIEW_LEAK
from tests.evaluation.laws.texts import broken, planted, small, subject

FOG = "b9_secrecy/fog.rules"

TOLD_BY_SIGHT = """
state secret: 1..3 = 1, seen by nobody
state lamp: yes or no = no, seen by (players where secret is 3)
phase game
    pick n from 1..3 by chance
    set secret to n
    take turns p among players
        p chooses one of
            light_it: set lamp to yes
            leave_it: nothing
"""


def test_visibility_by_the_places_of_men_breaks_no_law() -> None:
    fog = subject(small(FOG), games=2, tries=4)

    assert [broken(law, fog) for law in (VIEW_LEAK, OFFERS_LEAK, STEP_LEAK)] == [[], [], []]


def test_visibility_that_reveals_something_else_is_a_leak() -> None:
    (found,) = broken(VIEW_LEAK, planted(TOLD_BY_SIGHT))

    assert "would see it: lamp" in found.finding
