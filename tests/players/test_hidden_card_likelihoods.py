"""The cards that a known player keeps more often than by chance, and deals that follow them."""

from __future__ import annotations

from functools import partial

import ruleslang
from ruleslang.engine.cells.match import CompiledMatch
from ruleslang.engine.choose_engine import WASM, engine_named
from ruleslang.engine.match.chance import Stream, derive
from ruleslang.players.search_matches import leanings
from ruleslang.players.secrecy.deal_again import dealt_again

BOOK = """\
rulebook keep "Keep"
    players 2: ann, bob
    starts with game
kind stone
    has worth: 1..9
card gold "Gold" x4: stone
    worth: 9
card lead "Lead" x12: stone
    worth: 1
zone pile: stone, ordered, seen by nobody
zone hand(player): stone, at most 4, seen by owner
phase game
    move cards to pile
    shuffle pile
    for each p in players
        for each i in 1..2
            move top(pile) to hand(p)
    repeat 12 times
        for each p in players
            move top(pile) to hand(p)
            p chooses dropped from hand(p)
            move dropped to pile
            shuffle pile
    nobody wins
player keeper
    prefer dropped by lowest worth(dropped)
"""


def waiting() -> tuple[CompiledMatch, ruleslang.Game]:
    game = ruleslang.load(BOOK)
    match = engine_named(WASM, game.compiled.program).start(seed=1)
    assert isinstance(match, CompiledMatch)
    return match, game


def test_cards_are_dealt_to_others_as_often_as_the_known_player_keeps_them() -> None:
    match, game = waiting()
    found = leanings(match, game.compiled.choosers[0])
    by_zone = {where[0::2]: ratio for where, ratio in found.ratios.items() if not where[1]}

    assert by_zone["hand", "gold"] > 1.5 > 0.8 > by_zone["hand", "lead"]

    likely = partial(found.of, match.population.players[0])
    held = dict.fromkeys((None, likely), 0)
    other = match.population.players[1]
    for seed in range(80):
        for deal in held:
            copy = match.dealt(dealt_again(match, 0, Stream(derive(1, seed)), likely=deal))
            assert copy is not None
            for place, cards in copy.position.zones.items():
                if other in place.index:
                    held[deal] += sum(card.title.name == "gold" for card in cards)

    assert held[likely] > 1.4 * held[None]
