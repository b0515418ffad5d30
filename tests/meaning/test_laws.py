"""Laws that hold for every rulebook: replay, copies, hashes, conserved cards, secrets."""

from __future__ import annotations

from collections import Counter

import pytest

from ruleslang.match.values import Card, Player
from ruleslang.match.view import View
from ruleslang.meaning.engine import Interpreter
from ruleslang.meaning.machine import Machine
from ruleslang.meaning.view import sees_card, view
from tests.meaning.rulebooks import random_choices, shipped

NAMES = sorted(shipped())
LONG_GAMES = {"ole", "worldies"}  # whose own tests play more of them to the end
SOME = 25  # decisions between two tests of the dear laws


def play(name: str, seed: int, most: int = 400):  # type: ignore[no-untyped-def]
    """A match with random choices: it, at every decision."""
    match = Interpreter(shipped()[name].program).start(seed=seed)
    stream = random_choices(seed)
    for number in range(most):
        if match.decision is None:
            return
        yield number, match
        match.choose(stream.below(len(match.decision.choices)))


@pytest.mark.parametrize("name", NAMES)
def test_a_game_ends_without_a_fault(name: str) -> None:
    for seed in range(1 if name in LONG_GAMES else 3):
        match = Interpreter(shipped()[name].program).start(seed=seed)
        stream = random_choices(seed)
        while match.decision is not None:
            match.choose(stream.below(len(match.decision.choices)))

        assert match.fault is None
        assert match.outcome is not None


@pytest.mark.parametrize("name", NAMES)
def test_the_same_seed_and_choices_are_the_same_match(name: str) -> None:
    first = [(m.hash(), m.decision.choices[0].id) for _, m in play(name, 4)]
    again = [(m.hash(), m.decision.choices[0].id) for _, m in play(name, 4)]

    assert first == again


@pytest.mark.parametrize("name", NAMES)
def test_a_copy_stands_where_the_match_does_and_goes_on_alike(name: str) -> None:
    for number, match in play(name, 5, 120):
        if number % SOME:
            continue
        twin = match.copy()

        assert twin.hash() == match.hash()
        assert twin.events == match.events
        before = match.hash()
        again = match.copy()
        twin.choose(0)
        assert match.hash() == before
        again.choose(0)
        assert twin.hash() == again.hash()


@pytest.mark.parametrize("name", NAMES)
def test_choices_have_names_of_their_own_and_there_is_always_one(name: str) -> None:
    for _, match in play(name, 6):
        names = [choice.id for choice in match.decision.choices]

        assert len(names) > 1
        assert len(set(names)) == len(names)


@pytest.mark.parametrize("name", NAMES)
def test_a_card_lies_in_one_place_or_nowhere(name: str) -> None:
    for _, match in play(name, 7):
        state = match.machine.state
        lying = Counter(card for cards in state.zones.values() for card in cards)

        assert max(lying.values(), default=1) == 1
        places = {card: place for place, cards in state.zones.items() for card in cards}
        assert places == state.where


@pytest.mark.parametrize("name", NAMES)
def test_unordered_zones_lie_in_standard_order(name: str) -> None:
    for _, match in play(name, 8, 150):
        for place, cards in match.machine.state.zones.items():
            if not place.zone.ordered:
                assert list(cards) == sorted(cards, key=lambda card: card.order)


# ---------------------------------------------------------------- secrets


def hidden_pairs(m: Machine, who: Player) -> list[tuple[Card, Card]]:
    """Cards of different definitions that a player does not see and was told nothing about."""
    told = {fact.card for fact in m.state.facts}
    unseen = [c for c in m.state.where if not sees_card(m, c, who) and c not in told]
    return [(a, b) for a, b in zip(unseen, reversed(unseen), strict=True) if a.title is not b.title]


def exchange(m: Machine, one: Card, other: Card) -> None:
    """Two cards change places behind the player's back."""
    turned = {one: other, other: one}
    for place, cards in m.state.zones.items():
        m.state.zones[place] = tuple(turned.get(card, card) for card in cards)
        if not place.zone.ordered:
            m.state.zones[place] = tuple(sorted(m.state.zones[place], key=lambda c: c.order))
    m.state.where[one], m.state.where[other] = m.state.where[other], m.state.where[one]
    m.state.version += 1


def plain(seen: View) -> tuple[object, ...]:
    return seen.zones, seen.states, seen.dice, seen.pieces, seen.told, seen.active, seen.players


@pytest.mark.parametrize("name", NAMES)
def test_what_a_player_cannot_see_does_not_change_his_view(name: str) -> None:
    for number, match in play(name, 9, 150):
        m = match.machine
        for who in m.tables.players:
            pairs = hidden_pairs(m, who)
            if number % 7 or not pairs:
                continue
            before = plain(view(match, who.order))
            exchange(m, *pairs[0])
            after = plain(view(match, who.order))
            exchange(m, *pairs[0])

            assert before == after


@pytest.mark.parametrize("name", NAMES)
def test_a_decision_is_its_owners_alone(name: str) -> None:
    for _, match in play(name, 10, 60):
        for who in match.machine.tables.players:
            assert (view(match, who.order).decision is not None) == (
                who.order == match.decision.player
            )
