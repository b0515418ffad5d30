"""Lowers constants, locals, states, zones, dice, options, fields."""

from __future__ import annotations

from functools import partial
from itertools import product

from ruleslang.engine.flow import ir_exprs as v
from ruleslang.engine.flow import state_layout as f
from ruleslang.engine.flow.build_exprs import apply, known, pieced_together, when
from ruleslang.engine.flow.cards import FieldTable, definition_of, field_tables
from ruleslang.engine.flow.cell_access import address, number_at
from ruleslang.engine.flow.context import Body, lowers_expression, may_be_none, raw
from ruleslang.engine.flow.state_layout import PLAYERS as STILL_IN
from ruleslang.engine.flow.visible_reads import seen_cell, seen_count, seen_zone
from ruleslang.program import declarations as d
from ruleslang.program import expressions as e
from ruleslang.program import types as t
from ruleslang.program.typing.lattice import members, plain

# ---------------------------------------------------------------- constants and locals


@lowers_expression(e.Literal)
def literal(x: e.Literal, b: Body) -> v.Expr:
    return v.Constant(x.value, b.type_of(x))


@lowers_expression(e.WordValue)
def word(x: e.WordValue, b: Body) -> v.Expr:
    return v.Constant(x.place, t.WordOf(x.list))


@lowers_expression(e.SeatValue)
def seat(x: e.SeatValue, b: Body) -> v.Expr:
    """Return the player of a seat; an empty seat is a fault."""
    if x.seat >= len(b.lowering.population.players):
        return v.Fails("too-few-seats", b.origin, t.Player())
    return v.Constant(x.seat, t.Player())


@lowers_expression(e.TeamValue)
def team(x: e.TeamValue, b: Body) -> v.Expr:
    return v.Constant(x.team, t.Team())


@lowers_expression(e.TitleValue)
def title(x: e.TitleValue, b: Body) -> v.Expr:
    return v.Constant(b.lowering.population.titles[x.name].order, b.type_of(x))


@lowers_expression(e.SpaceValue)
def space(x: e.SpaceValue, b: Body) -> v.Expr:
    return v.Constant(b.lowering.population.boards[x.board].spaces[x.place].order, t.Space(x.board))


@lowers_expression(e.Local)
def local(x: e.Local, b: Body) -> v.Expr:
    variable = b.variable(x.slot)
    return v.Fails("unseen", b.origin, variable.type) if x.slot in b.unknown else variable


@lowers_expression(e.ReadOption)
def option(x: e.ReadOption, b: Body) -> v.Expr:
    """Return the setting of this match, a constant."""
    return v.Constant(raw(b.lowering.population.options[x.name]), b.type_of(x))


@lowers_expression(e.Active)
def active(x: e.Active, b: Body) -> v.Expr:
    return b.read(v.Cell(f.ACTIVE, (), t.Player()))


# ---------------------------------------------------------------- what is stored


@lowers_expression(e.ReadState)
def state(x: e.ReadState, b: Body) -> v.Expr:
    """Return a state; an unset one is a fault."""
    declared = b.lowering.population.states[x.name]
    at = address(b, declared.index, x.index, x.origin)
    cell = b.read(v.Cell(f.state_family(x.name), at, declared.type))
    if b.has_eyes:
        cell = seen_cell(b, declared, at, declared.type)
    if declared.start is not None or isinstance(declared.type, t.Optional):
        return cell
    return v.Present(cell, "unset-state", x.origin, declared.type)


@lowers_expression(e.ReadZone)
def zone(x: e.ReadZone, b: Body) -> v.Expr:
    """Return the cards of a zone; with `any`, of all matching zones, in the order of the index."""
    declared = b.lowering.population.zones[x.name]
    family, type = f.zone_family(x.name), b.type_of(x)
    cells = [
        seen_zone(b, x.name, at, type) if b.has_eyes else b.read(v.Cell(family, at, type))
        for at in all_places(b, declared.index, x.index)
    ]
    return pieced_together(cells, type)


def zone_count(x: e.ReadZone, b: Body) -> v.Expr:
    """Return the number of cards in a zone, if the preferring player knows it."""
    declared = b.lowering.population.zones[x.name]
    counts = [seen_count(b, declared, at) for at in all_places(b, declared.index, x.index)]
    number = counts[0]
    for count in counts[1:]:
        number = apply("+", number, count, type=number.type)
    return number


def all_places(
    b: Body, places: tuple[d.IndexPlace, ...], index: tuple[e.Expr | e.AnyIndex, ...]
) -> list[tuple[v.Expr, ...]]:
    """Return all addresses that match an index, of which several do with `any`."""
    written = [
        None if isinstance(coordinate, e.AnyIndex) else address(b, (place,), (coordinate,))[0]
        for place, coordinate in zip(places, index, strict=True)
    ]
    sizes = [range(len(b.lowering.population.domain(place.type))) for place in places]
    free = [sizes[i] if coordinate is None else (0,) for i, coordinate in enumerate(written)]
    return [
        tuple(
            v.Constant(number, t.Number(number, number)) if coordinate is None else coordinate
            for number, coordinate in zip(numbers, written, strict=True)
        )
        for numbers in product(*free)
    ]


@lowers_expression(e.ZoneAt)
def zone_at(x: e.ZoneAt, b: Body) -> v.Expr:
    return place_of_zone(b, x.name, x.index)


def place_of_zone(b: Body, name: str, index: tuple[e.Expr, ...]) -> v.Expr:
    """Return the number of a zone among all zones."""
    declared = b.lowering.population.zones[name]
    family = b.lowering.layout[f.zone_family(name)]
    first = family.base - b.lowering.layout["zones"].base
    return number_at(address(b, declared.index, index), family.strides, first, t.ZonePlace())


@lowers_expression(e.ReadDice)
def dice(x: e.ReadDice, b: Body) -> v.Expr:
    """Return the faces on the table, as a list."""
    declared = b.lowering.population.dice[x.name]
    family, type = f.dice_family(x.name), b.type_of(x)
    at = all_places(b, declared.index, x.index)
    place_type = b.lowering.layout[family].type
    cells = [
        seen_cell(b, declared, coordinate, place_type)
        if b.has_eyes
        else b.read(v.Cell(family, coordinate, place_type))
        for coordinate in at
    ]
    return faces(b, declared.die, pieced_together(cells, type), type)


def faces(b: Body, die: str, places: v.Expr, type: t.Type) -> v.Expr:
    """Return the values of faces, given by index."""
    number = b.fresh("face", t.Number(0, 1000))
    return v.Through("members", number, places, None, face(b, die, number), type)


def face(b: Body, die: str, place: v.Expr) -> v.Expr:
    """Return the value of a face, given by index."""
    shown = b.lowering.population.faces[die]
    if all(isinstance(value, int) for value in shown):
        type: t.Type = t.Number(min(shown), max(shown))
    else:
        type = t.WordOf(die)
    name = b.lowering.table(f"face of {die}", (len(shown),), type, lambda: shown)
    return v.Lookup(name, (place,), type)


# ---------------------------------------------------------------- cards


@lowers_expression(e.ReadField)
def field(x: e.ReadField, b: Body) -> v.Expr:
    """Return a field of what a card counts as; a missing field is a fault."""
    of = plain(b.type_of(x.subject))
    subject = known(b.expr(x.subject), x.origin)
    titles = definition_of(b, subject, x.of)
    if isinstance(titles.type, t.Optional):
        titles = known(titles, x.origin)
    tables = field_tables(b.lowering, x.name)
    sure = next(
        (table for table in tables if table.is_there_for(t.Card() if x.may_lack else of)), None
    )
    if sure is not None:
        return _entry(x, b, sure, titles)
    if len(tables) == 1 and tables[0].is_sure_of(b, x.index):
        entry = _entry(x, b, tables[0], titles)
        return v.Present(entry, "no-such-field", x.origin, entry.type)
    return _one_of_several(x, b, tables, titles)


def _entry(x: e.ReadField, b: Body, table: FieldTable, titles: v.Expr) -> v.Expr:
    if not table.index:
        return b.lowering.looked_up(table.name, titles, b.type_of(x))
    return v.Lookup(table.name, (titles, *address(b, table.index, x.index, x.origin)), b.type_of(x))


def _one_of_several(
    x: e.ReadField, b: Body, tables: tuple[FieldTable, ...], titles: v.Expr
) -> v.Expr:
    """Return a field whose index depends on the kind: selects the table by title."""
    type, index_types = b.type_of(x), tuple(map(b.type_of, x.index))
    title = b.fresh("title", titles.type)
    value: v.Expr = v.Fails("no-such-field", x.origin)
    for table in reversed(tables):
        here: v.Expr = v.Fails("not-a-member", x.origin)
        if table.takes(index_types):
            entry = _entry(x, b, table, title)
            here = v.Present(entry, "not-a-member", x.origin, entry.type)
        name = f"there is {table.name}"
        b.lowering.table(name, (len(table.there),), t.Truth(), partial(tuple, table.there))
        value = when(v.Lookup(name, (title,), t.Truth()), here, value, type)
    return b.bound(title, titles, value)


# ---------------------------------------------------------------- everything


@lowers_expression(e.Everything)
def everything(x: e.Everything, b: Body) -> v.Expr:
    """Return a whole population in standard order."""
    population, type = b.lowering.population, b.type_of(x)
    turn = v.Cell(f.ACTIVE, (), t.Player())
    match x.what:
        case "players":
            return apply("around", b.read(v.Cell(STILL_IN, (), type)), turn, type=type)
        case "all players":
            seats = v.Constant(tuple(range(len(population.players))), type)
            return apply("around", seats, turn, type=type)
        case "winners":
            return apply("around", v.Cell(f.WINNERS, (), type), turn, type=type)
        case "cards":
            members = raw(population.cards)
        case "titles":
            members = raw(tuple(population.titles.values()))
        case "pieces":
            members = raw(population.pieces)
        case "teams":
            members = raw(population.teams)
        case "words":
            members = raw(population.words[x.name])
        case "spaces":
            members = raw(population.domain(t.Space(x.name or None)))
        case "definitions of":
            of_kind = population.domain(t.Title(x.name))
            members = raw(tuple(each for each in of_kind if x.deck in ("", each.definition.deck)))
        case "pieces of":
            members = raw(population.domain(t.Piece(x.name)))
    return v.Constant(members, type)


COUNT = t.Number(0, 2**31 - 1)
ONE = v.Constant(1, COUNT)


def first_die(b: Body, name: str) -> int:
    """Return the number of the first of these dice among all that may be on the table."""
    places = b.lowering.population.table_dice[name]
    return next((die.order for dice in places.values() for die in dice), 0)


@lowers_expression(e.DiceAt)
def dice_at(x: e.DiceAt, b: Body) -> v.Expr:
    """Return the dice on the table at an index, by number."""
    declared, type = b.lowering.population.dice[x.name], b.type_of(x)
    family = b.lowering.layout[f.dice_family(x.name)]
    places = all_places(b, declared.index, x.index)
    numbers = [number_at(at, family.strides, 0, COUNT) for at in places]
    return pieced_together([_dice_at(b, x.name, number, type) for number in numbers], type)


def _dice_at(b: Body, name: str, number: v.Expr, type: t.Type) -> v.Expr:
    most, place = b.lowering.population.dice[name].number, b.fresh("place", COUNT)
    far = apply("*", place, v.Constant(most, COUNT), type=COUNT)
    first = apply("+", far, v.Constant(first_die(b, name), COUNT), type=COUNT)
    number_there = apply("number of", _faces_at(b, name, place), type=COUNT)
    last = apply("-", apply("+", first, number_there, type=COUNT), ONE, type=COUNT)
    return b.bound(place, number, apply("range", first, last, type=type))


def _faces_at(b: Body, name: str, place: v.Expr) -> v.Expr:
    type = b.lowering.layout[f.dice_family(name)].type
    return b.read(v.Cell(f.in_a_row(f.dice_family(name)), (place,), type))


def shown_by(b: Body, die: v.Variable, name: str) -> v.Expr:
    """Return the value shown by a die; a die that was taken away is a fault."""
    declared = b.lowering.population.dice[name]
    number = apply("-", die, v.Constant(first_die(b, name), COUNT), type=COUNT)
    most = v.Constant(declared.number, COUNT)
    place = apply("/ down", number, most, type=COUNT)
    there = _faces_at(b, name, place)
    if b.has_eyes:
        if len(declared.index) > 1:
            b.refuse("a die that a player of the language reads")
        there = seen_cell(b, declared, (place,) if declared.index else (), there.type)
    position = apply("+", apply("remainder", number, most, type=COUNT), ONE, type=COUNT)
    shown = v.Apply("entry", (there, position), t.Optional(COUNT))
    return face(b, declared.die, known(shown, b.origin, "not-a-member"))


def dice_of(type: t.Type) -> str:
    """Return the declaration of the dice that a type refers to."""
    of = plain(type)
    of = of if isinstance(of, t.DieIn) else members(of)
    assert isinstance(of, t.DieIn), type
    return of.dice


@lowers_expression(e.FaceOf)
def face_of(x: e.FaceOf, b: Body) -> v.Expr:
    """Return the value of a die; none for none."""
    die = b.expr(x.die)
    if isinstance(die.type, t.Never):
        return v.NONE
    variable = b.fresh("die", die.type)
    shown = shown_by(b, v.Variable(variable.name, plain(die.type)), dice_of(die.type))
    if may_be_none(die.type):
        shown = when(apply("is none", variable), v.NONE, shown, b.type_of(x))
    return b.bound(variable, die, shown)


@lowers_expression(e.FacesOf)
def faces_of(x: e.FacesOf, b: Body) -> v.Expr:
    """Return the values of several dice."""
    several = b.expr(x.dice)
    return shown_by_all(b, several, dice_of(b.type_of(x.dice)), b.type_of(x))


def shown_by_all(b: Body, several: v.Expr, name: str, type: t.Type) -> v.Expr:
    """Return the values of several dice of one declaration."""
    die = b.fresh("die", t.DieIn(name))
    return v.Through("members", die, several, None, shown_by(b, die, name), type)
