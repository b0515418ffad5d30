"""
What is fixed for all matches of one program with the same options and seats, looked up once.

In: a program, the settings of its options, how many play. Out: `Tables`: everyone and everything
there is, each as one object, and by name; which effects stand on what; which places every zone
has.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import product
from typing import Any

from attrs import field, frozen

from ruleslang.match.values import (
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
from ruleslang.meaning.geometry import Geometry, lay_out
from ruleslang.program import declarations as d
from ruleslang.program import expressions as e
from ruleslang.program import statements as s
from ruleslang.program import types as t
from ruleslang.program.display import Text
from ruleslang.program.program import Program
from ruleslang.program.walk import find, walk


@frozen(eq=False)
class Source:
    """
    An effect where it stands: its place in the text, the `while` it stands in, and who carries it.

    `titles` are the definitions it is printed on; None for an effect of the rulebook itself.
    """

    place: int
    effect: s.Effect
    standing: d.Standing
    titles: frozenset[CardDefinition] | None


@frozen(eq=False)
class Settings:
    """What is chosen before play: a place for every option, and the seats."""

    options: tuple[tuple[str, int], ...]
    players: int
    automatic: int


@frozen(eq=False)
class Tables:
    """Everything there is, by name; built by `build`."""

    program: Program
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
    resets: Mapping[str, tuple[str, ...]]  # procedure: the states that begin anew with it
    limits: Mapping[str, frozenset[str]]  # procedure: the limits that begin anew with it
    hooks: Mapping[tuple[str, str], tuple[Source, ...]]  # moment and procedure
    modifiers: Mapping[str, tuple[Source, ...]]
    whenevers: tuple[Source, ...]
    watches: bool  # whether a write may make a rule act at once, or end a `while`
    lastings: Mapping[str, int]  # the name of a lasting statement: its place in the text
    table_dice: Mapping[str, Mapping[tuple[Value, ...], tuple[DieIn, ...]]]
    fleeting: frozenset[str] = frozenset()  # values that read what is under way, not only the state
    lasting_statements: tuple[s.Lasting, ...] = ()
    reads: dict[object, frozenset[str]] = field(factory=dict)  # filled by `reads`

    def domain(self, kind: t.Type) -> tuple[Value, ...]:
        """All values of a type that can be an index, in standard order."""
        return domain(self, kind)

    def die_at(self, name: str, index: tuple[Value, ...], position: int) -> DieIn:
        """The die at a position of the dice that lie at an index."""
        return self.table_dice[name][index][position]

    def indexes(self, places: tuple[d.IndexPlace, ...]) -> Iterable[tuple[Value, ...]]:
        """All combinations, in the order of the index."""
        return product(*(domain(self, place.type) for place in places))


_built: dict[tuple[int, tuple[tuple[str, int], ...], int, int], Tables] = {}


def tables_for(program: Program, settings: Settings) -> Tables:
    """The tables, built once for a program and its settings."""
    key = (id(program), settings.options, settings.players, settings.automatic)
    found = _built.get(key)
    if found is None or found.program is not program:
        if len(_built) >= 64:
            _built.clear()
        found = _built[key] = build(program, settings)
    return found


def settle_options(
    program: Program, chosen: Mapping[str, str] | None
) -> tuple[tuple[str, int], ...]:
    """
    The place of the value of every option: as chosen, else the default.

    Raises `ValueError` for an option or a value that the program does not have.
    """
    rest = dict(chosen or {})
    settled = []
    for option in program.options:
        value = rest.pop(option.name, option.values[option.default])
        if value not in option.values:
            raise ValueError(f"`{option.name}` is {' or '.join(option.values)}, not `{value}`")
        settled.append((option.name, option.values.index(value)))
    if rest:
        raise ValueError(f"no option is called `{next(iter(rest))}`")
    return tuple(settled)


def build(program: Program, settings: Settings) -> Tables:
    """Look everything up."""
    words = _words(program)
    teams = tuple(Team(i, name, _plain(name)) for i, name in enumerate(program.teams.names))
    players = _players(program, settings, teams)
    kinds = _kinds(program)
    titles = _titles(program, kinds)
    boards = _boards(program)
    pieces = _pieces(program, players)
    tables = Tables(
        program=program,
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
        faces={one.name: _faces(one, words) for one in program.dice_kinds},
        resets=_resets(program),
        limits=_limits(program),
        table_dice={},
        **_by_name(program),
        **_effects(program, titles),
    )
    _add_places(tables)
    _add_dice(tables)
    return tables


def _by_name(program: Program) -> dict[str, Any]:
    """The declarations that have nothing to be worked out."""
    names = ("zones", "states", "dice", "values", "procedures", "actions", "windows", "plays")
    return {name: {one.name: one for one in getattr(program, name)} for name in names}


def _titles(program: Program, kinds: Mapping[str, frozenset[str]]) -> dict[str, CardDefinition]:
    return {
        one.name: CardDefinition(
            i, one.name, _shown(one.text, one.name), one, kinds[one.kind] | {one.kind}
        )
        for i, one in enumerate(program.definitions)
    }


def domain(tables: Tables, kind: t.Type) -> tuple[Value, ...]:
    """All values of a finite type that can stand in an index, in standard order."""
    match kind:
        case t.Number(low=low, high=high):
            return tuple(range(low, high + 1))
        case t.Truth():
            return (False, True)
        case t.Player():
            return tables.players
        case t.Team():
            return tables.teams
        case t.WordOf(list=name):
            return tables.words[name]
        case t.Card(kind=of):
            return tuple(c for c in tables.cards if of is None or of in c.title.kinds)
        case t.Title(kind=of):
            return tuple(k for k in tables.titles.values() if of is None or of in k.kinds)
        case t.Piece(piece=of):
            return tuple(m for m in tables.pieces if of is None or of == m.declaration.name)
        case t.Space(board=of):
            return tables.spaces if of is None else tables.boards[of].spaces
        case t.Optional(inner=inner):
            return (None, *domain(tables, inner))
    raise TypeError(f"no index can be {kind}")


def _plain(name: str) -> str:
    return name.replace("_", " ")


def _shown(text: Text | None, name: str) -> str:
    return _plain(name) if text is None else text.text


def _words(program: Program) -> dict[str, tuple[Word, ...]]:
    return {
        one.name: tuple(Word(i, w, _plain(w), one.name) for i, w in enumerate(one.words))
        for one in program.words
    }


def _options(
    program: Program, settings: Settings, words: Mapping[str, tuple[Word, ...]]
) -> dict[str, Value]:
    chosen = dict(settings.options)
    values: dict[str, Value] = {}
    for option in program.options:
        place = chosen[option.name]
        if option.truth:
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
    """Every kind's ancestors, itself among them."""
    parents = {one.name: one.parent for one in program.kinds}
    found = {}
    for name in parents:
        line: list[str] = []
        here: str | None = name
        while here is not None and here not in line:
            line.append(here)
            here = parents.get(here)
        found[name] = frozenset(line)
    for one in program.definitions:
        found.setdefault(one.kind, frozenset((one.kind,)))
    return found


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
    for one in program.pieces:
        owners: tuple[Player | None, ...] = players if one.per_player else (None,)
        for owner in owners:
            for copy in range(1, one.copies + 1):
                name = one.name if one.copies == 1 else f"{one.name} {copy}"
                text = _shown(one.text, one.name) + (f" {copy}" if one.copies > 1 else "")
                if owner is not None:
                    name, text = f"{owner.name} {name}", f"{text} of {owner.text}"
                pieces.append(Piece(len(pieces), name, text, one, owner))
    return tuple(pieces)


def _faces(die: d.Die, words: Mapping[str, tuple[Word, ...]]) -> tuple[Value, ...]:
    return tuple(words[die.name][face] for face in die.faces) if die.words else die.faces


def _resets(program: Program) -> dict[str, tuple[str, ...]]:
    resets: dict[str, tuple[str, ...]] = {}
    for state in program.states:
        for procedure in state.reset_each:
            resets[procedure] = (*resets.get(procedure, ()), state.name)
    return resets


def _limits(program: Program) -> dict[str, frozenset[str]]:
    limits: dict[str, frozenset[str]] = {}
    for limit in find((program.actions, program.plays), s.Limit):
        limits[limit.procedure] = limits.get(limit.procedure, frozenset()) | {limit.name}
    return limits


def _effects(program: Program, titles: Mapping[str, CardDefinition]) -> dict[str, Any]:
    """
    Which effects stand on what.

    Places in the text: the rulebook's own, then those of cards, then those that statements begin.
    """
    sources = list(_sources(program, titles))
    hooks: dict[tuple[str, str], tuple[Source, ...]] = {}
    modifiers: dict[str, tuple[Source, ...]] = {}
    for source in sources:
        match source.effect:
            case s.Hook(moment=moment, procedure=procedure):
                key = (moment, procedure)
                hooks[key] = (*hooks.get(key, ()), source)
            case s.Modifier(value=value):
                modifiers[value] = (*modifiers.get(value, ()), source)
    bodies = (
        program.procedures,
        program.actions,
        program.plays,
        program.standings,
        program.card_standings,
    )
    lastings = tuple(find(bodies, s.Lasting))
    return {
        "hooks": hooks,
        "modifiers": modifiers,
        "whenevers": tuple(one for one in sources if isinstance(one.effect, s.Whenever)),
        "watches": any(True for _ in find((bodies, lastings), s.Whenever))
        or any(one.span == "while" for one in lastings),
        "lasting_statements": lastings,
        "fleeting": _fleeting(program),
        "lastings": {one.name: len(sources) + i for i, one in enumerate(lastings)},
    }


def _fleeting(program: Program) -> frozenset[str]:
    """The values that ask, by themselves or by others, what is playable or under way."""
    parts: dict[str, list[object]] = {each.name: [each] for each in program.values}
    bodies = (program.procedures, program.actions, program.plays)
    spans: list[d.Standing | s.Lasting] = [*program.standings, *program.card_standings]
    for span in (*spans, *find(bodies, s.Lasting)):
        for effect in span.effects:
            if isinstance(effect, s.Modifier):
                parts.setdefault(effect.value, []).extend((effect, span.condition))
    nodes = {name: [*walk(tuple(some))] for name, some in parts.items()}
    found = {name for name, some in nodes.items() if any(isinstance(it, _FLEETING) for it in some)}
    calls = {
        name: {each.name for each in some if isinstance(each, e.CallValue)}
        for name, some in nodes.items()
    }
    while True:
        more = {name for name, called in calls.items() if called & found} - found
        if not more:
            return frozenset(found)
        found |= more


_FLEETING: tuple[type[Any], ...] = (e.Playable, e.ThisUnderWay, t.UnderWay)


def _sources(program: Program, titles: Mapping[str, CardDefinition]) -> Iterable[Source]:
    place = 0
    for standing in program.standings:
        for effect in standing.effects:
            yield Source(place, effect, standing, None)
            place += 1
    carriers: dict[str, set[CardDefinition]] = {}
    for title in titles.values():
        for name in title.definition.standings:
            carriers.setdefault(name, set()).add(title)
    for standing in program.card_standings:
        for effect in standing.effects:
            yield Source(place, effect, standing, frozenset(carriers.get(standing.name, ())))
            place += 1


def _add_places(tables: Tables) -> None:
    """Every zone's places, counted through all zones in the order of the text."""
    count = 0
    places: dict[str, Mapping[tuple[Value, ...], Place]] = tables.places  # type: ignore[assignment]
    for zone in tables.program.zones:
        here: dict[tuple[Value, ...], Place] = {}
        for index in tables.indexes(zone.index):
            holder = next((each for each in index if isinstance(each, Player)), None)
            here[index] = Place(
                count, place_name(zone.name, index), _plain(zone.name), zone, index, holder
            )
            count += 1
        places[zone.name] = here


def _add_dice(tables: Tables) -> None:
    """Every die that may lie on the table."""
    count = 0
    dice: dict[str, Mapping[tuple[Value, ...], tuple[DieIn, ...]]] = tables.table_dice  # type: ignore[assignment]
    for one in tables.program.dice:
        here: dict[tuple[Value, ...], tuple[DieIn, ...]] = {}
        for index in tables.indexes(one.index):
            named = place_name(one.name, index)
            here[index] = tuple(
                DieIn(count + i, f"{named} {i + 1}", _plain(one.name), one.name, index, i)
                for i in range(one.number)
            )
            count += one.number
        dice[one.name] = here


def place_name(name: str, index: tuple[Value, ...]) -> str:
    """`pile`, `hand(home)`."""
    return f"{name}({', '.join(name_of(each) for each in index)})" if index else name
