"""The state of the interpreter in cells, and out of them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ruleslang.flow.context import raw
from ruleslang.flow.flow import Flow
from ruleslang.flow.state_layout import (
    ACTIVE,
    AGES,
    AS_PRINTED,
    CLOCK,
    COUNTING,
    FACES,
    LIMITS,
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
from ruleslang.match.values import CardDefinition, Value
from ruleslang.meaning.state import CountsAs, State
from ruleslang.portable.lasting_effects_to_cells import put_lasting, take_lasting
from ruleslang.portable.position_histories import put_histories, take_histories
from ruleslang.portable.rules_to_cells import put_rules
from ruleslang.portable.shown_to_cells import put_shown, take_shown
from ruleslang.portable.value_codec import Codec
from ruleslang.program import declarations as d
from ruleslang.program import statements as s
from ruleslang.program import types as t

FACE = {1: "up", 2: "down"}


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


def _add_titles(flow: Flow, codec: Codec, cells: list[Any], state: State) -> None:
    """Cards that count as others."""
    titles, counting = flow.layout[TITLES].base, flow.layout[COUNTING].base
    for card in flow.population.cards:
        at = cells[counting + card.order]
        if at != AS_PRINTED:
            title = codec.members[t.Title][cells[titles + card.order]]
            assert isinstance(title, CardDefinition)
            place = None if at == WHILE_PLAYED else codec.places[at]
            state.counting_as[card] = CountsAs(title, place)


def _indexed(
    flow: Flow, family: Family, index: tuple[d.IndexPlace, ...]
) -> Iterator[tuple[int, tuple[Value, ...]]]:
    """The cells of a family, with what each is the place of."""
    return ((family.base + i, at) for i, at in enumerate(flow.population.indexes(index)))


def state_of(flow: Flow, codec: Codec, cells: list[Any]) -> State:
    """The state that cells hold."""
    layout, everyone = flow.layout, flow.population
    state = State(
        active=everyone.players[cells[layout[ACTIVE].base]],
        players=codec.value(t.SetOf(t.Player()), cells[layout[PLAYERS].base]),
        clock=cells[layout[CLOCK].base],
    )
    for place in codec.places:
        cards = cells[layout[ZONES].base + place.order]
        state.zones[place] = tuple(everyone.cards[card] for card in cards)
    for card in everyone.cards:
        at = cells[layout[WHERE].base + card.order]
        if at is not None:
            state.where[card] = codec.places[at]
            state.ages[card] = cells[layout[AGES].base + card.order]
        face = cells[layout[FACES].base + card.order]
        if face is not None:
            state.faces[card] = FACE[face]
    _stored(flow, codec, cells, state)
    take_histories(flow, cells, state)
    take_shown(flow, codec, cells, state)
    take_lasting(flow, codec, cells, state)
    _add_limits(flow, codec, cells, state)
    if TITLES in layout.families:
        _add_titles(flow, codec, cells, state)
    for piece in everyone.pieces:
        space = cells[layout[SPACE].base + piece.order]
        if space is not None:
            state.spaces[piece] = everyone.spaces[space]
    for each in everyone.spaces:
        pieces = cells[layout[STANDING].base + each.order]
        state.standing[each] = tuple(everyone.pieces[piece] for piece in pieces)
    return state


def _add_limits(flow: Flow, codec: Codec, cells: list[Any], state: State) -> None:
    """Uses that were counted."""
    program = flow.population.program
    offered: tuple[d.Action | d.Play, ...] = (*program.actions, *program.plays)
    limits = [
        (clause, what)
        for what in offered
        for clause in what.body.clauses
        if isinstance(clause, s.Limit)
    ]
    for number, title, who, *named, count in cells[flow.layout[LIMITS].base]:
        clause, what = limits[number]
        types = [what.locals[slot].type for slot in clause.for_each]
        values = (codec.value(type, each) for type, each in zip(types, named, strict=True))
        key = (codec.value(t.Title(), title), flow.population.players[who], *values)
        state.limits[clause.name, *key] = count


def _stored(flow: Flow, codec: Codec, cells: list[Any], state: State) -> None:
    """States and dice."""
    layout, program = flow.layout, flow.population.program
    for declared in program.states:
        values = state.states[declared.name] = {}
        family = layout[state_family(declared.name)]
        for at, index in _indexed(flow, family, declared.index):
            if cells[at] is not ABSENT:
                values[index] = codec.value(declared.type, cells[at])
    for dice in program.dice:
        lying = state.dice[dice.name] = {}
        for at, index in _indexed(flow, layout[dice_family(dice.name)], dice.index):
            lying[index] = tuple(cells[at])
