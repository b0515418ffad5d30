"""The displayed names of a rulebook: titles of cards, spaces, values of states."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from attrs import frozen

from ruleslang.match.decision import SeenValue, View, seen_text
from ruleslang.match.entities import Population, place_name
from ruleslang.match.geometry import space_texts
from ruleslang.match.match import Match
from ruleslang.match.values import Space, name_of, text_of
from ruleslang.program.looks import called, titles_of
from ruleslang.program.names import filled
from ruleslang.program.statements import RollDie
from ruleslang.program.types import Number
from ruleslang.program.walk import find


@frozen
class Vocabulary:
    """
    The names in a match's program as its rulebook displays them.

    `looks` are the titles that looks give to zones, states and words. `resets` has the reset value
    of each state that is reset; `kept_in_mind` the states that nothing on the table shows;
    `stands_at` the state and the space of each state of a space. `says` are sentences of states,
    `players` the texts of the players by name.
    """

    titles: Mapping[str, str]
    looks: Mapping[str, str]
    ordered: frozenset[str]
    public_dice: frozenset[str]
    spaces: Mapping[str, str]
    counters: frozenset[str]  # states that are numbers and do not begin anew in play
    resets: Mapping[str, str]
    kept_in_mind: frozenset[str]
    stands_at: Mapping[str, tuple[str, str]]
    says: Mapping[str, str]
    players: Mapping[str, str]

    def space(self, name: str | None) -> str:
        return "none" if name is None else self.spaces.get(name, name.replace("_", " "))

    def title(self, name: str) -> str:
        """The displayed title of a card or a piece."""
        return self.titles.get(name, name.replace("_", " "))

    def value(self, value: SeenValue) -> str:
        """A value of a state; spaces and cards by their displayed names."""
        if isinstance(value, tuple):
            spaces = any(isinstance(member, str) and member in self.spaces for member in value)
            text = (", " if spaces else " ").join(map(self.value, value))
            return text or seen_text(value)
        if isinstance(value, str):
            return self.spaces.get(value) or self.looks.get(value) or self.title(value)
        return seen_text(value).replace("_", " ")

    def state(self, name: str) -> str:
        """A state by its displayed name, with the cards of its index by their titles."""
        if name in self.stands_at:
            state, space = self.stands_at[name]
            return f"{called(self.looks, state)} at {self.space(space)}"
        state, _, index = name.partition("(")
        if not index:
            return called(self.looks, state)
        places = (self.title(part) for part in index.removesuffix(")").split(", "))
        return f"{called(self.looks, state)}({', '.join(places)})"

    def sentence(self, place: str, view: View) -> str:
        """The sentence for a state that has changed; empty if there is none."""
        state, _, index = place.partition("(")
        if state not in self.says:
            return ""
        parts = index.removesuffix(")").split(", ")
        own = {
            "value": self._seen(view.states[place]),
            "player": next((self.players[part] for part in parts if part in self.players), ""),
        }
        return filled(self.says[state], lambda name: own.get(name) or self._values(name, view))

    def _values(self, state: str, view: View) -> str:
        """The values of a state at all its indices."""
        places = (name for name in view.states if name.partition("(")[0] == state)
        return " : ".join(self._seen(view.states[place]) for place in places)

    def _seen(self, value: SeenValue | None) -> str:
        return "?" if value is None else self.value(value)

    def called(self, name: str) -> str:
        """A zone, a state or dice with its index, by the displayed name."""
        return called(self.looks, name)


def words_of_match(match: Match, opening: Match) -> dict[str, Any]:
    """The fields of a `Vocabulary`; `opening` is a match with these settings, not yet run."""
    population = match.population
    program = population.program
    titles = {
        definition.written or definition.name: definition.text.text
        for definition in program.definitions
        if definition.text
    }
    titles |= {name_of(piece): text_of(piece) for piece in population.pieces}
    secret = {roll.die for roll in find(program, RollDie) if roll.seen_by is not None}
    return {
        "titles": titles,
        "looks": titles_of(program),
        "ordered": frozenset(zone.name for zone in program.zones if zone.ordered),
        "public_dice": frozenset(die.name for die in program.dice_kinds if die.name not in secret),
        "spaces": {
            name: said
            for board in program.boards
            for name, said in space_texts(board, alone=len(program.boards) == 1)
        },
        "counters": frozenset(
            state.name
            for state in program.states
            if isinstance(state.type, Number) and not state.reset_each
        ),
        "resets": {
            place_name(state.name, index): name_of(value)
            for state in program.states
            if state.reset_each
            for index, value in opening.position.states[state.name].items()
        },
        "kept_in_mind": frozenset(state.name for state in program.states if state.kept_in_mind),
        "stands_at": dict(_at_spaces(population)),
        "says": {look.name: look.says.text for look in program.looks if look.says is not None},
        "players": {player.name: player.text for player in population.players},
    }


def _at_spaces(population: Population) -> list[tuple[str, tuple[str, str]]]:
    """The states indexed by one space, by their full names."""
    return [
        (place_name(state.name, index), (state.name, index[0].name))
        for state in population.program.states
        if len(state.index) == 1
        for index in population.indexes(state.index)
        if isinstance(index[0], Space)
    ]
