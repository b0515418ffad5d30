"""Where a rule names a card, that card is brought to where the rule looks."""

from __future__ import annotations

from ruleslang.match.chance import Stream
from ruleslang.meaning.match import Match
from ruleslang.noninterference.named_cards import named, towards
from ruleslang.program.statements import Assign
from ruleslang.program.walk import children, find
from ruleslang.secrecy.rearrange_hidden import hidden
from tests.laws.texts import CARDS, planted

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
    match = Match.start(compiled.program, seed=1)
    m = match.machine
    (statement,) = find(compiled.program.procedures, Assign)
    away, hand = m.tables.players[1], m.tables.places["hand"][(m.tables.players[0],)]

    changes = towards(m, hidden(m, away), list(children(statement)), Stream(7))

    assert named(m.tables, list(children(statement))) == {"rare"}
    assert len(changes) == len(m.state.zones[hand])
    for change in changes:
        ((one, other),) = change.pairs
        assert {one.title.name, other.title.name} & {"rare"}
        assert {m.state.where[one], m.state.where[other]} & {hand}
