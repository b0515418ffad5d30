"""
Applies the settings of a match to a program: its options and the number of players.

Each number that depends on settings is kept as a `BySettings`, a table; the program itself holds
the largest. `with_settings` returns the program of one match, in which nothing depends on settings.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from math import prod
from typing import TypeAlias

from attrs import evolve

from ruleslang.program import declarations as d
from ruleslang.program import expressions as e
from ruleslang.program import types as t
from ruleslang.program.constant_folding import Constant, Folding, NotConstant
from ruleslang.program.program import Program, SettingsTest

Chosen: TypeAlias = Sequence[tuple[str, int]]
"""The options with the places of their values, in the order of the text."""


def value_of_option(option: d.Option, place: int) -> Constant:
    """Return the constant that replaces an option when the value at this index is chosen."""
    if option.number:
        return int(option.values[place])
    return option.values[place] == "yes" if option.truth else e.WordValue(option.name, place)


def broken_test(program: Program, chosen: Chosen, players: int) -> SettingsTest | None:
    """Return the first condition of the header that these settings do not meet."""
    values = {value.name: value for value in program.values}
    words = {word.name: len(word.words) for word in program.words}
    places = dict(chosen)
    settings = {
        option.name: value_of_option(option, places[option.name])
        for option in program.options
        if option.name in places
    }
    for test in program.begins_only_if:
        folder = Folding(values.get, words, settings, players)
        try:
            if folder.fold(test.condition, {}) is not True:
                return test
        except NotConstant:
            return test
    return None


def with_settings(program: Program, chosen: Chosen, players: int) -> Program:
    """Return the program with these settings; the very same one where nothing depends on them."""
    if not any(_depends(sized) for sized in _sized(program)):
        return program
    at = _At(program, dict(chosen), players)
    return evolve(
        program,
        definitions=tuple(at.definition(definition) for definition in program.definitions),
        boards=tuple(at.board(board) for board in program.boards),
        zones=tuple(evolve(zone, index=at.index(zone.index)) for zone in program.zones),
        states=tuple(at.state(state) for state in program.states),
        dice=tuple(evolve(die, index=at.index(die.index)) for die in program.dice),
    )


Sized: TypeAlias = d.Definition | d.Board | d.State | d.IndexPlace


def _sized(program: Program) -> Iterable[Sized]:
    yield from program.definitions
    yield from program.boards
    yield from program.states
    indexed: tuple[d.Zone | d.State | d.Dice, ...] = (
        *program.zones,
        *program.states,
        *program.dice,
    )
    for declared in indexed:
        yield from declared.index


def _depends(declared: Sized) -> bool:
    match declared:
        case d.Definition():
            return declared.copies_by is not None
        case d.Board():
            return bool(declared.sizes_by)
        case d.State() | d.IndexPlace():
            return declared.ends is not None


class _At:
    """Reads the tables of a program at one setting."""

    def __init__(self, program: Program, places: Mapping[str, int], players: int) -> None:
        self._many = {option.name: len(option.values) for option in program.options}
        self._places = places
        self._seat = players - program.seats.low
        self._seats = program.seats.high - program.seats.low + 1

    def number(self, by: d.BySettings) -> int:
        """Return the number at this setting, in a table whose last option varies fastest."""
        places = [self._places[name] for name in by.options]
        many = [self._many[name] for name in by.options]
        if by.players:
            places.append(self._seat)
            many.append(self._seats)
        return by.numbers[
            sum(place * prod(many[after + 1 :]) for after, place in enumerate(places))
        ]

    def definition(self, declared: d.Definition) -> d.Definition:
        if declared.copies_by is None:
            return declared
        return evolve(declared, copies=self.number(declared.copies_by), copies_by=None)

    def board(self, declared: d.Board) -> d.Board:
        if not declared.sizes_by:
            return declared
        sizes = tuple(map(self.number, declared.sizes_by))
        return evolve(
            declared,
            sizes=sizes,
            sizes_by=(),
            spaces=d.made_up_names(declared.name, declared.shape, sizes),
        )

    def index(self, places: tuple[d.IndexPlace, ...]) -> tuple[d.IndexPlace, ...]:
        return tuple(
            place
            if place.ends is None
            else evolve(place, type=self._range_between(place.ends, place.type), ends=None)
            for place in places
        )

    def state(self, declared: d.State) -> d.State:
        resized = evolve(declared, index=self.index(declared.index))
        if declared.ends is None:
            return resized
        return evolve(resized, type=self._range_between(declared.ends, declared.type), ends=None)

    def _range_between(self, ends: d.Ends, kind: t.Type) -> t.Type:
        """Return a type of numbers, between the ends of this match."""
        match kind:
            case t.Number():
                return t.Number(self.number(ends.low), self.number(ends.high))
            case t.Optional() as optional:
                return evolve(optional, inner=self._range_between(ends, optional.inner))
            case t.SetOf() | t.ListOf():
                return evolve(kind, element=self._range_between(ends, kind.element))
            case _:
                return kind
