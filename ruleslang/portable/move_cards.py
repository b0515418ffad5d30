"""Cards that move between zones, in the cells of one layout."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ruleslang.flow.flow import Flow
from ruleslang.flow.state_layout import AGES, CLOCK, WHERE, ZONES
from ruleslang.portable.counts_as import Counting
from ruleslang.portable.machine import Play
from ruleslang.portable.pure_runtime_functions import fail
from ruleslang.portable.revealed import Reveals

Cells = list[Any]
Cards = tuple[int, ...]
Move = Callable[[Play, Cells, str, int, Cards, int, "int | None"], None]


def moving(flow: Flow, reveals: Reveals) -> Move:
    """The effect that moves cards to the top or the bottom of a zone place, with its room."""
    one, several = _moving_one(flow, reveals), _moving_several(flow, reveals)
    where = flow.layout[WHERE].base

    def move(
        M: Play, S: Cells, position: str, origin: int, cards: Cards, target: int, room: int | None
    ) -> None:
        if len(cards) == 1 and S[where + cards[0]] != target:
            one(M, S, position, origin, cards, target, room)
        elif cards:
            several(M, S, position, origin, cards, target, room)

    return move


def _moving_one(flow: Flow, reveals: Reveals) -> Move:
    """A single card that comes from elsewhere, as most do."""
    zones, where = flow.layout[ZONES].base, flow.layout[WHERE].base
    ages, clock = flow.layout[AGES].base, flow.layout[CLOCK].base
    ordered = [place.zone.ordered for place in flow.population.all_places()]
    tells, counting = reveals.any, Counting(flow)
    counts = counting.any

    def move_one(
        M: Play, S: Cells, position: str, origin: int, cards: Cards, target: int, room: int | None
    ) -> None:
        (card,), there = cards, S[zones + target]
        if room is not None and len(there) >= room:
            fail("zone-full", origin)
        S[clock] = S[ages + card] = S[clock] + 1
        old = S[where + card]
        if old is not None:
            lay = S[zones + old]
            at = lay.index(card)
            S[zones + old] = lay[:at] + lay[at + 1 :]
            if counts:
                counting.left(S, card, old)
        S[where + card] = target
        if ordered[target]:
            S[zones + target] = cards + there if position == "top" else there + cards
        elif not there or there[-1] < card:
            S[zones + target] = there + cards
        else:
            S[zones + target] = tuple(sorted(there + cards))
        if tells:
            reveals.came(M, S, cards, target)

    return move_one


def _follow(cards: Cards) -> bool:
    """Whether these are cards that follow each other in the standard order."""
    return cards == tuple(range(cards[0], cards[0] + len(cards)))


def _without(lay: Cards, cards: Cards) -> Cards:
    """What stays of a zone when cards leave it, as they often do from its top."""
    if lay[: len(cards)] == cards:
        return lay[len(cards) :]
    return tuple([card for card in lay if card not in cards])


def _moving_several(flow: Flow, reveals: Reveals) -> Move:
    """Any number of cards, some of which may lie there already."""
    zones, where = flow.layout[ZONES].base, flow.layout[WHERE].base
    ages, clock = flow.layout[AGES].base, flow.layout[CLOCK].base
    ordered = [place.zone.ordered for place in flow.population.all_places()]
    counting = Counting(flow)
    counts = counting.any

    def move_several(
        M: Play, S: Cells, position: str, origin: int, cards: Cards, target: int, room: int | None
    ) -> None:
        there = S[zones + target]
        stay = tuple([card for card in there if card not in cards]) if there else ()
        if room is not None and len(stay) + len(cards) > max(room, len(there)):
            fail("zone-full", origin)
        moment = S[clock] = S[clock] + 1
        first, number = where + cards[0], len(cards)
        if S[first : first + number].count(None) == number and _follow(cards):
            at = ages + cards[0]
            S[first : first + number], S[at : at + number] = [target] * number, [moment] * number
        else:  # not as a new deck does
            for old in {S[where + card] for card in cards} - {None, target}:
                S[zones + old] = _without(S[zones + old], cards)
            for card in cards:
                old = S[where + card]
                if old != target:
                    if counts and old is not None:
                        counting.left(S, card, old)
                    S[ages + card] = moment
                    S[where + card] = target
        lying = cards + stay if position == "top" else stay + cards
        S[zones + target] = lying if ordered[target] else tuple(sorted(lying))
        if reveals.any:
            reveals.came(M, S, cards, target)

    return move_several
