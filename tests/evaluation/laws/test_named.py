"""Where a rule names a card, that card is brought to where the rule looks."""

from __future__ import annotations

from ruleslang.engine.choose_engine import engine_for
from ruleslang.engine.match.chance import Stream
from ruleslang.evaluation.laws.noninterference.leaking_lines import (
    definitions_named,
    exchanges_of_named_cards,
)
from ruleslang.players.secrecy.rearrange_hidden import hidden
from ruleslang.program.statements import Assign
from ruleslang.program.walk import children, find
from tests.evaluation.laws.texts import CARDS, planted

LOOKING = """
card dull "Dull" x300: token
card rare "Rare" x1: token
state found: 0..3 = 0
value rares(p: player): 0..9 = number of (hand(p) where it is rare)
phase game
    deal
    home chooses n from 1..2
    set found to rares(home)
    nobody wins
"""


def test_a_card_that_is_named_goes_to_the_zone_that_is_read() -> None:
    compiled = planted(CARDS + LOOKING)
    match = engine_for(compiled.program).start(seed=1)
    population = match.population
    (statement,) = find(compiled.program.procedures, Assign)
    parts = list(children(statement))
    home, away = population.players
    hand = population.places["hand"][(home,)]

    changes = exchanges_of_named_cards(match, hidden(match, away), parts, Stream(7))

    assert definitions_named(population, parts) == {"rare"}
    assert len(changes) == len(match.position.zones[hand])
    for change in changes:
        ((one, other),) = change.pairs
        assert {one.title.name, other.title.name} & {"rare"}
        assert {match.position.where[one], match.position.where[other]} & {hand}
