"""Leaks in shipped examples are seen by a law, within the games that are tried by default."""

from __future__ import annotations

import pytest

from ruleslang.evaluation.laws import choice_leaks, view_leaks
from ruleslang.library.load import load_text
from tests.evaluation.laws.game_leaks import LEAKS, Leak
from tests.evaluation.laws.texts import subject
from tests.support.every import every

pytestmark = pytest.mark.usefixtures("as_found")

SOME = ("the question of a window names the role that is held",)
TELLS_NOTHING = {
    "players stand in the order of their hands": "choices are offered in standard order",
    "who has an eight may wait": "too rare for ten games: five draws in vain",
}
"""Why ten games show no law that anything is told."""


def is_seen(leak: Leak) -> bool:
    """Whether a law about secrets is broken."""
    tried = subject(load_text(leak.text))
    return any(
        True for law in (view_leaks.STEP_LEAK, choice_leaks.OFFERS_LEAK) for _ in law.search(tried)
    )


def test_some_leaks_in_examples_are_seen() -> None:
    some = [each for each in LEAKS if each.what in SOME]

    assert len(some) == len(SOME)
    assert [each.what for each in some if not is_seen(each)] == []


@pytest.mark.long
@every("leak", LEAKS, ids=lambda leak: f"{leak.game}: {leak.what}", parts=4)
def test_a_leak_in_an_example_is_found_or_reveals_nothing(leak: Leak) -> None:
    assert is_seen(leak) != (leak.what in TELLS_NOTHING)
