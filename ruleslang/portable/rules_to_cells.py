"""Rules that act at once, from the state of the interpreter to cells, and back."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ruleslang.flow.context import raw
from ruleslang.flow.flow import Flow
from ruleslang.flow.state_layout import QUEUE, truth_family
from ruleslang.match.values import Value
from ruleslang.meaning.machine import Machine, Queued
from ruleslang.meaning.state import ActiveLasting, State
from ruleslang.portable.value_codec import Codec
from ruleslang.program import expressions as e
from ruleslang.program import statements as s
from ruleslang.program import types as t
from ruleslang.program.effect_order import WrittenEffect
from ruleslang.program.passes.derived_tables import derive

Key = tuple[Value, ...]


def put_rules(flow: Flow, cells: list[Any], state: State) -> None:
    """For whom rules were true when last tested, in cells."""
    places = {each.effect.id: each.place for each in _rules(flow)}
    true: dict[int, list[tuple[int, Any]]] = {}
    for keys in state.bits.values():
        for (effect, card, last), member in keys:
            carrier = -1 if card is None else card.order
            if last is not None:
                carrier = last.age
            whom = raw(member)
            true.setdefault(places[effect], []).append((carrier, 0 if whom is None else whom))
    for place, pairs in true.items():
        cells[flow.layout[truth_family(place)].base] = tuple(sorted(pairs))


def take_rules(flow: Flow, codec: Codec, cells: list[Any], machine: Machine) -> None:
    """The same out of cells, and which rules wait."""
    state = machine.state
    for each in _rules(flow):
        for carrier, member in cells[flow.layout[truth_family(each.place)].base]:
            if _is_over(state, each, carrier):
                continue
            key = _key(flow, codec, state, each, carrier, member)
            rule = key[0][2], each.effect.id
            state.bits[rule] = state.bits.get(rule, frozenset()) | {key}
    if QUEUE in flow.layout.families:
        written = derive(flow.population.program).effects.written
        for place, carrier, member in cells[flow.layout[QUEUE].base]:
            if not _is_over(state, written[place], carrier):
                key = _key(flow, codec, state, written[place], carrier, member)
                machine.queue.append(Queued(key))


def _rules(flow: Flow) -> Iterator[WrittenEffect]:
    for each in derive(flow.population.program).effects.written:
        if isinstance(each.effect, s.Whenever):
            yield each


def _key(
    flow: Flow, codec: Codec, state: State, written: WrittenEffect, carrier: int, member: Any
) -> Key:
    """What tells a rule from others, as the interpreter has it."""
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
