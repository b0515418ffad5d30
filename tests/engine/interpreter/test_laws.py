"""Laws that hold for every rulebook: replay, copies, hashes, conserved cards, secrets."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import pytest

from ruleslang.engine.interpreter.engine import Interpreter
from ruleslang.engine.interpreter.machine import Machine
from ruleslang.engine.interpreter.match import InterpretedMatch
from ruleslang.engine.interpreter.view import sees_card
from ruleslang.engine.match.decision import View
from ruleslang.engine.match.runtime_values import Card, Player
from tests.engine.interpreter.rulebooks import random_choices, shipped

NAMES = sorted(shipped())
MOST = 20  # decisions that the laws look at
# Fewer, where a decision costs much.
COSTLY = {"backgammon": 10, "chess": 4, "gin_rummy": 8, "othello": 12}
ALL = 150  # in the long run, of every game
SOME = 25  # decisions between two tests of the dear laws
SHORT = {"ole": {"contest": "single_match"}}  # where a game is a tournament
# To play one to its end takes as long as ten others, and is left to the long run.
LONG_GAMES = frozenset({"backgammon", "chess", "gin_rummy", "super_team", "worldies"})


def play(name: str, seed: int, most: int) -> Iterator[tuple[int, InterpretedMatch]]:
    """A match with random choices: it, at every decision and where it ends."""
    match = Interpreter(shipped()[name].program).start(seed=seed, options=SHORT.get(name, {}))
    stream = random_choices(seed)
    for number in range(most):
        if match.decision is None:
            break
        yield number, match
        match.choose(stream.below(len(match.decision.choices)))
    yield most, match


@pytest.mark.parametrize("name", sorted({*NAMES} - LONG_GAMES))
def test_a_game_ends_without_a_fault(name: str) -> None:
    *_, (_, match) = play(name, 1, 1_000_000)

    assert match.fault is None
    assert match.outcome is not None


@pytest.mark.long
@pytest.mark.parametrize("seed", range(1, 12))
@pytest.mark.parametrize("name", NAMES)
def test_many_games_end_without_a_fault(name: str, seed: int) -> None:
    *_, (_, match) = play(name, seed, 1_000_000)

    assert match.fault is None
    assert match.outcome is not None


@pytest.mark.parametrize("name", NAMES)
def test_every_law_holds_along_a_match(name: str) -> None:
    every_law_holds(name, COSTLY.get(name, MOST))


@pytest.mark.long
@pytest.mark.parametrize("name", NAMES)
def test_every_law_holds_along_a_longer_match(name: str) -> None:
    every_law_holds(name, ALL)


def every_law_holds(name: str, most: int) -> None:
    """One match for all of them: its start costs more than what is asked of it."""
    hashes = []
    for number, match in play(name, 4, most):
        hashes.append(match.hash())
        if match.decision is None:
            break
        choices_have_names_of_their_own(match)
        a_card_is_in_one_place_or_nowhere(match)
        unordered_zones_are_in_standard_order(match)
        if number < most // 2:
            a_decision_is_its_owners_alone(match)
        if number % 7 == 0:
            what_a_player_cannot_see_does_not_change_his_view(match)
        if number % SOME == 0:
            a_copy_has_the_position_of_the_match_and_continues_alike(match)

    assert hashes == [match.hash() for _, match in play(name, 4, most)][: len(hashes)]


def choices_have_names_of_their_own(match: InterpretedMatch) -> None:
    assert match.decision is not None
    names = [choice.id for choice in match.decision.choices]

    assert len(names) > 1
    assert len(set(names)) == len(names)


def a_card_is_in_one_place_or_nowhere(match: InterpretedMatch) -> None:
    state = match.machine.state
    there = Counter(card for cards in state.zones.values() for card in cards)

    assert max(there.values(), default=1) == 1
    assert {card: place for place, cards in state.zones.items() for card in cards} == state.where


def unordered_zones_are_in_standard_order(match: InterpretedMatch) -> None:
    for place, cards in match.machine.state.zones.items():
        if not place.zone.ordered:
            assert list(cards) == sorted(cards, key=lambda card: card.order)


def a_copy_has_the_position_of_the_match_and_continues_alike(match: InterpretedMatch) -> None:
    before = match.hash()
    twin, again = match.copy(), match.copy()

    assert twin.hash() == before
    assert twin.events == match.events
    twin.choose(0)
    assert match.hash() == before
    again.choose(0)
    assert twin.hash() == again.hash()


# ---------------------------------------------------------------- secrets


def hidden_pairs(m: Machine, who: Player) -> list[tuple[Card, Card]]:
    """Cards of different definitions that a player does not see and was told nothing about."""
    log = {fact.card for fact in m.state.facts}
    unseen = [c for c in m.state.where if not sees_card(m, c, who) and c not in log]
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
    return seen.zones, seen.states, seen.dice, seen.pieces, seen.facts, seen.active, seen.players


def what_a_player_cannot_see_does_not_change_his_view(match: InterpretedMatch) -> None:
    m = match.machine
    for who in m.tables.players:
        pairs = hidden_pairs(m, who)
        if not pairs:
            continue
        before = plain(match.view(who.order))
        exchange(m, *pairs[0])
        after = plain(match.view(who.order))
        exchange(m, *pairs[0])

        assert before == after


def a_decision_is_its_owners_alone(match: InterpretedMatch) -> None:
    assert match.decision is not None
    for who in match.machine.tables.players:
        assert (match.view(who.order).decision is not None) == (who.order == match.decision.player)
