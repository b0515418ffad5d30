"""Small promises of the users' pages that no other test holds (`tests/docs/promises.txt`)."""

from __future__ import annotations

import pytest
from attrs import fields
from attrs.exceptions import FrozenInstanceError

import ruleslang
from ruleslang.engine.match.runtime_values import Card
from ruleslang.library.find_rulebook import shipped_rulebooks
from tests.support.every import every

CHOICES = 30


def played(name: str) -> ruleslang.Match:
    """A match after some choices."""
    match = ruleslang.load(name).start(seed=3)
    for _ in range(CHOICES):
        if match.decision is not None:
            match.choose(0)
    return match


def test_matches_without_a_seed_are_different() -> None:
    game = ruleslang.load("worldies")

    assert len({game.start().to_json() for _ in range(4)}) == 4


@every("name", [*shipped_rulebooks()], parts=4)
def test_random_players_are_always_available(name: str) -> None:
    assert "random" in ruleslang.load(name).bots


@every("name", [*shipped_rulebooks()], parts=4)
def test_the_text_of_an_entry_is_never_empty(name: str) -> None:
    match = played(name)

    entries = [entry for seat in (*match.seats, None) for entry in match.told(seat)]
    assert entries
    assert all(entry.text.strip() for entry in entries)


def test_a_copy_of_a_card_cannot_be_changed() -> None:
    match = ruleslang.load("worldies").start(seed=3)
    card = next(c for cards in match.engine.position.zones.values() for c in cards)

    assert isinstance(card, Card)
    for each in fields(Card):
        with pytest.raises(FrozenInstanceError):
            setattr(card, each.name, None)
