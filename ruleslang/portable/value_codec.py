"""From values as all engines hand them out to those of a quick match, and back."""

from __future__ import annotations

from copy import copy
from typing import Any

from ruleslang.match.entities import Population
from ruleslang.match.values import DieIn, Entity, ListValue, Place, UnderWay, Value
from ruleslang.program import types as t


class Codec:
    """
    Both ways, for one population.

    `runs` are those under way in one match, by the numbers of their frames.
    """

    def __init__(self, everyone: Population) -> None:
        self.runs: dict[int, UnderWay] = {}
        self.everyone = everyone
        self.places: tuple[Place, ...] = tuple(everyone.all_places())
        self.dice: tuple[DieIn, ...] = tuple(
            die for here in everyone.table_dice.values() for some in here.values() for die in some
        )
        self.members: dict[type[t.Type], tuple[Entity, ...]] = {
            t.Player: everyone.players,
            t.Team: everyone.teams,
            t.Card: everyone.cards,
            t.Title: tuple(everyone.titles.values()),
            t.Piece: everyone.pieces,
            t.Space: everyone.spaces,
            t.ZonePlace: self.places,
            t.DieIn: self.dice,
        }

    def of_match(self) -> Codec:
        """The same for one match, whose runs it will know."""
        twin = copy(self)
        twin.runs = {}
        return twin

    def value(self, type: t.Type, raw: Any) -> Value:
        """What a raw value of a type stands for."""
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
                return tuple(self.value(element, each) for each in raw)
            case t.ListOf(element):
                return ListValue(self.value(element, each) for each in raw)
            case _:
                return self._entity(type, raw)

    def _entity(self, type: t.Type, raw: int) -> Entity:
        if isinstance(type, t.WordOf):
            return self.everyone.words[type.list][raw]
        return self.members[type.__class__][raw]
