"""
The declarations of a rulebook as plain data for display, computed once per match.

Names are those used in views; `text` is what people read. Everything with an index is listed once
per index, so that nobody has to parse a name like `worn(anna, sword)`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any, TypeAlias, TypeVar

from attrs import frozen

from ruleslang.engine.match.entities import Population, place_name
from ruleslang.engine.match.faults import Fault
from ruleslang.engine.match.interface import Reader
from ruleslang.engine.match.runtime_values import (
    CardDefinition,
    Piece,
    Player,
    Space,
    Value,
    Word,
    in_words,
    name_of,
    text_of,
)
from ruleslang.explanation.story.shown_values import places_of_values, shown_measures
from ruleslang.program import declarations as d
from ruleslang.program import types as t
from ruleslang.program.expressions import CallValue, Local
from ruleslang.program.looks import Looks, called, hues_of, six_digits, titles_of
from ruleslang.program.passes.derived_tables import derive

FIXED = frozenset(("lasting", "value", "local"))  # all that a named set reads that never changes
PLACE = re.compile(r"\{([A-Za-z_][A-Za-z0-9_]*)\}")  # in a path, or an icon in a text
Index: TypeAlias = tuple[Value, ...]
T = TypeVar("T", d.Zone, d.State, d.Value, d.Dice, d.Measure)
MOST_PLACES = 3000  # of one state: more are not listed one by one


@frozen
class Declarations:
    """
    All declarations, as lists of dictionaries, ready for JSON.

    `seats`: name, text, team, automatic. `zones`, `states`, `dice`: a dictionary for each place
    with its `name`, what it is `of`, its `index` (kind and name of each part), its `owner` (a seat
    or none), its `text`, and from its looks a `sign` and the words for how it is `drawn`; zones are
    `ordered` or not and `seen` by all, the owner, nobody or some; states have a `type`, and are
    `quiet` where nobody at a table mentions them; `values` are those that the looks show, and
    measures, in the form of states; dice have a `die`, and `faces`. `boards` have
    `shape`, `columns`, `rows`, `spaces` (name, text, column, row, near) and `regions` (sets of
    spaces that the rulebook names, with a `colour` where the looks say one). `pieces`: name, text,
    `of`, owner, sign. `cards`: name, text, kind, fields as the looks show them, what is printed,
    and a `colour` or a `hue` of its kind (0 to 1); `paper` is no for pawns and coins. `words`:
    name, text, sign. `icons`: `text`, `art` and `sign` of each name in braces in printed texts.
    `actions`: names to texts.
    """

    rulebook: str
    title: str
    seats: list[dict[str, Any]]
    teams: list[str]
    zones: list[dict[str, Any]]
    states: list[dict[str, Any]]
    values: list[dict[str, Any]]
    dice: list[dict[str, Any]]
    boards: list[dict[str, Any]]
    pieces: list[dict[str, Any]]
    cards: list[dict[str, Any]]
    words: dict[str, list[dict[str, str]]]
    icons: dict[str, dict[str, str]]
    actions: dict[str, str]


def declarations_of(match: Reader, measures: Sequence[d.Measure] = ()) -> Declarations:
    """Return the declarations of a match's rulebook, with its settings and in its language."""
    population = match.population
    program, measured = population.program, shown_measures(population, measures)
    shown = _Shown(match, Looks.of(program), titles_of(program), hues_of(program))
    return Declarations(
        rulebook=program.name,
        title=program.title.text if program.title else program.name.replace("_", " "),
        seats=[
            {
                "name": player.name,
                "text": player.text,
                "team": player.team.name if player.team else None,
                "automatic": player.automatic,
            }
            for player in population.players
        ],
        teams=[team.name for team in population.teams],
        zones=[*shown.all(_places(population, program.zones), _zone)],
        states=[*shown.all(_places(population, program.states), _state)],
        values=[
            *shown.all(places_of_values(population), _value),
            *shown.all(((measure, ()) for measure in measured), _measure),
        ],
        dice=[*shown.all(_places(population, program.dice), partial(_dice, population))],
        boards=[_board(shown, name) for name in population.boards],
        pieces=[shown.piece(piece) for piece in population.pieces],
        cards=[shown.card(title) for title in population.titles.values()],
        words={
            name: [shown.word(word) for word in words] for name, words in population.words.items()
        },
        icons=shown.icons(),
        actions={name: in_words(declared) for name, declared in population.actions.items()},
    )


def _places(population: Population, declared: tuple[Any, ...]) -> Iterator[tuple[Any, Any]]:
    """Yield every declaration with each of its indices; declarations with very many are skipped."""
    for declaration in declared:
        indices = list(population.indexes(declaration.index))
        for index in indices if len(indices) <= MOST_PLACES else ():
            yield declaration, index


def _place(
    declared: d.Zone | d.State | d.Dice | d.Value | d.Measure, index: Index
) -> dict[str, Any]:
    owner = next((value.order for value in index if isinstance(value, Player)), None)
    return {
        "name": place_name(declared.name, index),
        "of": declared.name,
        "index": [
            {"kind": _kind(value), "name": name_of(value), "text": text_of(value)}
            for value in index
        ],
        "owner": owner,
    }


def _kind(value: Value) -> str:
    return "number" if isinstance(value, int) else type(value).__name__.lower()


def _zone(zone: d.Zone, index: Index) -> dict[str, Any]:
    return {
        **_place(zone, index),
        "ordered": zone.ordered,
        "limited": zone.at_most is not None,
        "seen": zone.seen.by,
        "kind": zone.kind,
    }


def _state(state: d.State, index: Index) -> dict[str, Any]:
    quiet = state.kept_in_mind or bool(state.reset_each)
    return {**_place(state, index), "type": type_data(state.type), "quiet": quiet}


def _value(value: d.Value, index: Index) -> dict[str, Any]:
    return {**_place(value, index), "type": type_data(value.type), "quiet": False}


def _measure(measure: d.Measure, index: Index) -> dict[str, Any]:
    return {**_place(measure, index), "type": {"kind": "number"}, "quiet": False}


def type_data(of: t.Type) -> dict[str, Any]:
    """Return a type as data: its `kind`, with its range, its words, or its element type."""
    match of:
        case t.Number(low, high):
            return {"kind": "number", "low": low, "high": high}
        case t.WordOf(words):
            return {"kind": "word", "words": words}
        case t.Optional(inner):
            return {**type_data(inner), "optional": True}
        case t.SetOf(element) | t.ListOf(element):
            kind = "set" if isinstance(of, t.SetOf) else "list"
            return {"kind": kind, "of": type_data(element)}
        case t.Space(board):
            return {"kind": "space", "board": board}
    return {"kind": type(of).__name__.lower()}


def _dice(population: Population, dice: d.Dice, index: Index) -> dict[str, Any]:
    faces = [name_of(face) for face in population.faces[dice.die]]
    return {**_place(dice, index), "die": dice.die, "faces": faces}


def _board(shown: _Shown, name: str) -> dict[str, Any]:
    geometry = shown.match.population.boards[name]
    board = geometry.board
    return {
        "name": name,
        "text": called(shown.titles, name),
        "shape": board.shape,
        "columns": max((space.column for space in geometry.spaces), default=0),
        "rows": geometry.rows,
        "named": board.is_named,
        "art": shown.looks.named(name).art,
        "spaces": [
            {
                "name": space.name,
                "text": space.text,
                "column": space.column,
                "row": space.row,
                "near": [near.name for near in geometry.near[space]],
            }
            for space in geometry.spaces
        ],
        "regions": [shown.region(*region) for region in regions_of(shown.match, name)],
    }


def regions_of(match: Reader, board: str) -> Iterator[tuple[str, int | None, list[str]]]:
    """
    Yield the named sets of spaces that never change, each with its owner's seat: those of the
    board's text, and named values.
    """
    population = match.population
    geometry = population.boards[board]
    for region in geometry.board.regions:
        yield (
            region.name,
            None,
            [
                geometry.spaces[place].name
                for place in region.places
                if place < len(geometry.spaces)
            ],
        )
    reads = derive(population.program).reads
    for value in population.values.values():
        element = value.type.element if isinstance(value.type, t.SetOf) else None
        if not isinstance(element, t.Space) or element.board not in (None, board):
            continue
        if not _is_fixed(value) or {read.kind for read in reads.values[value.name]} - FIXED:
            continue
        for index in population.domain(value.parameters[0].type) if value.parameters else (None,):
            spaces = _spaces(match, value, index)
            here = [space.name for space in spaces if space.board == board]
            if here and len(here) < len(population.boards[board].spaces):
                owner = index.order if isinstance(index, Player) else None
                yield value.name, owner, here


def _is_fixed(value: d.Value) -> bool:
    of = [parameter.type for parameter in value.parameters]
    return not of or (len(of) == 1 and isinstance(of[0], t.Player | t.Team | t.WordOf))


def _spaces(match: Reader, value: d.Value, index: Value) -> list[Space]:
    arguments = (Local(0),) if value.parameters else ()
    try:
        spaces = match.evaluate(CallValue(value.name, arguments), {0: index})
    except Fault:
        return []
    return [space for space in spaces if isinstance(space, Space)]


@frozen
class _Shown:
    """Applies the looks of a program to its declarations."""

    match: Reader
    looks: Looks
    titles: Mapping[str, str]
    hues: Mapping[str, float]

    def word(self, word: Word) -> dict[str, Any]:
        return {"name": word.name, "text": word.text, "sign": self.looks.named(word.name).sign}

    def icons(self) -> dict[str, dict[str, str]]:
        titles = self.match.population.titles.values()
        texts = [title.definition.rules_text for title in titles]
        names = {name: None for text in texts if text for name in PLACE.findall(text.text)}
        return {
            name: {
                "text": called(self.titles, name),
                "art": self.looks.named(name).art.replace("{name}", name),
                "sign": self.looks.named(name).sign,
            }
            for name in names
        }

    def piece(self, piece: Piece) -> dict[str, Any]:
        return {
            "name": piece.name,
            "text": text_of(piece),
            "of": piece.declaration.name,
            "owner": piece.owner.order if piece.owner else None,
            "sign": self.looks.named(piece.declaration.name).sign,
        }

    def region(self, name: str, owner: int | None, spaces: list[str]) -> dict[str, Any]:
        """Return spaces of a board that have a name."""
        colour = six_digits(self.looks.named(name).colour)
        text = called(self.titles, name)
        return {"name": name, "text": text, "owner": owner, "colour": colour, "spaces": spaces}

    def all(
        self, places: Iterable[tuple[T, Index]], data: Callable[[T, Index], dict[str, Any]]
    ) -> Iterator[dict[str, Any]]:
        """Yield the data of declarations with their indices, and how they are drawn."""
        for declared, index in places:
            yield {**data(declared, index), **self.drawn(declared.name)}

    def drawn(self, name: str) -> dict[str, Any]:
        """Return the displayed name of a zone, a state or dice, and how it is drawn."""
        look = self.looks.named(name)
        return {"text": called(self.titles, name), "sign": look.sign, "drawn": list(look.drawn)}

    def card(self, title: CardDefinition) -> dict[str, Any]:
        """Return a card with what is printed on it."""
        card = title.definition
        look = self.looks.of_card(card)
        fields = [
            self._field(name, index, value)
            for name, places in title.fields.items()
            if name not in look.hides
            for index, value in places.items()
        ]
        return {
            "name": title.name,
            "text": title.text,
            "kind": card.kind,
            "kind_text": called(self.titles, card.kind),
            "colour": six_digits(look.colour),
            "hue": self.hues[card.kind] if len(self.hues) > 1 else None,
            "sign": self.looks.named(title.name).sign or self.looks.named(card.kind).sign,
            "paper": look.is_printed,
            "art": art_of(title, look.art),
            "copies": card.copies,
            "fields": [*fields, *self._values(title, look.shows)],
            "printed": card.rules_text.text if card.rules_text else "",
        }

    def _values(self, title: CardDefinition, names: tuple[str, ...]) -> Iterator[dict[str, Any]]:
        """Yield the printed values of a card; those that only a match can compute are skipped."""
        for name in names:
            try:
                value = value_of_card(self.match, title, name)
            except Fault:
                continue
            yield self._field(name, (), value)

    def _field(self, name: str, index: tuple[Value, ...], value: Value) -> dict[str, Any]:
        return {
            "name": name,
            "text": called(self.titles, name),
            "sign": self.looks.named(name).sign,
            "index": [text_of(part) for part in index],
            "value": _plain_value(value),
            "shown": text_of(value).replace("_", " "),
        }


def art_of(title: CardDefinition, path: str) -> str:
    """Return the path of a card's picture: its name, kind and fields filled in."""
    fields = {name: by_index.get(()) for name, by_index in title.fields.items()}
    values = {name: str(name_of(value)) for name, value in fields.items() if value is not None}
    values |= {"name": title.definition.name, "kind": title.definition.kind}
    leads_elsewhere = re.compile(r"/|\\|\.\.")
    return PLACE.sub(lambda found: leads_elsewhere.sub("_", values.get(found[1], found[0])), path)


def value_of_card(match: Reader, title: CardDefinition, name: str) -> Value:
    """Return the value of a card, for its definition or its first copy; raises `Fault`."""
    population = match.population
    copies = (card for card in population.cards if card.title is title)
    takes_title = isinstance(population.values[name].parameters[0].type, t.Title)
    return match.evaluate(
        CallValue(name, (Local(0),)), {0: title if takes_title else next(copies, None)}
    )


def _plain_value(value: Value) -> Any:
    if isinstance(value, tuple):
        return [_plain_value(item) for item in value]
    return value if value is None or isinstance(value, bool | int) else name_of(value)
