"""A new spell, a new monster and a new piece of equipment take a few lines each."""

from __future__ import annotations

from pathlib import Path

from ruleslang import load

HERE = Path(__file__).parent
NEW = HERE / "new.cards"


def test_new_cards_join_the_rulebook_and_are_played() -> None:
    game = load("ollapion", cards=[str(NEW)])

    report = game.simulate(games=3, seed=1, players=["random"] * 3)

    assert not report.failures
    assert {"fury", "basilisk", "spiked_shield"} <= {each.name for each in game.program.definitions}


def test_each_is_under_ten_lines() -> None:
    *cards, texts = NEW.read_text(encoding="utf-8").split("\n\n")

    assert (len(cards), texts.partition("\n")[0]) == (3, "table texts")
    assert all(len(card.splitlines()) < 10 for card in cards)
