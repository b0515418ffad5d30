"""The cells of a position of the interpreter in which nothing was ever begun."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ruleslang.engine.cells.compiled_game import CompiledGame
from ruleslang.engine.cells.machine import Play
from ruleslang.engine.flow import state_layout as f
from ruleslang.engine.flow.context import raw
from ruleslang.engine.flow.ir_exprs import ABSENT
from ruleslang.engine.flow.lower import Flow
from ruleslang.engine.interpreter.match import InterpretedMatch
from ruleslang.engine.interpreter.state import State
from ruleslang.engine.interpreter.whenever import take_as_tested
from ruleslang.engine.match.interface import Match
from ruleslang.program import statements as s
from ruleslang.program.effect_order import WrittenEffect
from ruleslang.program.passes.derived_tables import derive


def taken(game: CompiledGame, match: Match, *, is_new: bool = False) -> Play:
    """
    Return a compiled match in the position of one of the interpreter in which nothing was ever
    begun. Unless it `is_new`, its rules are tested first, which may raise a `Fault`.
    """
    assert isinstance(match, InterpretedMatch)
    machine = match.machine
    if not is_new and machine.tested != machine.state.version:
        take_as_tested(machine)
    play = Play(game, cells_of(game, machine.state), 0, None)
    game.divert(play, machine.chance)
    for outcome in machine.outcomes:
        play.outcomes = play.outcomes, outcome if isinstance(outcome, int) else tuple(outcome)
    play.S[game.noted] = machine.usage.noted
    return play


def cells_of(game: CompiledGame, state: State) -> list[Any]:
    """Return the cells of a state before anything was begun."""
    flow, layout, indexes = game.flow, game.flow.layout, game.codec.indexes
    cells = layout.start()
    cells[layout[f.ACTIVE].base] = state.active.order
    cells[layout[f.PLAYERS].base] = raw(state.players)
    cells[layout[f.CLOCK].base] = state.clock
    for place, cards in state.zones.items():
        cells[layout[f.ZONES].base + place.order] = raw(cards)
    for card, place in state.where.items():
        cells[layout[f.WHERE].base + card.order] = place.order
        cells[layout[f.AGES].base + card.order] = state.ages[card]
        if f.SINCE in layout.families:
            cells[layout[f.SINCE].base + card.order] = state.since.get(card, 0)
    if f.TITLES in layout.families:
        population, family = flow.population, layout[f.TITLES]
        titles = [card.title.order for card in population.cards]
        if f.has_specimens(population):
            titles += [title.order for title in population.titles.values()]
        cells[family.base : family.base + family.cells] = titles
    for name, values in state.states.items():
        for at, index in enumerate(indexes[name], layout[f.state_family(name)].base):
            cells[at] = raw(values[index]) if index in values else ABSENT
    for name, faces in state.dice.items():
        for at, index in enumerate(indexes[name], layout[f.dice_family(name)].base):
            cells[at] = faces[index]
    for piece, space in state.spaces.items():
        cells[layout[f.SPACE].base + piece.order] = space.order
    for space, pieces in state.pieces_on.items():
        cells[layout[f.STANDING].base + space.order] = raw(pieces)
    put_rules(flow, cells, state)
    return cells


def lastings(flow: Flow) -> tuple[s.Lasting, ...]:
    return derive(flow.population.program).effects.lastings


def put_rules(flow: Flow, cells: list[Any], state: State) -> None:
    """Store for whom rules were true when last tested."""
    places = {rule.effect.id: rule.place for rule in rules(flow)}
    true: dict[int, list[tuple[int, Any]]] = {}
    for keys in state.bits.values():
        for key in keys:
            card, whom = key.force.card, raw(key.member)
            pair = -1 if card is None else card.order, 0 if whom is None else whom
            true.setdefault(places[key.force.effect], []).append(pair)
    for place, pairs in true.items():
        cells[flow.layout[f.truth_family(place)].base] = tuple(sorted(pairs))


def rules(flow: Flow) -> Iterator[WrittenEffect]:
    for written in derive(flow.population.program).effects.written:
        if isinstance(written.effect, s.Whenever):
            yield written
