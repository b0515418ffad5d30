"""What printed steps call: the effects of `flow.operation_names`, on the cells of one layout."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from ruleslang.flow.flow import Flow
from ruleslang.flow.state_layout import AGES, CLOCK, SPACE, STANDING, WHERE, ZONES, shown_family
from ruleslang.flow.words import ABSENT
from ruleslang.portable.chance import effects_of_chance
from ruleslang.portable.counts_as import Counting
from ruleslang.portable.machine import Play
from ruleslang.portable.move_cards import moving
from ruleslang.portable.pure_runtime_functions import fail
from ruleslang.portable.revealed import Reveals

Cells = list[Any]
Effect = Callable[..., Any]


def effects(flow: Flow) -> Mapping[str, Effect]:
    """The effects by the names under which printed source calls them."""
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
    def note(M: Play, S: Cells, what: str, origin: int) -> None:
        M.game.limits_reached(M, what, origin)

    def fill(M: Play, S: Cells, family: str, value: Any) -> None:
        of = flow.layout[family]
        shown = flow.layout.families.get(shown_family(family))
        if shown is not None and value is not ABSENT:
            for number in range(of.cells):
                if S[of.base + number] != value:
                    S[shown.base + number] = None
        S[of.base : of.base + of.cells] = [value] * of.cells

    def stand_at(M: Play, S: Cells, statement: int) -> None:
        M.statement = statement

    def look_anew(M: Play, S: Cells) -> None:
        M.noted = []

    def what_was_noted(M: Play, S: Cells) -> tuple[Any, ...]:
        return tuple(M.noted)

    return {
        "note": note,
        "fill": fill,
        "stand_at": stand_at,
        "look_anew": look_anew,
        "what_was_noted": what_was_noted,
    }


def _swaps(flow: Flow, reveals: Reveals) -> dict[str, Effect]:
    layout, places = flow.layout, tuple(flow.population.all_places())
    zones, where = layout[ZONES].base, layout[WHERE].base
    ages, clock = layout[AGES].base, layout[CLOCK].base
    counting = Counting(flow)

    def put(S: Cells, card: int, place: int, origin: int) -> None:
        kind = places[place].zone.kind
        if kind is not None and not counting.may_lie(S, card, kind):
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

    def swap_cards(M: Play, S: Cells, origin: int, one: int, other: int) -> None:
        mine, theirs = S[where + one], S[where + other]
        if mine is None or theirs is None:
            fail("not-a-member", origin)
        S[clock] += 1
        exchanged = {one: other, other: one}
        if mine != theirs:
            put(S, one, theirs, origin)
            put(S, other, mine, origin)
        for place in {mine, theirs}:
            lay(S, place, tuple([exchanged.get(card, card) for card in S[zones + place]]))
        reveals.came(M, S, (one,), theirs)
        reveals.came(M, S, (other,), mine)

    return {"swap_zones": swap_zones, "swap_cards": swap_cards}


def _pieces(flow: Flow) -> dict[str, Effect]:
    space_of, standing = flow.layout[SPACE].base, flow.layout[STANDING].base

    def stand(M: Play, S: Cells, piece: int, space: int | None) -> None:
        old = S[space_of + piece]
        if old is not None:
            S[standing + old] = tuple([each for each in S[standing + old] if each != piece])
        S[space_of + piece] = space
        if space is not None:
            S[standing + space] = tuple(sorted((*S[standing + space], piece)))

    return {"stand": stand}


def change_place(
    M: Play, S: Cells, places: tuple[tuple[str, str], ...], origin: int, run: int, value: Any
) -> None:
    """A place of a run takes a value, in every frame that has it."""
    has_any = False
    for frame in M.game.frames_of(M.K, run):
        at = M.game.place_in(frame[1], places)
        if at is not None:
            frame[at], has_any = value, True
    if not has_any:
        fail("not-under-way", origin)
