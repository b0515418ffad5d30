"""What was shown, from the state of the interpreter to cells, and back."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from ruleslang.flow.context import raw
from ruleslang.flow.flow import Flow
from ruleslang.flow.state_layout import MARKS, dice_family, facts_family, shown_family, state_family
from ruleslang.meaning.state import Fact, Index, State
from ruleslang.portable.value_codec import Codec
from ruleslang.program import declarations as d
from ruleslang.program import types as t

EVERYONE = t.SetOf(t.Player())


def put_shown(flow: Flow, cells: list[Any], state: State) -> None:
    """Marks, states and dice that were shown, facts that were told, in cells."""
    for card, to in state.marks.items():
        cells[flow.layout[MARKS].base + card.order] = raw(to)
    for name, index, at in shown_places(flow):
        if (name, index) in state.shown:
            cells[at] = raw(state.shown[name, index])
    for fact, to in state.facts.items():
        at = flow.layout[facts_family(fact.place)].base + fact.card.order
        cells[at] = (*cells[at], (raw(fact.value), fact.truth, raw(to)))


def take_facts(flow: Flow, codec: Codec, cells: Sequence[Any], state: State) -> None:
    """Facts that were told, out of cells."""
    for place, (statement, type) in flow.told.items():
        base = flow.layout[facts_family(place)].base
        for card in flow.population.cards:
            for value, truth, to in cells[base + card.order]:
                fact = Fact(statement, place, card, codec.value(type, value), bool(truth))
                state.facts[fact] = codec.value(EVERYONE, to)


def shown_places(flow: Flow) -> Iterator[tuple[str, Index, int]]:
    """All places of states and dice that may be shown, and their cells."""
    program, families = flow.population.program, flow.layout.families
    declared: list[tuple[d.State | d.Dice, str]] = [
        *((each, state_family(each.name)) for each in program.states),
        *((each, dice_family(each.name)) for each in program.dice),
    ]
    for each, of in declared:
        family = families.get(shown_family(of))
        if family is not None:
            for number, index in enumerate(flow.population.indexes(each.index)):
                yield each.name, index, family.base + number
