"""How the names of a rulebook read: titles of cards, spaces, values of states."""

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
    The names of a match's program as its rulebook prints them.

    `looks` are the titles that looks give to zones, states and words. `resets` has what each state
    that begins anew is then; `kept_in_mind` the states that nothing on the table shows;
    `stands_at` the state and the space of each state of a space. `says` are sentences of states,
    `players` the texts of the players by their names.
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
        """What people call a space."""
        return "none" if name is None else self.spaces.get(name, name.replace("_", " "))

    def title(self, name: str) -> str:
        """What is printed on a card of that name, or what a piece is called."""
        return self.titles.get(name, name.replace("_", " "))

    def value(self, value: SeenValue) -> str:
        """A value of a state; spaces as people call them, cards by their titles."""
        if isinstance(value, tuple):
            spaces = any(isinstance(each, str) and each in self.spaces for each in value)
            said = (", " if spaces else " ").join(map(self.value, value))
            return said or seen_text(value)
        if isinstance(value, str):
            return self.spaces.get(value) or self.looks.get(value) or self.title(value)
        return seen_text(value).replace("_", " ")

    def state(self, name: str) -> str:
        """A state as people call it, with the cards of its index by their titles."""
        if name in self.stands_at:
            state, space = self.stands_at[name]
            return f"{called(self.looks, state)} at {self.space(space)}"
        state, _, index = name.partition("(")
        if not index:
            return called(self.looks, state)
        places = (self.title(each) for each in index.removesuffix(")").split(", "))
        return f"{called(self.looks, state)}({', '.join(places)})"

    def sentence(self, place: str, view: View) -> str:
        """What is said of a state that has changed to what a view shows; empty: nothing."""
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
        """The values of a state at all its places."""
        places = (name for name in view.states if name.partition("(")[0] == state)
        return " : ".join(self._seen(view.states[place]) for place in places)

    def _seen(self, value: SeenValue | None) -> str:
        return "?" if value is None else self.value(value)

    def called(self, name: str) -> str:
        """A zone, a state or dice with its index, as people call it."""
        return called(self.looks, name)


def words_of_match(match: Match, opening: Match) -> dict[str, Any]:
    """What a `Vocabulary` is made of; `opening` is a match with its settings where nothing runs."""
    everyone = match.population
    program = everyone.program
    titles = {
        definition.written or definition.name: definition.text.text
        for definition in program.definitions
        if definition.text
    }
    titles |= {name_of(piece): text_of(piece) for piece in everyone.pieces}
    secret = {each.die for each in find(program, RollDie) if each.seen_by is not None}
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
        "stands_at": dict(_at_spaces(everyone)),
        "says": {each.name: each.says.text for each in program.looks if each.says is not None},
        "players": {player.name: player.text for player in everyone.players},
    }


def _at_spaces(everyone: Population) -> list[tuple[str, tuple[str, str]]]:
    """The states whose index is one space, by their names with it."""
    return [
        (place_name(state.name, index), (state.name, index[0].name))
        for state in everyone.program.states
        if len(state.index) == 1
        for index in everyone.indexes(state.index)
        if isinstance(index[0], Space)
    ]
