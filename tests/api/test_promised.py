"""Small promises of the users' pages that no other test holds (`tests/docs/promises.txt`)."""

from __future__ import annotations

import pytest
from attrs import fields
from attrs.exceptions import FrozenInstanceError

import ruleslang
from ruleslang.engine.match.runtime_values import Card
from ruleslang.library.find_rulebook import shipped_rulebooks
from ruleslang.library.load import load_text
from tests.support.every import every

CHOICES = 15


def played(name: str) -> ruleslang.Match:
    """A match after some choices."""
    match = ruleslang.load(name).start(seed=3)
    for _ in range(CHOICES):
        if match.decision is not None:
            match.choose(0)
    return match


PHRASES = """rulebook trial "A trial"
    language 1
    players 2: home, away
    starts with game

state a(player): 0..9 = 0
state b(player): 0..9 = 0

phase game
    LINE
    (players with highest a(it)) win
"""


@pytest.mark.parametrize(
    ("line", "is_read"),
    [
        ("let s = players where a(it) > 1", False),
        ("if number of (players where a(it) > 1) is 2: home wins", True),
        ("if number of players where a(it) > 1 is 2: home wins", False),
        ("for each p in players where a(p) > 1: add 1 to b(p)", True),
        ("(players with highest a(it), then highest b(it)) win", True),
        ("players with highest a(it), then highest b(it) win", False),
        ("let s = first(players with highest a(it), then highest b(it))", False),
        ("for each p in (players ranked by highest a(it), then order): add 1 to b(p)", True),
        ("for each p in players ranked by highest a(it), then order: add 1 to b(p)", False),
    ],
)
def test_set_phrases_need_parentheses(line: str, is_read: bool) -> None:
    found = load_text(PHRASES.replace("LINE", line)).diagnostics

    assert ("unexpected" not in {each.slug for each in found}) is is_read


def test_matches_without_a_seed_are_different() -> None:
    game = ruleslang.load("worldies")

    assert len({game.start().to_json() for _ in range(4)}) == 4


@every("name", [*shipped_rulebooks()], parts=4)
def test_random_players_are_always_available(name: str) -> None:
    assert "random" in ruleslang.load(name).bots


@every("name", [*shipped_rulebooks()], parts=4)
def test_the_text_of_an_entry_is_never_empty(name: str) -> None:
    match = played(name)

    entries = [entry for seat in (*match.seats, None) for entry in match.story(seat)]
    assert entries
    assert all(entry.text.strip() for entry in entries)


def test_a_copy_of_a_card_cannot_be_changed() -> None:
    match = ruleslang.load("worldies").start(seed=3)
    card = next(c for cards in match.engine.position.zones.values() for c in cards)

    assert isinstance(card, Card)
    for each in fields(Card):
        with pytest.raises(FrozenInstanceError):
            setattr(card, each.name, None)


@pytest.mark.parametrize("name", ["crazy_eights", "hearts", "worldies", "connect_four"])
def test_a_choice_keeps_its_name_whatever_else_is_offered(name: str) -> None:
    match, named = ruleslang.load(name).start(seed=5), dict[object, set[str]]()
    for number in range(CHOICES):
        decision = match.decision
        if decision is None:
            break
        for choice in decision.choices:
            thing = decision.name, choice.action, tuple(map(str, choice.values.items()))
            named.setdefault(thing, set()).add(choice.id)
        match.choose(number % len(decision.choices))

    assert all(len(names) == 1 for names in named.values())
