"""Converts raw values of cells to those of the language."""

from __future__ import annotations

from collections.abc import Iterator
from copy import copy
from typing import Any

from ruleslang.engine.flow import state_layout as f
from ruleslang.engine.flow.lower import Flow
from ruleslang.engine.match.position import Index
from ruleslang.engine.match.runtime_values import DieIn, Entity, ListValue, Place, UnderWay, Value
from ruleslang.program import declarations as d
from ruleslang.program import types as t


class Codec:
    """
    Converts values for one flow.

    `runs` are those in progress in one match, by the numbers of their frames.
    """

    def __init__(self, flow: Flow) -> None:
        self.runs: dict[int, UnderWay] = {}
        population = self.population = flow.population
        declared: list[d.State | d.Dice] = [*population.program.states, *population.program.dice]
        self.indexes = {place.name: tuple(population.indexes(place.index)) for place in declared}
        self.shown = tuple(shown_places(flow))
        self.places: tuple[Place, ...] = tuple(population.all_places())
        self.dice: tuple[DieIn, ...] = tuple(
            die for here in population.table_dice.values() for some in here.values() for die in some
        )
        self.members: dict[type[t.Type], tuple[Entity, ...]] = {
            t.Player: population.players,
            t.Team: population.teams,
            t.Card: population.cards,
            t.Title: tuple(population.titles.values()),
            t.Piece: population.pieces,
            t.Space: population.spaces,
            t.ZonePlace: self.places,
            t.DieIn: self.dice,
        }

    def of_match(self) -> Codec:
        """Return a codec for one match, with its own runs."""
        twin = copy(self)
        twin.runs = {}
        return twin

    def value(self, type: t.Type, raw: Any) -> Value:
        if raw is None:
            return None
        match type:
            case t.Number() | t.Never() | t.Fraction():
                return raw
            case t.Truth():
                return bool(raw)
            case t.Optional(inner):
                return self.value(inner, raw)
            case t.UnderWay():
                return self.runs.get(raw)
            case t.SetOf(element):
                return tuple(self.value(element, member) for member in raw)
            case t.ListOf(element):
                return ListValue(self.value(element, member) for member in raw)
            case _:
                return self._entity(type, raw)

    def _entity(self, type: t.Type, raw: int) -> Entity:
        if isinstance(type, t.WordOf):
            return self.population.words[type.list][raw]
        return self.members[type.__class__][raw]


def shown_places(flow: Flow) -> Iterator[tuple[str, Index, int]]:
    """Yield all indices of states and dice that may be shown, with their cells."""
    program, families = flow.population.program, flow.layout.families
    declared: list[tuple[d.State | d.Dice, str]] = [
        *((state, f.state_family(state.name)) for state in program.states),
        *((die, f.dice_family(die.name)) for die in program.dice),
    ]
    for place, of in declared:
        family = families.get(f.shown_family(of))
        if family is not None:
            for number, index in enumerate(flow.population.indexes(place.index)):
                yield place.name, index, family.base + number
