"""A view shows everything that a player may know, and nothing else."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

import pytest
from attrs import evolve

from ruleslang.engine.interpreter.engine import Interpreter
from ruleslang.engine.interpreter.match import InterpretedMatch
from ruleslang.engine.interpreter.state import State
from ruleslang.engine.interpreter.view import sees_card
from ruleslang.engine.match.decision import View
from ruleslang.engine.match.runtime_values import Card
from ruleslang.program.program import Compiled
from tests.engine.interpreter.rulebooks import compiled, random_choices, shipped, started

BODY = """
words Colour: red_c, blue_c
kind token
    has colour: Colour
card ruby "Ruby" x3: token
    colour: red_c
card pearl "Pearl" x3: token
    colour: blue_c
zone pile: token, ordered, seen by nobody
zone hand(player): token, seen by owner
zone laid(player): token, ordered, seen by all
zone purse(player): token, seen by owner, count seen by owner
state flag(card): yes or no = no
state chosen: card or none
state plan(player): 0..9 = 1, seen by owner
phase game
    move cards to pile
    shuffle pile
    move first(pile where it is ruby) to hand(home)
    move first(pile where it is pearl) to hand(home)
    move top(pile, 1) to hand(away)
    move top(pile, 1) to purse(away)
    for each c in hand(away)
        reveal colour(c) is red_c to home
        set flag(c) to yes
        set chosen to c
    together for each p in players
        p chooses c from hand(p)
        set plan(p) to 5
        move c to laid(p)
        p chooses n from 1..3
        set plan(p) to n
    home chooses m from 1..2
    nobody wins
"""


def both(match: InterpretedMatch) -> tuple[View, View]:
    return match.view(0), match.view(1)


def test_hidden_cards_are_backs() -> None:
    home, away = both(started(BODY))

    assert home.zones["hand(away)"].cards == (None,)
    assert home.zones["hand(away)"].count == 1
    assert home.zones["purse(away)"].count is None
    assert away.zones["purse(away)"].count == 1
    assert len([card for card in home.zones["hand(home)"].cards if card]) == 2
    assert home.zones["pile"].cards == (None, None)


def test_a_revealed_fact_is_shown_to_those_who_saw_it() -> None:
    home, away = both(started(BODY))

    assert [(log.zone, log.fact, log.value) for log in home.facts] == [
        ("hand(away)", "colour", "red_c")
    ]
    assert away.facts == ()


def test_states_of_an_unseen_card_reveal_nothing() -> None:
    home, away = both(started(BODY))

    assert home.states["chosen"] == "a card"
    assert away.states["chosen"] in ("ruby", "pearl")
    flags = [value for name, value in home.states.items() if name.startswith("flag")]
    assert "yes" not in flags


def test_a_decision_is_its_owners() -> None:
    home, away = both(started(BODY))

    assert home.decision is not None
    assert away.decision is None


def test_secret_plans_are_shown_as_things_were() -> None:
    match = started(BODY)
    match.choose(0)
    home, away = both(match)

    assert home.states["plan(home)"] == 5
    assert len(home.zones["laid(home)"].cards) == 1
    assert away.zones["laid(home)"].cards == ()
    assert away.zones["hand(home)"].count == 2
    match.choose(0)
    match.choose(0)
    away = match.view(1)

    assert len(away.zones["laid(home)"].cards) == 1
    assert away.states["plan(home)"] is None


# ---------------------------------------------------------------- the law


def swapped(state: State, one: Card, other: Card) -> State:
    """The state with two cards in each other's place."""
    twin = state.copy()
    turn = {one: other, other: one}
    twin.zones = {
        place: tuple(turn.get(card, card) for card in cards) for place, cards in state.zones.items()
    }
    twin.where = {turn.get(card, card): place for card, place in state.where.items()}
    twin.ages = {turn.get(card, card): age for card, age in state.ages.items()}
    twin.marks = {turn.get(card, card): who for card, who in state.marks.items()}
    twin.facts = {
        evolve(fact, card=turn.get(fact.card, fact.card)): who for fact, who in state.facts.items()
    }
    return twin


def alike(match: InterpretedMatch, one: Card, other: Card, seat: int) -> bool:
    """Whether two unseen cards agree on every fact that the player was told."""
    state, who = match.machine.state, match.machine.tables.players[seat]
    log = [
        {
            (fact.place, fact.value, fact.truth)
            for fact, to in state.facts.items()
            if fact.card is card and who in to
        }
        for card in (one, other)
    ]
    return log[0] == log[1] and one in state.where and other in state.where


PAIRS = 60  # of all that there are


def leaks(match: InterpretedMatch, seat: int) -> Iterator[tuple[Card, Card]]:
    """Pairs of unseen cards whose exchange the player's view would show."""
    m = match.machine
    who = m.tables.players[seat]
    state, before = m.state, match.view(seat)
    unseen = [card for card in m.tables.cards if not sees_card(m, card, who)]
    pairs = list(combinations(unseen, 2))
    for one, other in pairs[:: max(1, len(pairs) // PAIRS)]:
        if one.title is other.title or not alike(match, one, other, seat):
            continue
        m.state = swapped(state, one, other)
        if match.view(seat) != before:
            yield one, other
        m.state = state


def test_the_law_holds_for_the_small_one() -> None:
    match = started(BODY)
    while match.decision is not None:
        for seat in (0, 1):
            assert list(leaks(match, seat)) == []
        match.choose(0)


@pytest.mark.parametrize("name", sorted(shipped()))
def test_exchanging_unseen_cards_shows_not_at_once(name: str) -> None:
    exchanging_never_shows(name, turns=10, step=5)


@pytest.mark.long
@pytest.mark.parametrize("name", sorted(shipped()))
def test_exchanging_unseen_cards_never_shows(name: str) -> None:
    exchanging_never_shows(name, turns=40, step=8)


def exchanging_never_shows(name: str, turns: int, step: int) -> None:
    """Every so many turns, whatever a player does not see is exchanged."""
    found: Compiled = shipped()[name]
    match = Interpreter(found.program).start(seed=3)
    stream = random_choices(3)
    for turn in range(turns):
        if match.decision is None:
            break
        if turn % step == 0:
            for seat in range(len(match.machine.tables.players)):
                assert list(leaks(match, seat)) == []
        match.choose(stream.below(len(match.decision.choices)))


def test_the_helper_compiles() -> None:
    assert compiled(BODY).program.name == "t"
