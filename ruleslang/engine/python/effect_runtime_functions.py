"""Runtime functions for steps: the effects of core words on the cells of one layout."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from ruleslang.engine.cells.chance import Undrawn, effects_of_chance
from ruleslang.engine.cells.key import HALF, WORDS
from ruleslang.engine.cells.machine import Play
from ruleslang.engine.cells.revealed import Reveals
from ruleslang.engine.flow import state_layout as f
from ruleslang.engine.flow.lower import Flow
from ruleslang.engine.flow.words import ABSENT
from ruleslang.engine.match.faults import fail

Cells = list[Any]


class Counting:
    """The cells of what cards count as; `any`: whether there are any."""

    def __init__(self, flow: Flow) -> None:
        layout, population = flow.layout, flow.population
        self.any = f.TITLES in layout.families
        self.printed = [card.title.order for card in population.cards]
        self.kinds = [title.kinds for title in population.titles.values()]
        self.where = layout[f.WHERE].base
        if self.any:
            self.titles, self.counting, self.played_as = (
                layout[name].base for name in (f.TITLES, f.COUNTING, f.PLAYED_AS)
            )

    def effects(self) -> Mapping[str, Callable[..., Any]]:
        """Return the effects, by the names in printed source."""
        return {"count_as": self.begin, "end_counting": self.end}

    def begin(self, M: Play, S: Cells, card: int, title: int) -> None:
        """Let a card count as another definition while it is played."""
        where = S[self.where + card]
        before = S[self.titles + card], S[self.counting + card]
        row = (card, title, *before, f.NOWHERE if where is None else where)
        S[self.played_as] = (*S[self.played_as], row)
        S[self.titles + card], S[self.counting + card] = title, f.WHILE_PLAYED

    def end(self, M: Play, S: Cells) -> None:
        """End a play: the card keeps counting so only while it is where the play put it."""
        *rows, (card, title, title_before, counting_before, start) = S[self.played_as]
        S[self.played_as] = tuple(rows)
        where = S[self.where + card]
        if where is not None and where != start:
            S[self.titles + card], S[self.counting + card] = title, where
        else:
            S[self.titles + card], S[self.counting + card] = title_before, counting_before

    def end_all(self, M: Play) -> None:
        while self.any and M.S[self.played_as]:
            self.end(M, M.S)

    def left(self, S: Cells, card: int, old: int) -> None:
        """Reset what a card counts as when it leaves the place where it did."""
        if self.any and S[self.counting + card] == old:
            S[self.titles + card], S[self.counting + card] = self.printed[card], f.AS_PRINTED

    def fits_zone(self, S: Cells, card: int, kind: str) -> bool:
        """Return whether a card is of a kind, or counts so."""
        return kind in self.kinds[self.printed[card]] or (
            self.any and kind in self.kinds[S[self.titles + card]]
        )


Cards = tuple[int, ...]
Move = Callable[[Play, Cells, str, int, Cards, int, "int | None"], None]


def moving(flow: Flow, reveals: Reveals) -> Move:
    """Return the effect that moves cards to the top or the bottom of a zone, up to its capacity."""
    move_one, several = _moving_one(flow, reveals), _moving_several(flow, reveals)
    where = flow.layout[f.WHERE].base

    def move(
        M: Play, S: Cells, position: str, origin: int, cards: Cards, target: int, room: int | None
    ) -> None:
        if len(cards) == 1 and S[where + cards[0]] != target:
            move_one(M, S, position, origin, cards, target, room)
        elif cards:
            several(M, S, position, origin, cards, target, room)

    return move


def _moving_one(flow: Flow, reveals: Reveals) -> Move:
    """Return the move of a single card from elsewhere, the common case."""
    zones, where = flow.layout[f.ZONES].base, flow.layout[f.WHERE].base
    ages, clock = flow.layout[f.AGES].base, flow.layout[f.CLOCK].base
    ordered = [place.zone.ordered for place in flow.population.all_places()]
    reports, counting = reveals.any, Counting(flow)
    counts = counting.any

    def move_one(
        M: Play, S: Cells, position: str, origin: int, cards: Cards, target: int, room: int | None
    ) -> None:
        (card,), cards_there = cards, S[zones + target]
        if room is not None and len(cards_there) >= room:
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
            S[zones + target] = cards + cards_there if position == "top" else cards_there + cards
        elif not cards_there or cards_there[-1] < card:
            S[zones + target] = cards_there + cards
        else:
            S[zones + target] = tuple(sorted(cards_there + cards))
        if reports:
            reveals.came(M, S, cards, target)

    return move_one


def _follow(cards: Cards) -> bool:
    """Return whether the cards are consecutive in the standard order."""
    return cards == tuple(range(cards[0], cards[0] + len(cards)))


def _without(lay: Cards, cards: Cards) -> Cards:
    """Return a zone without cards that leave it, often from the top."""
    if lay[: len(cards)] == cards:
        return lay[len(cards) :]
    return tuple([card for card in lay if card not in cards])


def _moving_several(flow: Flow, reveals: Reveals) -> Move:
    """Return the move of any number of cards, some of which may be there already."""
    zones, where = flow.layout[f.ZONES].base, flow.layout[f.WHERE].base
    ages, clock = flow.layout[f.AGES].base, flow.layout[f.CLOCK].base
    ordered = [place.zone.ordered for place in flow.population.all_places()]
    counting = Counting(flow)
    counts = counting.any

    def move_several(
        M: Play, S: Cells, position: str, origin: int, cards: Cards, target: int, room: int | None
    ) -> None:
        cards_there = S[zones + target]
        stay = tuple([card for card in cards_there if card not in cards]) if cards_there else ()
        if room is not None and len(stay) + len(cards) > max(room, len(cards_there)):
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
        there = cards + stay if position == "top" else stay + cards
        S[zones + target] = there if ordered[target] else tuple(sorted(there))
        if reveals.any:
            reveals.came(M, S, cards, target)

    return move_several


Effect = Callable[..., Any]


def effects(flow: Flow) -> Mapping[str, Effect]:
    """Return the effects, by the names in printed source."""
    reveals = Reveals(flow)
    return {
        "move": moving(flow, reveals),
        "keep_track": reveals.came,
        **Counting(flow).effects(),
        **_swaps(flow, reveals),
        **_pieces(flow),
        **effects_of_chance(flow, reveals),
        **reveals.effects(),
        **_others(flow),
        "change_place": change_place,
    }


def _others(flow: Flow) -> dict[str, Effect]:
    def note(M: Play, S: Cells, limit: str, origin: int) -> None:
        M.game.limits_reached(M, limit, origin)

    def fill(M: Play, S: Cells, family: str, value: Any) -> None:
        of = flow.layout[family]
        shown = flow.layout.families.get(f.shown_family(family))
        if shown is not None and value is not ABSENT:
            for number in range(of.cells):
                if S[of.base + number] != value:
                    S[shown.base + number] = None
        S[of.base : of.base + of.cells] = [value] * of.cells

    def point_at(M: Play, S: Cells, statement: int) -> None:
        M.statement = statement

    def look_anew(M: Play, S: Cells) -> None:
        M.noted = []

    def what_was_noted(M: Play, S: Cells) -> int:
        noted = 0
        for value in M.noted:
            noted = _folded(noted, value) >> 5
        return noted

    return {
        "note": note,
        "fill": fill,
        "point_at": point_at,
        "look_anew": look_anew,
        "what_was_noted": what_was_noted,
    }


def _folded(noted: int, value: Any) -> int:
    """Return a hash of what rules look at, the same as in C, since it may be part of a key."""
    if value.__class__ is tuple:
        noted = _folded(noted + 1, len(value))
        for member in value:
            noted = _folded(noted, member)
        return noted
    if value.__class__ is Undrawn:
        return _folded(noted, (value.number, value.at))
    mixed: int = (noted ^ WORDS.get(value, value)) * 0xBF58476D1CE4E5B9 % HALF
    return (mixed ^ (mixed >> 29)) * 0x94D049BB133111EB % HALF


def _swaps(flow: Flow, reveals: Reveals) -> dict[str, Effect]:
    layout, places = flow.layout, tuple(flow.population.all_places())
    zones, where = layout[f.ZONES].base, layout[f.WHERE].base
    ages, clock = layout[f.AGES].base, layout[f.CLOCK].base
    counting = Counting(flow)

    def put(S: Cells, card: int, place: int, origin: int) -> None:
        kind = places[place].zone.kind
        if kind is not None and not counting.fits_zone(S, card, kind):
            fail("wrong-kind-in-zone", origin)
        counting.left(S, card, S[where + card])
        S[ages + card], S[where + card] = S[clock], place

    def lay(S: Cells, place: int, cards: tuple[int, ...]) -> None:
        S[zones + place] = cards if places[place].zone.ordered else tuple(sorted(cards))

    def swap_zones(M: Play, S: Cells, origin: int, left: int, right: int) -> None:
        mine, theirs = S[zones + left], S[zones + right]
        S[clock] += 1
        for cards, new in ((mine, right), (theirs, left)):
            for card in cards:
                put(S, card, new, origin)
        lay(S, left, theirs)
        lay(S, right, mine)

    def swap_cards(M: Play, S: Cells, origin: int, first: int, second: int) -> None:
        mine, theirs = S[where + first], S[where + second]
        if mine is None or theirs is None:
            fail("not-a-member", origin)
        S[clock] += 1
        exchanged = {first: second, second: first}
        if mine != theirs:
            put(S, first, theirs, origin)
            put(S, second, mine, origin)
        for place in {mine, theirs}:
            lay(S, place, tuple([exchanged.get(card, card) for card in S[zones + place]]))
        reveals.came(M, S, (first,), theirs)
        reveals.came(M, S, (second,), mine)

    return {"swap_zones": swap_zones, "swap_cards": swap_cards}


def _pieces(flow: Flow) -> dict[str, Effect]:
    space_of, standing = flow.layout[f.SPACE].base, flow.layout[f.STANDING].base

    def put_piece(M: Play, S: Cells, piece: int, space: int | None) -> None:
        old = S[space_of + piece]
        if old is not None:
            S[standing + old] = tuple(
                [standing_piece for standing_piece in S[standing + old] if standing_piece != piece]
            )
        S[space_of + piece] = space
        if space is not None:
            S[standing + space] = tuple(sorted((*S[standing + space], piece)))

    return {"put_piece": put_piece}


def change_place(
    M: Play, S: Cells, places: tuple[tuple[str, str], ...], origin: int, run: int, value: Any
) -> None:
    """Write a parameter of a run, in every frame that has it."""
    has_any = False
    for frame in M.game.frames_of(M.K, run):
        at = M.game.place_in(frame[1], places)
        if at is not None:
            frame[at], has_any = value, True
    if not has_any:
        fail("not-under-way", origin)
