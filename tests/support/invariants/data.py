"""Invariants about data: seats, kinds, printed fields, words, boards."""

from __future__ import annotations

from collections.abc import Iterator
from math import prod

from ruleslang.program import declarations as d
from ruleslang.program import types as t
from ruleslang.program.typing.environment import Known, kinds_above
from tests.support.invariants.broken import Broken
from tests.support.invariants.declared import size_of


def seats_sound(k: Known) -> Iterator[Broken]:
    """Someone plays, and every seat has its own name."""
    seats, teams = k.program.seats, k.program.teams
    sound = 1 <= seats.low <= seats.high == len(set(seats.names)) == len(seats.names)
    if not sound or not 0 <= seats.automatic_low <= seats.automatic_high <= seats.high:
        yield Broken("seats-sound", "header", f"{seats}")
    if bool(teams.names) != (teams.size > 0):
        yield Broken("seats-sound", "header", f"{teams}")


def start_and_payoff(k: Known) -> Iterator[Broken]:
    """The start needs no arguments; the payoff is a number of one player."""
    start = k.procedures.get(k.program.start)
    if start is None or start.parameters:
        yield Broken("start-and-payoff", "header", f"starts with {k.program.start!r}")
    name = k.program.payoff
    if name:
        state, value = k.states.get(name), k.values.get(name)
        places = state.index if state else value.parameters if value else ()
        if [place.type for place in places] != [t.Player()]:
            yield Broken("start-and-payoff", "header", f"payoff is {name!r}")


def kinds_a_tree(k: Known) -> Iterator[Broken]:
    """Every parent is known, and no kind is its own ancestor."""
    for kind in k.program.kinds:
        top = list(kinds_above(k, kind.name))[-1]
        if top.parent is not None:
            yield Broken("kinds-a-tree", f"kind {kind.name}", f"stands under {top.parent}")


def fields_complete(k: Known) -> Iterator[Broken]:
    """
    A definition has each field of its kinds, and no other.

    A field with an index has a constant for each place, or a default: one with an empty index.
    """
    for definition in k.program.definitions:
        above = kinds_above(k, definition.kind)
        fields = {field.name: field for kind in above for field in kind.fields}
        for field in fields.values():
            yield from _field_complete(k, definition, field)
        for given in definition.fields:
            if given.name not in fields:
                yield Broken("fields-complete", f"card {definition.name}", f"no field {given.name}")


def _field_complete(k: Known, definition: d.Definition, field: d.FieldType) -> Iterator[Broken]:
    given = [value.index for value in definition.fields if value.name == field.name]
    sizes = [size_of(k, place.type) for place in field.index]
    places = None if None in sizes else prod(size for size in sizes if size is not None)
    shaped = all(len(index) in (0, len(field.index)) for index in given)
    if not shaped or len(set(given)) != len(given) or not (() in given or len(given) == places):
        yield Broken(
            "fields-complete",
            f"card {definition.name}",
            f"{field.name} has {len(given)} constants for {places} places",
        )


def words_whole(k: Known) -> Iterator[Broken]:
    """No list is empty or says a word twice; dice and options agree with their words."""
    for words in k.program.words:
        if not words.words or len(set(words.words)) != len(words.words):
            yield Broken("words-whole", f"words {words.name}", "empty, or a word twice")
    for die in k.program.dice_kinds:
        named = die.words and die.name in k.words
        places = range(len(k.words[die.name].words)) if named else ()
        if not die.faces or (die.words and not set(die.faces) <= set(places)):
            yield Broken("words-whole", f"die {die.name}", "a face that is not among its words")
    for option in k.program.options:
        words_of = k.words.get(option.name)
        if option.number:
            yield from _numbers_whole(k, option)
            continue
        if words_of is None or words_of.words != option.values:
            yield Broken("words-whole", f"option {option.name}", "values that are not its words")
        if not 0 <= option.default < len(option.values):
            yield Broken("words-whole", f"option {option.name}", "no such default")
        if option.truth != (set(option.values) == {"yes", "no"}):
            yield Broken("words-whole", f"option {option.name}", "truth, but not yes and no")


def _numbers_whole(k: Known, option: d.Option) -> Iterator[Broken]:
    values = option.values
    run = range(int(values[0]), int(values[-1]) + 1) if values else range(0)
    if option.name in k.words or option.truth or tuple(map(str, run)) != values:
        yield Broken("words-whole", f"option {option.name}", "numbers that are no run")
    if not 0 <= option.default < len(values):
        yield Broken("words-whole", f"option {option.name}", "no such default")


def boards_sound(k: Known) -> Iterator[Broken]:
    """As many spaces as the sizes say, with different names, and links between them."""
    for board in k.program.boards:
        number = len(board.spaces)
        wanted = number if board.shape == "map" else prod(board.sizes)
        if number == 0 or number != wanted or len(set(board.spaces)) != number:
            yield Broken("boards-sound", f"board {board.name}", f"{number} spaces, not {wanted}")
        if any(not 0 <= end < number for link in board.links for end in link):
            yield Broken("boards-sound", f"board {board.name}", "a link to no space")
