"""The displayed names of a rulebook: titles of cards, spaces, values of states."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from attrs import field, frozen

from ruleslang.engine.match.decision import SeenValue, View, seen_text
from ruleslang.engine.match.entities import Population, place_name
from ruleslang.engine.match.geometry import space_texts
from ruleslang.engine.match.interface import Match
from ruleslang.engine.match.runtime_values import Space, name_of, text_of
from ruleslang.engine.match.wording import worded, wording_of
from ruleslang.explanation.why.sentence import Name, Sentence
from ruleslang.program.expressions import Literal
from ruleslang.program.looks import called, titles_of
from ruleslang.program.references import filled
from ruleslang.program.statements import RollDie
from ruleslang.program.types import Number
from ruleslang.program.walk import find


@frozen
class Vocabulary:
    """
    The names in a match's program as its rulebook displays them.

    `looks` are the titles that looks give to zones, states and words. `starts` has the written
    starting values of states; `kept_in_mind` the states that nothing on the table shows;
    `spaces_of` the state and the space of each state of a space. `says` are texts of states,
    `players` the texts of the players by name, `hidden` the zones and states that looks keep out of
    sight. `wording` has the sentences of the program in the language of the texts. Things that
    belong to `own`, the player whom a sentence is about, are named without the player.
    """

    titles: Mapping[str, str]
    looks: Mapping[str, str]
    ordered: frozenset[str]
    public_dice: frozenset[str]
    spaces: Mapping[str, str]
    counters: frozenset[str]  # states that are numbers and are not reset in play
    starts: Mapping[str, SeenValue]
    kept_in_mind: frozenset[str]
    spaces_of: Mapping[str, tuple[str, str]]
    says: Mapping[str, str]
    players: Mapping[str, str]
    hidden: frozenset[str]
    wording: Mapping[str, str]
    own: str = field(default="", kw_only=True)

    def say(self, text: str, **values: object) -> str:
        """Return a sentence of the program, with values for its names in braces."""
        return worded(self.wording, text, **values)

    def text_of(self, term: Sentence | Name | str) -> str:
        """Return words about rules, with names as they are displayed, and citations in quotes."""
        if isinstance(term, str):
            return self.say("“{cited}”", cited=term)
        if isinstance(term, Name):
            if isinstance(term.shown, Sentence):
                return self.text_of(term.shown)
            return term.shown or self.named(term.text)
        values = {
            name: value
            if isinstance(value, str) and f"`{{{name}}}`" not in term.text
            else self.text_of(value)
            for name, value in term.values
        }
        plain = self.wording.get(term.text, term.text).replace("`", "")
        return filled(plain, lambda name: values[name])

    def named(self, name: str) -> str:
        """Return the name of something in the text, with its arguments, by the displayed names."""
        if name.startswith("{"):
            return ", ".join(map(self.named, parts_of(f"({name[1:-1]})"))) or self.say("nothing")
        is_called = "(" in name and name not in self.titles and name not in self.spaces
        return self.called(name) if is_called else self.say(self.value(name))

    def space(self, name: str | None) -> str:
        return self.say("none") if name is None else self.spaces.get(name, name.replace("_", " "))

    def space_of(self, state: str) -> str:
        """Return the space of a state of a space."""
        return self.space(self.spaces_of[state][1])

    def title(self, name: str) -> str:
        """Return the displayed title of a card or a piece."""
        return self.without_own(self.titles.get(name, name.replace("_", " ")))

    def without_own(self, text: str) -> str:
        """Return the text of a piece without its player, if the sentence is about that player."""
        return text.removesuffix(f" of {self.own.replace('_', ' ')}") if self.own else text

    def value(self, value: SeenValue) -> str:
        """Return a value of a state; spaces and cards by their displayed names."""
        if isinstance(value, tuple):
            spaces = any(isinstance(member, str) and member in self.spaces for member in value)
            text = (", " if spaces else " ").join(map(self.value, value))
            return text or self.say(seen_text(value))
        if isinstance(value, str):
            return self.spaces.get(value) or self.looks.get(value) or self.title(value)
        return self.say(seen_text(value)).replace("_", " ")

    def sentence(self, place: str, view: View) -> str:
        """Return the sentence for a state that has changed; empty if there is none."""
        state, parts = stem_of(place), parts_of(place)
        if state not in self.says:
            return ""
        by_name = {
            "value": self._seen_value(view.states[place]),
            "player": next((self.players[part] for part in parts if part in self.players), ""),
        }
        return filled(self.says[state], lambda name: by_name.get(name) or self._values(name, view))

    def _values(self, state: str, view: View) -> str:
        """Return the values of a state at all its indices."""
        places = (name for name in view.states if stem_of(name) == state)
        return " : ".join(self._seen_value(view.states[place]) for place in places)

    def _seen_value(self, value: SeenValue | None) -> str:
        return "?" if value is None else self.value(value)

    def is_out_of_sight(self, state: str) -> bool:
        """Return whether players would not mention a state, because it is book-keeping."""
        return stem_of(state) in self.kept_in_mind | self.hidden

    def called(self, name: str) -> str:
        """Return a zone, a state or dice with its index, by the displayed names."""
        index = self.index(name)
        return called(self.looks, stem_of(name)) + (f"({index})" if index else "")

    def index(self, name: str) -> str:
        """Return the index of a zone, a state or dice, by the displayed names."""
        return ", ".join(self.value(part) for part in parts_of(name) if part != self.own)


def stem_of(name: str) -> str:
    """Return the name of a zone, a state or dice without its index."""
    return name.partition("(")[0]


def parts_of(name: str) -> list[str]:
    """
    Return the parts of the index of a zone, a state or dice.

    >>> parts_of("men(cell(12, 1), white)"), parts_of("pile")
    (['cell(12, 1)', 'white'], [])
    """
    index = name.partition("(")[2]
    return re.split(r", (?![^(]*\))", index[:-1]) if index else []


def words_of_match(match: Match) -> dict[str, Any]:
    """Return the fields of a `Vocabulary`."""
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
            name: text
            for board in program.boards
            for name, text in space_texts(board, alone=len(program.boards) == 1)
        },
        "counters": frozenset(
            state.name
            for state in program.states
            if isinstance(state.type, Number) and not state.reset_each
        ),
        "starts": {
            state.name: "none" if start.value is None else start.value
            for state in program.states
            if isinstance(start := state.start or Literal(None), Literal)
        },
        "kept_in_mind": frozenset(state.name for state in program.states if state.kept_in_mind),
        "spaces_of": dict(_at_spaces(population)),
        "says": {look.name: look.says.text for look in program.looks if look.says is not None},
        "players": {player.name: player.text for player in population.players},
        "hidden": frozenset(look.name for look in program.looks if "hidden" in look.drawn),
        "wording": wording_of(program),
    }


def _at_spaces(population: Population) -> list[tuple[str, tuple[str, str]]]:
    """Return the states indexed by one space, by their full names."""
    return [
        (place_name(state.name, index), (state.name, index[0].name))
        for state in population.program.states
        if len(state.index) == 1
        for index in population.indexes(state.index)
        if isinstance(index[0], Space)
    ]
