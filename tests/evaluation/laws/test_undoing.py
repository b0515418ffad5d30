"""The law of undo: a blind undo breaks it, and one that asks keeps it."""

from __future__ import annotations

import pytest

from tests.evaluation.laws.texts import CARDS, PLAY, broken, planted, shipped, subject
from tests.support.laws import secrets

PEEP = (
    CARDS
    + """
state hint: 0..9 = 0
phase game
    move cards to pile
    shuffle pile
    take turns p among players until hint is 9
        p chooses one of
            peep: set hint to rank(top(pile))
            wait: set hint to 9
    nobody wins
"""
)


def test_an_undo_that_never_refuses_breaks_the_law(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(secrets, "teaches", lambda match, index: False)

    (found,) = broken(secrets.UNDO_LEAK, planted(PEEP))

    assert "may take back `peep`, though it reveals something" in found.finding
    assert "hint" in found.finding


def test_an_undo_of_a_roll_breaks_the_law(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(secrets, "teaches", lambda match, index: False)
    text = CARDS + PEEP[len(CARDS) :].replace("rank(top(pile))", "1\n            cut: shuffle heap")
    text = text.replace("move cards to pile", "move cards to heap").replace("shuffle pile", "")
    text = text.replace("zone heap: token,", "zone heap: token, ordered,")

    (found,) = broken(secrets.UNDO_LEAK, planted(text))

    assert "though it showed a random result" in found.finding


def test_the_undo_that_asks_keeps_the_law() -> None:
    assert not broken(secrets.UNDO_LEAK, planted(PEEP))
    assert not broken(secrets.UNDO_LEAK, planted(CARDS + PLAY))


@pytest.mark.parametrize("name", ["crazy_eights", "hanabi"])
def test_a_blind_undo_is_found_in_shipped_games(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(secrets, "teaches", lambda match, index: False)

    assert broken(secrets.UNDO_LEAK, subject(shipped(name), games=4))


@pytest.mark.long
@pytest.mark.parametrize("name", ["liars_dice", "phantom_ttt"])
def test_a_blind_undo_is_found_in_more_shipped_games(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(secrets, "teaches", lambda match, index: False)

    assert broken(secrets.UNDO_LEAK, subject(shipped(name), games=4))
