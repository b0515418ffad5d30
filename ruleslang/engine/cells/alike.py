"""
What a player cannot tell apart depends on: the cells, locals and keys that may hold cards.

The rules of `interpreter.candidates`, by which C compares copies of cards: see docs/dev/engines.md,
Alike.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property

from attrs import frozen

from ruleslang.engine.cells.revealed import Reveals
from ruleslang.engine.flow import state_layout as f
from ruleslang.engine.flow.build_exprs import limit_types
from ruleslang.engine.flow.cell_access import start_of
from ruleslang.engine.flow.effects_in_force import locals_in
from ruleslang.engine.flow.frames import FrameLayout
from ruleslang.engine.flow.ir_exprs import Constant
from ruleslang.engine.flow.lower import Flow
from ruleslang.program import declarations as d
from ruleslang.program import types as t
from ruleslang.program.passes.derived_tables import derive
from ruleslang.program.passes.liveness import read_later
from ruleslang.program.program import Program
from ruleslang.program.typing.lattice import plain
from ruleslang.program.walk import find
from ruleslang.source.memo_dict import MemoDict

NO_START = object()  # a state may begin with a different value at each place
NAMED = 2  # the first place of a limit's key behind title and player


class Alike:
    """What is compared of candidates."""

    def __init__(self, flow: Flow, frames: FrameLayout) -> None:
        self.flow, self.frames = flow, frames
        population = flow.population
        specimens = f.number_with_specimens(population) - len(population.cards)
        is_one_of_many = (card.title.definition.copies > 1 for card in population.cards)
        self.many = (*is_one_of_many, *[False] * specimens)
        self.reveals = Reveals(flow)
        self.states = [
            CardState(state, start.value if isinstance(start, Constant) else NO_START)
            for state in population.program.states
            if any(find((state.type, *(p.type for p in state.index)), t.Card))
            for _, start in [start_of(flow.lowering, state)]
        ]
        self.card_parameters = tuple(
            tuple(
                place
                for place, parameter in enumerate(window.parameters)
                if any(find(parameter.type, t.Card))
            )
            for window in population.program.windows
        )
        types = limit_types(population.program)
        self.limit_cards = tuple(tuple(_places_of_cards(type)) for type in types)
        self.limit_places = tuple(tuple(_places_of_any(type)) for type in types)
        self.captures = tuple(_card_captures(population.program))
        self.arguments = MemoDict(self._card_places)

    @cached_property
    def later(self) -> dict[int, frozenset[int]]:
        """The slots that are read later, by the number of a statement."""
        slots = read_later(self.flow.population.program)
        return {
            number: slots.get(id(statement), frozenset())
            for number, statement in enumerate(self.flow.statements)
        }

    def _card_places(self, number: int) -> tuple[tuple[int, int | None], ...]:
        """Return the places of a frame that may hold cards, with slots (`None`: always read)."""
        routine = self.frames.routines[number]
        of, kept = self.flow.routines[routine], self.frames.places[routine]
        always = set() if of.run is None else {parameter.name for parameter in of.parameters}
        return tuple(
            (kept[variable.name], None if variable.name in always else slot)
            for slot, variable in of.variables.items()
            if variable.name in kept and any(find(variable.type, t.Card))
        )


@frozen
class CardState:
    """A state that may be indexed by cards, or hold them, and what its places begin with."""

    state: d.State
    start: object


def _places_of_cards(types: Sequence[t.Type]) -> Iterator[int]:
    """Yield the places of a limit's key that are single cards."""
    for place, type in enumerate(types, start=NAMED):
        if isinstance(plain(type), t.Card):
            yield place


def _places_of_any(types: Sequence[t.Type]) -> Iterator[int]:
    """Yield the places of a limit's key that are cards, or collections of them."""
    for place, type in enumerate(types, start=NAMED):
        if any(find(type, t.Card)):
            yield place


def _card_captures(program: Program) -> Iterator[tuple[int, ...]]:
    """Yield the places of captured cards for each statement that starts lasting effects."""
    effects = derive(program).effects
    for lasting in effects.lastings:
        types = [locals_in(effects, lasting)[slot].type for slot in lasting.captures]
        yield tuple(place for place, type in enumerate(types) if any(find(type, t.Card)))
