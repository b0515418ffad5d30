"""Visibility may depend on hidden information: fog is no leak, but some visibility leaks."""

from __future__ import annotations

from ruleslang.evaluation.laws.all import LAWS as LAWS_OF_RULEBOOKS
from ruleslang.evaluation.laws.choice_leaks import OFFERS_LEAK, SIMULTANEOUS_LEAK
from ruleslang.evaluation.laws.view_leaks import STEP_LEAK, VIEW_LEAK
from tests.evaluation.laws.texts import CARDS, broken, planted, small, subject
from tests.support.laws.secrets import PREFERENCE_LEAK, UNDO_LEAK

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


SHOWN_BY_A_PLAN = """
zone lay(player): token, seen by all
zone box: token, seen by (players where lay(home) is empty), count seen by all
phase game
    deal
    move top(pile) to box
    together for each p in players
        p chooses c from hand(p)
        if rank(c) is 1: move c to lay(p)
    nobody wins
"""


def test_visibility_by_a_plan_breaks_only_the_law_of_simultaneous_answers() -> None:
    text = planted(CARDS + SHOWN_BY_A_PLAN, games=6)

    assert [law for law in LAWS_OF_RULEBOOKS if broken(law, text)] == [SIMULTANEOUS_LEAK]


LOOKED_AT = """
state secret: 1..3 = 1, seen by nobody
state looked: 0..3 = 0
state lamp: yes or no = yes, seen by (players where secret is looked)
action look by p choosing n from 1..3
    set looked to n
player sly "Looks at the lamp"
    prefer look(n) where lamp is yes and n is 3
    otherwise order
phase game
    pick n from 1..3 by chance
    set secret to n
    take turns p among players
        p must do look
"""


def test_what_breaks_the_laws_of_undo_and_of_preferences_breaks_that_of_views() -> None:
    text = planted(LOOKED_AT)

    assert all(broken(law, text) for law in (UNDO_LEAK, PREFERENCE_LEAK, VIEW_LEAK, STEP_LEAK))
