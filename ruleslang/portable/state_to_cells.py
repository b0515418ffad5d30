"""The state of the interpreter in cells."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ruleslang.flow.context import raw
from ruleslang.flow.flow import Flow
from ruleslang.flow.state_layout import (
    ACTIVE,
    AGES,
    CLOCK,
    COUNTING,
    PLAYERS,
    SPACE,
    STANDING,
    TITLES,
    WHERE,
    WHILE_PLAYED,
    ZONES,
    Family,
    dice_family,
    has_specimens,
    state_family,
)
from ruleslang.flow.words import ABSENT
from ruleslang.match.values import Value
from ruleslang.meaning.state import State
from ruleslang.portable.lasting_effects_to_cells import put_lasting
from ruleslang.portable.position_histories import put_histories
from ruleslang.portable.rules_to_cells import put_rules
from ruleslang.portable.shown_to_cells import put_shown
from ruleslang.program import declarations as d


def cells_of(flow: Flow, state: State) -> list[Any]:
    """The cells of a state in which nothing is under way."""
    layout, everyone = flow.layout, flow.population
    cells = layout.start()
    cells[layout[ACTIVE].base] = state.active.order
    cells[layout[PLAYERS].base] = raw(state.players)
    cells[layout[CLOCK].base] = state.clock
    for place, cards in state.zones.items():
        cells[layout[ZONES].base + place.order] = raw(cards)
    for card, place in state.where.items():
        cells[layout[WHERE].base + card.order] = place.order
        cells[layout[AGES].base + card.order] = state.ages[card]
    if TITLES in layout.families:
        _put_titles(flow, cells, state)
    for declared in everyone.program.states:
        values = state.states[declared.name]
        for at, index in _indexed(flow, layout[state_family(declared.name)], declared.index):
            cells[at] = raw(values[index]) if index in values else ABSENT
    for dice in everyone.program.dice:
        for at, index in _indexed(flow, layout[dice_family(dice.name)], dice.index):
            cells[at] = state.dice[dice.name][index]
    for piece, space in state.spaces.items():
        cells[layout[SPACE].base + piece.order] = space.order
    for space, pieces in state.standing.items():
        cells[layout[STANDING].base + space.order] = raw(pieces)
    put_histories(flow, cells, state)
    put_shown(flow, cells, state)
    put_lasting(flow, cells, state)
    put_rules(flow, cells, state)
    return cells


def _put_titles(flow: Flow, cells: list[Any], state: State) -> None:
    """What cards count as, and those that lie nowhere."""
    layout, everyone = flow.layout, flow.population
    titles = [state.title_of(card) for card in everyone.cards]
    family = layout[TITLES]
    if has_specimens(everyone):
        titles += everyone.titles.values()
    cells[family.base : family.base + family.cells] = [each.order for each in titles]
    for card, counts_as in state.counting_as.items():
        place = counts_as.place
        at = WHILE_PLAYED if place is None else place.order
        cells[layout[COUNTING].base + card.order] = at


def _indexed(
    flow: Flow, family: Family, index: tuple[d.IndexPlace, ...]
) -> Iterator[tuple[int, tuple[Value, ...]]]:
    """The cells of a family, with what each is the place of."""
    return ((family.base + i, at) for i, at in enumerate(flow.population.indexes(index)))
