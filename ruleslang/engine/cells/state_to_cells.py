"""Converts the interpreter's state to cells, and lasting effects and rules both ways."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from ruleslang.engine.cells.cells_to_state import Codec, put_histories, put_shown
from ruleslang.engine.flow import state_layout as f
from ruleslang.engine.flow.context import raw
from ruleslang.engine.flow.effects_in_force import locals_in, pattern_of
from ruleslang.engine.flow.lower import Flow
from ruleslang.engine.flow.words import ABSENT
from ruleslang.engine.interpreter.evaluate import ANYTHING
from ruleslang.engine.interpreter.machine import Machine, QueuedRule
from ruleslang.engine.interpreter.state import ActiveLasting, State
from ruleslang.engine.match.runtime_values import Value
from ruleslang.program import declarations as d
from ruleslang.program import expressions as e
from ruleslang.program import patterns
from ruleslang.program import statements as s
from ruleslang.program import types as t
from ruleslang.program.effect_order import WrittenEffect
from ruleslang.program.locals import LocalDecl
from ruleslang.program.passes.derived_tables import derive
from ruleslang.program.typing.environment import Scope, world_of
from ruleslang.program.typing.expressions import type_of


def put_lasting(flow: Flow, cells: list[Any], state: State) -> None:
    """Writes the active lasting effects of a state, in which no run is under way, to its cell."""
    numbers = {lasting.name: n for n, lasting in enumerate(_lastings(flow))}
    if f.LASTING in flow.layout.families:
        cells[flow.layout[f.LASTING].base] = tuple(
            (
                last.age,
                numbers[last.statement.name],
                raw(last.holder),
                raw(last.card),
                None,
                None if last.places is None else tuple(map(_raw, last.places)),
                tuple(raw(last.env[slot]) for slot in last.statement.captures),
            )
            for last in state.lasting
        )


def _raw(place: Value) -> Any:
    is_compared = isinstance(place, tuple) and place[0] in ("is", "in")
    return raw(place[1]) if is_compared else None


def take_lasting(flow: Flow, codec: Codec, cells: Sequence[Any], state: State) -> None:
    """Reads the active lasting effects from their cell into the state."""
    if f.LASTING not in flow.layout.families:
        return
    state.lasting = tuple(_active(flow, codec, *row) for row in cells[flow.layout[f.LASTING].base])


def _active(
    flow: Flow,
    codec: Codec,
    age: int,
    number: int,
    holder: int | None,
    card: int | None,
    run: int | None,
    fixed: tuple[Any, ...] | None,
    captured: tuple[Any, ...],
) -> ActiveLasting:
    statement = _lastings(flow)[number]
    locals = locals_in(derive(flow.population.program).effects, statement)
    values = zip(statement.captures, captured, strict=True)
    return ActiveLasting(
        statement,
        locals,
        {slot: codec.value(locals[slot].type, value) for slot, value in values},
        age,
        codec.value(t.Player(), holder),
        codec.value(t.Card(), card),
        None if run is None else codec.runs.get(run if run >= 0 else -1 - run),
        None if fixed is None else _places(flow, codec, statement, locals, fixed),
    )


def _lastings(flow: Flow) -> tuple[s.Lasting, ...]:
    return derive(flow.population.program).effects.lastings


def _places(
    flow: Flow,
    codec: Codec,
    statement: s.Lasting,
    locals: tuple[LocalDecl, ...],
    fixed: tuple[Any, ...],
) -> tuple[Value, ...]:
    """The values that a pattern compares with, in the interpreter's form."""
    types = {slot: local.type for slot, local in enumerate(locals)}
    scope = Scope(world_of(flow.population.program), types)
    places: list[Value] = []
    for entry, value in zip(pattern_of(statement) or (), fixed, strict=True):
        match entry:
            case patterns.EqualEntry(value=wanted, comparing=how):
                places.append(("is", codec.value(type_of(wanted, scope), value), how))
            case patterns.MemberEntry(set=among, comparing=how):
                places.append(("in", codec.value(type_of(among, scope), value), how))
            case patterns.KindEntry(kind=kind, of=of):
                places.append(("kind", kind, of))
            case _:
                places.append(ANYTHING)
    return tuple(places)


Key = tuple[Value, ...]


def put_rules(flow: Flow, cells: list[Any], state: State) -> None:
    """Store for whom rules were true when last tested."""
    places = {rule.effect.id: rule.place for rule in _rules(flow)}
    true: dict[int, list[tuple[int, Any]]] = {}
    for keys in state.bits.values():
        for (effect, card, last), member in keys:
            carrier = -1 if card is None else card.order
            if last is not None:
                carrier = last.age
            whom = raw(member)
            true.setdefault(places[effect], []).append((carrier, 0 if whom is None else whom))
    for place, pairs in true.items():
        cells[flow.layout[f.truth_family(place)].base] = tuple(sorted(pairs))


def take_rules(flow: Flow, codec: Codec, cells: list[Any], machine: Machine) -> None:
    """Read the same from cells, with the queued rules."""
    state = machine.state
    for written_rule in _rules(flow):
        for carrier, member in cells[flow.layout[f.truth_family(written_rule.place)].base]:
            if _is_over(state, written_rule, carrier):
                continue
            key = _key(flow, codec, state, written_rule, carrier, member)
            rule = key[0][2], written_rule.effect.id
            state.bits[rule] = state.bits.get(rule, frozenset()) | {key}
    if f.QUEUE in flow.layout.families:
        written = derive(flow.population.program).effects.written
        for place, carrier, member in cells[flow.layout[f.QUEUE].base]:
            if not _is_over(state, written[place], carrier):
                key = _key(flow, codec, state, written[place], carrier, member)
                machine.queue.append(QueuedRule(key))


def _rules(flow: Flow) -> Iterator[WrittenEffect]:
    for written in derive(flow.population.program).effects.written:
        if isinstance(written.effect, s.Whenever):
            yield written


def _key(
    flow: Flow, codec: Codec, state: State, written: WrittenEffect, carrier: int, member: Any
) -> Key:
    """The interpreter's key of a rule."""
    assert isinstance(written.effect, s.Whenever)
    condition, card, last = written.effect.condition, None, None
    if isinstance(written.begun_by, s.Lasting):
        last = _begun(state, carrier)
    elif written.carriers is not None:
        card = codec.value(t.Card(), carrier)
    who = None
    if isinstance(condition, e.ThereIs):
        who = codec.value(written.locals[condition.variable].type, member)
    return (written.effect.id, card, last), who


def _is_over(state: State, written: WrittenEffect, carrier: int) -> bool:
    """Whether a rule is of a lasting effect that has ended."""
    return isinstance(written.begun_by, s.Lasting) and _begun(state, carrier) is None


def _begun(state: State, age: int) -> ActiveLasting | None:
    return next((last for last in state.lasting if last.age == age), None)


def cells_of(flow: Flow, state: State) -> list[Any]:
    """The cells of a state without runs in progress."""
    layout, population = flow.layout, flow.population
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
        _put_titles(flow, cells, state)
    for declared in population.program.states:
        values = state.states[declared.name]
        for at, index in _indexed(flow, layout[f.state_family(declared.name)], declared.index):
            cells[at] = raw(values[index]) if index in values else ABSENT
    for dice in population.program.dice:
        for at, index in _indexed(flow, layout[f.dice_family(dice.name)], dice.index):
            cells[at] = state.dice[dice.name][index]
    for piece, space in state.spaces.items():
        cells[layout[f.SPACE].base + piece.order] = space.order
    for space, pieces in state.standing.items():
        cells[layout[f.STANDING].base + space.order] = raw(pieces)
    put_histories(flow, cells, state)
    put_shown(flow, cells, state)
    put_lasting(flow, cells, state)
    put_rules(flow, cells, state)
    return cells


def _put_titles(flow: Flow, cells: list[Any], state: State) -> None:
    """Store what cards and representatives count as."""
    layout, population = flow.layout, flow.population
    titles = [state.title_of(card) for card in population.cards]
    family = layout[f.TITLES]
    if f.has_specimens(population):
        titles += population.titles.values()
    cells[family.base : family.base + family.cells] = [title.order for title in titles]
    for card, counts_as in state.counting_as.items():
        place = counts_as.place
        at = f.WHILE_PLAYED if place is None else place.order
        cells[layout[f.COUNTING].base + card.order] = at


def _indexed(
    flow: Flow, family: f.Family, index: tuple[d.IndexPlace, ...]
) -> Iterator[tuple[int, tuple[Value, ...]]]:
    """The cells of a family, with their indices."""
    return ((family.base + i, at) for i, at in enumerate(flow.population.indexes(index)))
