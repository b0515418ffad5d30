"""
Creates every entity of a match, once for a program with its settings.

In: a program, its options, the number of players. Out: `Population`: the values that all engines
use, and the declarations by name. Two engines that play the same program with the same settings use
the very same objects, so a position can be passed from one to the other.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Mapping
from functools import cached_property
from itertools import product
from threading import Lock
from typing import Any, TypeAlias
from weakref import WeakValueDictionary

from attrs import evolve, frozen

from ruleslang.engine.match.geometry import Geometry, lay_out
from ruleslang.engine.match.runtime_values import (
    Card,
    CardDefinition,
    DieIn,
    Piece,
    Place,
    Player,
    Space,
    Team,
    Value,
    Word,
    name_of,
)
from ruleslang.program import declarations as d
from ruleslang.program import types as t
from ruleslang.program.apply_settings import broken_test, with_settings
from ruleslang.program.expressions import ReadOption
from ruleslang.program.looks import called, titles_of
from ruleslang.program.program import Program, SettingsTest, origin_of
from ruleslang.program.references import Text
from ruleslang.program.walk import find


@frozen
class Settings:
    """The settings of a match: a value index for every option, and the numbers of seats."""

    options: tuple[tuple[str, int], ...]
    players: int
    automatic: int


def options_of(program: Program, settings: Settings) -> dict[str, str]:
    """Return the value of every option by name, as `settle` takes it."""
    values = {option.name: option.values for option in program.options}
    return {name: values[name][place] for name, place in settings.options}


@frozen(eq=False, slots=False)
class Population:
    """
    All entities by name, created by `population_of`. `program` is the `whole_program` specialised
    to these settings.
    """

    program: Program
    whole_program: Program
    settings: Settings
    words: Mapping[str, tuple[Word, ...]]
    options: Mapping[str, Value]
    teams: tuple[Team, ...]
    players: tuple[Player, ...]
    kinds: Mapping[str, frozenset[str]]
    titles: Mapping[str, CardDefinition]
    cards: tuple[Card, ...]
    boards: Mapping[str, Geometry]
    spaces: tuple[Space, ...]
    pieces: tuple[Piece, ...]
    pieces_of: Mapping[Player | None, tuple[Piece, ...]]
    zones: Mapping[str, d.Zone]
    places: Mapping[str, Mapping[tuple[Value, ...], Place]]
    states: Mapping[str, d.State]
    dice: Mapping[str, d.Dice]
    faces: Mapping[str, tuple[Value, ...]]
    values: Mapping[str, d.Value]
    procedures: Mapping[str, d.Procedure]
    actions: Mapping[str, d.Action]
    windows: Mapping[str, d.Window]
    plays: Mapping[str, d.Play]
    table_dice: Mapping[str, Mapping[tuple[Value, ...], tuple[DieIn, ...]]]

    def title(self, name: str) -> CardDefinition | None:
        """Return the card definition with this written or declared name; `None`: no such."""
        if name in self.titles:
            return self.titles[name]
        return next((title for title in self.titles.values() if title.name == name), None)

    def domain(self, kind: t.Type) -> tuple[Value, ...]:
        """Return all values of a type that can be an index, in standard order."""
        return domain(self, kind)

    def die_at(self, name: str, index: tuple[Value, ...], position: int) -> DieIn:
        """Return the die at a position of the dice at an index."""
        return self.table_dice[name][index][position]

    @cached_property
    def state_places(self) -> tuple[tuple[str, str, tuple[Value, ...]], ...]:
        """For every stored value its full name, as `life(home)`, its state and its index."""
        of_all = ((of, at) for of in self.states.values() for at in self.indexes(of.index))
        return tuple((place_name(of.name, at), of.name, at) for of, at in of_all)

    def indexes(self, places: tuple[d.IndexPlace, ...]) -> Iterable[tuple[Value, ...]]:
        """Return all combinations, in the order of the index."""
        return product(*(domain(self, place.type) for place in places))

    def all_places(self) -> Iterable[Place]:
        """Return every zone with every index, in the order of the text."""
        return (place for places in self.places.values() for place in places.values())


MOST_KEPT = 64  # populations that are kept for the next match with the same settings

_last = deque["Population"](maxlen=MOST_KEPT)
_alive = WeakValueDictionary[tuple[int, Settings], "Population"]()
_MAKING = Lock()  # two threads that ask at once get the same object


def population_of(program: Program, settings: Settings) -> Population:
    """Return the population of a program with these settings; memoised as long as it is in use."""
    with _MAKING:
        population = _alive.get((id(program), settings))
        if population is None:
            population = _make(program, settings)
            _last.append(population)
            # It holds both programs, so no other gets their ids.
            for known in (program, population.program):
                _alive[id(known), settings] = population
    return population


def settle(
    program: Program, options: Mapping[str, str] | None, players: int | None, automatic: int | None
) -> Settings:
    """
    Return the options, chosen or by default, and the number of players (by default the minimum);
    memoised.

    Raises `ValueError` for settings that the program does not have, or that do not go together.
    """
    key = (id(program), tuple((options or {}).items()), players, automatic)
    entry = _chosen.get(key)
    if entry is None or entry[0] is not program:
        if len(_chosen) >= MOST_KEPT:
            _chosen.clear()
        entry = _chosen[key] = program, _settle(program, options, players, automatic)
    return entry[1]


Asked: TypeAlias = tuple[int, tuple[tuple[str, str], ...], int | None, int | None]
_chosen: dict[Asked, tuple[Program, Settings]] = {}


def _settle(
    program: Program, options: Mapping[str, str] | None, players: int | None, automatic: int | None
) -> Settings:
    seats = program.seats
    chosen = settle_options(program, options)
    number = _fewest(program, chosen) if players is None else players
    machines = seats.automatic_low if automatic is None else automatic
    for what, wanted, low, high in (
        ("players", number, seats.low, seats.high),
        ("automatic seats", machines, seats.automatic_low, seats.automatic_high),
    ):
        if not low <= wanted <= high:
            allowed = low if low == high else f"{low} to {high}"
            raise ValueError(f"the number of {what} is {wanted}, and must be {allowed}")
    broken = broken_test(program, chosen, number)
    if broken is not None:
        raise ValueError(_not_together(program, broken, chosen, number))
    return Settings(chosen, number, machines)


def can_begin(program: Program, options: Mapping[str, str] | None, players: int) -> bool:
    """Return whether a match can start with these options and this many players."""
    return broken_test(program, settle_options(program, options), players) is None


def _fewest(program: Program, chosen: tuple[tuple[str, int], ...]) -> int:
    """Return the fewest players with these options; if none can play, the fewest of all."""
    low, high = program.seats.low, program.seats.high
    numbers = range(low, high + 1)
    return next((number for number in numbers if broken_test(program, chosen, number) is None), low)


def _not_together(
    program: Program, test: SettingsTest, chosen: tuple[tuple[str, int], ...], players: int
) -> str:
    """Return the message that no match starts with these settings, with the condition's."""
    read = {option_read.name for option_read in find(test.condition, ReadOption)}
    values = {option.name: option.values for option in program.options}
    settings_named = [f"{name} {values[name][place]}" for name, place in chosen if name in read]
    if (origin := origin_of(program, test.origin)) is not None:
        wanted = f"the rulebook says `{origin.excerpt}`"
    else:
        wanted = "a condition of the rulebook's header forbids it"
    return f"no match begins with {', '.join([*settings_named, f'{players} players'])}: {wanted}"


def values_text(option: d.Option) -> str:
    """Return the values of an option in words: `short or long`, `4 to 13`."""
    if option.number:
        return f"{option.values[0]} to {option.values[-1]}"
    return " or ".join(option.values)


def settle_options(
    program: Program, chosen: Mapping[str, str] | None
) -> tuple[tuple[str, int], ...]:
    """
    Return the value index of every option, chosen or by default.

    Raises `ValueError` for an option or a value that the program does not have.
    """
    remaining = dict(chosen or {})
    indices = []
    for option in program.options:
        value = remaining.pop(option.name, option.values[option.default])
        if value not in option.values:
            raise ValueError(f"`{option.name}` is {values_text(option)}, not `{value}`")
        indices.append((option.name, option.values.index(value)))
    if remaining:
        raise ValueError(f"no option is called `{next(iter(remaining))}`")
    return tuple(indices)


def _make(whole_program: Program, settings: Settings) -> Population:
    program = with_settings(whole_program, settings.options, settings.players)
    words = _words(program)
    teams = tuple(Team(i, name, _plain(name)) for i, name in enumerate(program.teams.names))
    players = _players(program, settings, teams)
    kinds = _kinds(program)
    titles = _titles(program, kinds)
    boards = _boards(program)
    pieces = _pieces(program, players)
    population = Population(
        program=program,
        whole_program=whole_program,
        settings=settings,
        words=words,
        options=_options(program, settings, words),
        teams=teams,
        players=players,
        kinds=kinds,
        titles=titles,
        cards=_cards(titles.values()),
        boards=boards,
        spaces=tuple(space for board in boards.values() for space in board.spaces),
        pieces=pieces,
        pieces_of={who: tuple(p for p in pieces if p.owner is who) for who in (None, *players)},
        places={},
        faces={die.name: _faces(die, words) for die in program.dice_kinds},
        table_dice={},
        **_by_name(program),
    )
    return evolve(population, places=_places(population), table_dice=_dice_places(population))


def _by_name(program: Program) -> dict[str, Any]:
    names = ("zones", "states", "dice", "values", "procedures", "actions", "windows", "plays")
    return {
        name: {declaration.name: declaration for declaration in getattr(program, name)}
        for name in names
    }


def _titles(program: Program, kinds: Mapping[str, frozenset[str]]) -> dict[str, CardDefinition]:
    return {
        definition.name: CardDefinition(
            i,
            definition.written or definition.name,
            _text_of(definition.text, definition.name),
            definition,
            kinds[definition.kind] | {definition.kind},
        )
        for i, definition in enumerate(program.definitions)
    }


def domain(population: Population, kind: t.Type) -> tuple[Value, ...]:
    """Return all values of a finite type that can be an index, in standard order."""
    match kind:
        case t.Number(low=low, high=high):
            return tuple(range(low, high + 1))
        case t.Truth():
            return (False, True)
        case t.Player():
            return population.players
        case t.Team():
            return population.teams
        case t.WordOf(list=name):
            return population.words[name]
        case t.Card(kind=of):
            return tuple(c for c in population.cards if of is None or of in c.title.kinds)
        case t.Title(kind=of):
            return tuple(k for k in population.titles.values() if of is None or of in k.kinds)
        case t.Piece(piece=of):
            return tuple(m for m in population.pieces if of is None or of == m.declaration.name)
        case t.Space(board=of):
            return population.spaces if of is None else population.boards[of].spaces
        case t.Optional(inner=inner):
            return (None, *domain(population, inner))
    raise TypeError(f"no index can be {kind}")


def _plain(name: str) -> str:
    return name.replace("_", " ")


def _text_of(text: Text | None, name: str) -> str:
    return _plain(name) if text is None else text.text


def _words(program: Program) -> dict[str, tuple[Word, ...]]:
    titles = titles_of(program)
    return {
        words.name: tuple(
            Word(i, w, called(titles, w), words.name) for i, w in enumerate(words.words)
        )
        for words in program.words
    }


def _options(
    program: Program, settings: Settings, words: Mapping[str, tuple[Word, ...]]
) -> dict[str, Value]:
    chosen = dict(settings.options)
    values: dict[str, Value] = {}
    for option in program.options:
        place = chosen[option.name]
        if option.number:
            values[option.name] = int(option.values[place])
        elif option.truth:
            values[option.name] = option.values[place] == "yes"
        elif option.name in words:
            values[option.name] = words[option.name][place]
        else:
            name = option.values[place]
            values[option.name] = Word(place, name, _plain(name), option.name)
    return values


def _players(program: Program, settings: Settings, teams: tuple[Team, ...]) -> tuple[Player, ...]:
    names = program.seats.names
    return tuple(
        Player(
            order=seat,
            name=names[seat] if seat < len(names) else f"player_{seat + 1}",
            text=_plain(names[seat]) if seat < len(names) else f"player {seat + 1}",
            automatic=seat >= settings.players - settings.automatic,
            team=teams[seat % len(teams)] if teams else None,
        )
        for seat in range(settings.players)
    )


def _kinds(program: Program) -> dict[str, frozenset[str]]:
    """Return every kind with its ancestors, including itself."""
    parents = {kind.name: kind.parent for kind in program.kinds}
    lines = {}
    for name in parents:
        line: list[str] = []
        here: str | None = name
        while here is not None and here not in line:
            line.append(here)
            here = parents.get(here)
        lines[name] = frozenset(line)
    for definition in program.definitions:
        lines.setdefault(definition.kind, frozenset((definition.kind,)))
    return lines


def _cards(titles: Iterable[CardDefinition]) -> tuple[Card, ...]:
    copies = [(title, copy) for title in titles for copy in range(1, title.definition.copies + 1)]
    return tuple(
        Card(i, title.name if copy == 1 else f"{title.name} #{copy}", title.text, title, copy)
        for i, (title, copy) in enumerate(copies)
    )


def _boards(program: Program) -> dict[str, Geometry]:
    boards: dict[str, Geometry] = {}
    count = 0
    for board in program.boards:
        boards[board.name] = lay_out(board, count, alone=len(program.boards) == 1)
        count += len(board.spaces)
    return boards


def _pieces(program: Program, players: tuple[Player, ...]) -> tuple[Piece, ...]:
    pieces: list[Piece] = []
    for piece in program.pieces:
        owners: tuple[Player | None, ...] = players if piece.per_player else (None,)
        for owner in owners:
            for copy in range(1, piece.copies + 1):
                name = piece.name if piece.copies == 1 else f"{piece.name} {copy}"
                text = _text_of(piece.text, piece.name) + (f" {copy}" if piece.copies > 1 else "")
                if owner is not None:
                    name, text = f"{owner.name} {name}", f"{text} of {owner.text}"
                pieces.append(Piece(len(pieces), name, text, piece, owner))
    return tuple(pieces)


def _faces(die: d.Die, words: Mapping[str, tuple[Word, ...]]) -> tuple[Value, ...]:
    return tuple(words[die.name][face] for face in die.faces) if die.words else die.faces


def _places(population: Population) -> Mapping[str, Mapping[tuple[Value, ...], Place]]:
    """Return every zone with its indices, numbered in the order of the text."""
    count = 0
    places: dict[str, Mapping[tuple[Value, ...], Place]] = {}
    for zone in population.program.zones:
        here: dict[tuple[Value, ...], Place] = {}
        for index in population.indexes(zone.index):
            holder = next((member for member in index if isinstance(member, Player)), None)
            here[index] = Place(
                count, place_name(zone.name, index), _plain(zone.name), zone, index, holder
            )
            count += 1
        places[zone.name] = here
    return places


def _dice_places(
    population: Population,
) -> Mapping[str, Mapping[tuple[Value, ...], tuple[DieIn, ...]]]:
    """Return every die that may be on the table."""
    count = 0
    dice_of: dict[str, Mapping[tuple[Value, ...], tuple[DieIn, ...]]] = {}
    for dice in population.program.dice:
        here: dict[tuple[Value, ...], tuple[DieIn, ...]] = {}
        for index in population.indexes(dice.index):
            named = place_name(dice.name, index)
            here[index] = tuple(
                DieIn(count + i, f"{named} {i + 1}", _plain(dice.name), dice.name, index, i)
                for i in range(dice.number)
            )
            count += dice.number
        dice_of[dice.name] = here
    return dice_of


def place_name(name: str, index: tuple[Value, ...]) -> str:
    """Return a name with its index: `pile`, `hand(home)`."""
    return f"{name}({', '.join(name_of(value) for value in index)})" if index else name
