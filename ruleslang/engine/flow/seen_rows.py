"""
A learner's input: a row of what the seat in a certain cell may know, and values of a choice.

A row consists of the things that a player of the language reads (`visible_reads`): zones, states,
dice, pieces, and the rulebook's own values as that seat sees them. Hidden values are none.
An example: docs/dev/flow-examples.md.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import product

from attrs import frozen

from ruleslang.engine.flow import asked_questions as q
from ruleslang.engine.flow import state_layout as f
from ruleslang.engine.flow.build_exprs import apply, both, negated, when
from ruleslang.engine.flow.cell_access import checked_all
from ruleslang.engine.flow.context import Body, Lowering, NotLowered, body_of
from ruleslang.engine.flow.expressions.operators import value_routine
from ruleslang.engine.flow.ir_exprs import (
    NONE,
    Attempt,
    Cell,
    Constant,
    Expr,
    Find,
    Invoke,
    Variable,
)
from ruleslang.engine.flow.ir_stmts import Return
from ruleslang.engine.flow.lower import Flow
from ruleslang.engine.flow.player_programs import ANY_FAULT
from ruleslang.engine.flow.runs_under_way import invoked
from ruleslang.engine.flow.tables_and_routines import Routine
from ruleslang.engine.flow.visible_reads import (
    SEAT,
    cards_seen,
    number_seen,
    sees,
    sees_place,
    value_seen,
)
from ruleslang.engine.match.runtime_values import Value
from ruleslang.program import declarations as d
from ruleslang.program import types as t
from ruleslang.program.typing.lattice import members, plain

MOST_CELLS = 500  # of one family: larger ones are left out
MOST_VALUES = 160  # values of the rulebook in a row
MOST_COMBINATIONS = 32  # combinations of the arguments of one value
MOST_OF_A_CHOICE = 24  # values shown for one choice

ANYTHING = t.ListOf(t.Optional(t.Number(-(2**62), 2**62)), 100_000)
COUNT = t.Number(0, 2**31 - 1)
CARDS = t.SetOf(t.Card())
SMALL = t.Player | t.Team | t.WordOf | t.Truth
TOLD = t.Number | t.Truth | t.Player | t.Team | t.WordOf | t.Title | t.Space | t.Piece
OF_A_CHOICE = t.Card | t.WordOf | t.Space | t.Piece | t.Title


@frozen
class Part:
    """
    An entry of a row: its name, its index, and its type.

    `is_count`: the number of cards there. A part that `is_sparse` is one of many similar ones, and
    omitted if it is none, no or 0.
    """

    name: str
    index: tuple[Value, ...]
    type: t.Type
    is_count: bool = False
    is_sparse: bool = False
    is_ordered: bool = False


@frozen(eq=False)
class SeenRows:
    """
    The routines that compute rows, and the parts of these.

    `row` takes no argument, `sees` a card; `of_type` are by the type of a value, and return the
    named `values` of that value.
    """

    parts: tuple[Part, ...]
    row: str
    sees: str
    of_type: dict[t.Type, str]
    values: dict[t.Type, tuple[str, ...]]


def seen_rows(flow: Flow) -> SeenRows:
    """Return the rows of a game, whose flow is extended by the routines; memoised."""
    lowering = flow.lowering
    rows: SeenRows | None = lowering.rows
    if rows is None:
        rows = lowering.rows = _lowered_rows(lowering)
        assert isinstance(flow.routines, dict)
        for name, routine in lowering.routines.items():
            if routine is not None:
                flow.routines.setdefault(name, routine)
    return rows


def _lowered_rows(lowering: Lowering) -> SeenRows:
    parts, exprs = [], []
    for part, expr in (*_stored(lowering), *_values(lowering)):
        parts.append(part)
        exprs.append(expr)
    row = _routine(lowering, "seen row", (), apply("tuple", *exprs, type=ANYTHING))
    card = Variable("card_", t.Card())
    sees_card = _routine(lowering, "seen row sees", (card,), sees(_body(lowering, "sees"), card))
    of_type, values = {}, {}
    for type in _types_of_choices(lowering):
        named = list(_of_choice(lowering, type))
        if named:
            value = Variable("value_", type)
            values_row = apply("tuple", *(expr for _, expr in named), type=ANYTHING)
            of_type[type] = _routine(lowering, f"seen row of {type}", (value,), values_row)
            values[type] = tuple(name for name, _ in named)
    return SeenRows(tuple(parts), row, sees_card, of_type, values)


def _routine(lowering: Lowering, name: str, takes: tuple[Variable, ...], expr: Expr) -> str:
    lowering.routines[name] = Routine(name, takes, (Return(expr),), is_pure=True)
    return name


def _body(lowering: Lowering, name: str) -> Body:
    b = body_of(lowering, f"seen row {name}", ())
    b.has_eyes = True
    return b


# ---------------------------------------------------------------- what is stored


def _stored(lowering: Lowering) -> Iterator[tuple[Part, Expr]]:
    yield Part("active", (), t.Player()), Cell(f.ACTIVE, (), t.Player())
    yield Part("players", (), t.SetOf(t.Player())), Cell(f.PLAYERS, (), t.SetOf(t.Player()))
    program = lowering.population.program
    for zone in program.zones:
        yield from _zone(lowering, zone)
    for state in program.states:
        yield from _cells(lowering, state, f.state_family(state.name), state.type)
    for dice in program.dice:
        family = f.dice_family(dice.name)
        yield from _cells(lowering, dice, family, lowering.layout[family].type)
    of_pieces = lowering.population.pieces if len(lowering.population.pieces) <= MOST_CELLS else ()
    for piece in of_pieces:
        name = f"piece {piece.declaration.name}"
        type = t.Optional(t.Space())
        part = Part(name, () if piece.owner is None else (piece.owner,), type, is_sparse=True)
        yield part, Cell(f.SPACE, (Constant(piece.order, COUNT),), type)


Numbered = tuple[tuple[Value, ...], tuple[Expr, ...]]


def _indexes(lowering: Lowering, index: tuple[d.IndexPlace, ...]) -> Iterator[Numbered]:
    """Yield every index, with its numbers in a family."""
    domains = [lowering.population.domain(place.type) for place in index]
    for numbered in product(*map(enumerate, domains)):
        at = tuple(Constant(number, COUNT) for number, _ in numbered)
        yield tuple(value for _, value in numbered), at


def _is_large(index: tuple[d.IndexPlace, ...]) -> bool:
    return not all(isinstance(place.type, SMALL) for place in index)


def _zone(lowering: Lowering, zone: d.Zone) -> Iterator[tuple[Part, Expr]]:
    if lowering.layout[f.zone_family(zone.name)].cells > MOST_CELLS:
        return
    b, sparse = _body(lowering, f"zone {zone.name}"), _is_large(zone.index)
    for index, at in _indexes(lowering, zone.index):
        cards = cards_seen(b, zone, at, CARDS)
        yield (
            Part(f"zone {zone.name}", index, CARDS, is_sparse=sparse, is_ordered=zone.ordered),
            cards,
        )
        name = f"number in {zone.name}"
        yield Part(name, index, COUNT, is_count=True, is_sparse=sparse), number_seen(b, zone, at)


def _cells(
    lowering: Lowering, declared: d.State | d.Dice, family: str, type: t.Type
) -> Iterator[tuple[Part, Expr]]:
    if lowering.layout[family].cells > MOST_CELLS:
        return
    b, sparse = _body(lowering, family), _is_large(declared.index)
    for index, at in _indexes(lowering, declared.index):
        try:
            expr = value_seen(b, declared, at, type)
        except NotLowered:  # a set of sets of cards
            continue
        yield Part(family, index, type, is_sparse=sparse), expr


# ---------------------------------------------------------------- values of the rulebook


def _values(lowering: Lowering) -> Iterator[tuple[Part, Expr]]:
    """Yield the rulebook's values of players, teams, words, and cards in front of the seat."""
    number = 0
    for value in lowering.population.program.values:
        if not isinstance(plain(value.type), TOLD):
            continue
        for index, arguments in _value_arguments(lowering, value):
            expr = _as_seen(lowering, value, arguments)
            if expr is None or number >= MOST_VALUES:
                break
            number += 1
            yield Part(f"value {value.name}", index, value.type), expr


def _value_arguments(lowering: Lowering, value: d.Value) -> Iterator[Numbered]:
    """Yield the arguments for a value: every combination, or the cards of a zone."""
    types = [plain(parameter.type) for parameter in value.parameters]
    if len(types) == 1 and isinstance(types[0], t.SetOf):
        yield from _own_zones(lowering, types[0])
        return
    if not all(isinstance(domain_type, SMALL) for domain_type in types):
        return
    domains = [lowering.population.domain(domain_type) for domain_type in types]
    combinations = list(product(*domains))
    if len(combinations) > MOST_COMBINATIONS:
        return
    for values in combinations:
        typed = zip(values, types, strict=True)
        yield values, tuple(Constant(_number(value), type) for value, type in typed)


def _number(value: Value) -> int:
    return value if isinstance(value, int) else int(value.order)


def _own_zones(lowering: Lowering, type: t.SetOf) -> Iterator[Numbered]:
    """Yield each zone of a player that its owner sees."""
    for zone in lowering.population.program.zones:
        is_own = len(zone.index) == 1 and isinstance(zone.index[0].type, t.Player)
        if is_own and zone.seen.by == "owner" and _holds(lowering, type, t.Card(zone.kind)):
            b = _body(lowering, f"cards of {zone.name}")
            for index, at in _indexes(lowering, zone.index):
                yield index, (cards_seen(b, zone, at, type, all_or_none=True),)


def _holds(lowering: Lowering, several: t.SetOf, of: t.Card) -> bool:
    wanted = members(several)
    return isinstance(wanted, t.Card) and _is_narrower(lowering, of.kind, wanted.kind)


def _is_narrower(lowering: Lowering, kind: str | None, than: str | None) -> bool:
    if than is None or kind == than:
        return True
    return kind is not None and than in lowering.population.kinds[kind]


def _as_seen(lowering: Lowering, value: d.Value, arguments: Sequence[Expr]) -> Expr | None:
    """Return a value as the seat sees it, a fault as none; `None` if it cannot be lowered."""
    before = dict(lowering.routines)
    try:
        return _called(lowering, value, arguments)
    except NotLowered:
        lowering.routines.clear()
        lowering.routines.update(before)
        return None


def _called(lowering: Lowering, value: d.Value, arguments: Sequence[Expr]) -> Expr:
    b = _body(lowering, f"value {value.name}")
    given = checked_all(arguments, value.parameters, -1)
    call = Invoke(value_routine(lowering, value, has_eyes=True), given, value.type)
    type = t.Optional(plain(value.type))
    return Attempt(invoked(b, "seen row value", call), ANY_FAULT, NONE, type)


# ---------------------------------------------------------------- values of what is chosen


def _types_of_choices(lowering: Lowering) -> Iterable[t.Type]:
    """Return the distinct types of what is chosen."""
    distinct: dict[t.Type, None] = {}
    for question in lowering.questions:
        match question:
            case q.WaysQuestion(of=of):
                types = [type for declared in of.what for type in q.types_of(declared)]
            case (
                q.ChoiceQuestion(type=type)
                | q.MemberQuestion(type=type)
                | q.OrderQuestion(type=type)
            ):
                types = [type]
            case _:
                types = []
        for chosen in map(plain, types):
            of_one = plain(members(chosen)) if isinstance(chosen, t.SetOf | t.ListOf) else chosen
            if isinstance(of_one, OF_A_CHOICE):
                distinct[of_one] = None
    return distinct


def _of_choice(lowering: Lowering, type: t.Type) -> Iterator[tuple[str, Expr]]:
    """Yield the rulebook's values of a chosen entity of this type."""
    chosen, number = Variable("value_", type), 0
    for value in lowering.population.program.values:
        if number >= MOST_OF_A_CHOICE or not isinstance(plain(value.type), TOLD):
            continue
        for name, arguments, condition in _with_it(lowering, value, chosen):
            expr = _as_seen(lowering, value, arguments)
            if expr is None:
                break
            number += 1
            yield name, expr if condition is None else when(condition, expr, NONE, expr.type)


With = tuple[str, tuple[Expr, ...], Expr | None]


def _with_it(lowering: Lowering, value: d.Value, chosen: Variable) -> Iterator[With]:
    """Yield arguments of a value, one of them the chosen entity, the others players (the seat)."""
    types = [plain(parameter.type) for parameter in value.parameters]
    if len(types) == 1 and isinstance(types[0], t.SetOf) and isinstance(chosen.type, t.Card):
        if _holds(lowering, types[0], chosen.type):
            yield _without_it(lowering, value, types[0], chosen)
        return
    places = [
        at
        for at, parameter_type in enumerate(types)
        if isinstance(parameter_type, type(chosen.type))
    ]
    others = [parameter_type for at, parameter_type in enumerate(types) if at not in places]
    if len(places) != 1 or not all(
        isinstance(parameter_type, t.Player) for parameter_type in others
    ):
        return
    fits = _fits(lowering, chosen, types[places[0]])
    if fits == NONE:
        return
    arguments = tuple(chosen if at in places else SEAT for at in range(len(types)))
    yield value.name, arguments, fits


def _fits(lowering: Lowering, chosen: Variable, type: t.Type) -> Expr | None:
    """Return whether the chosen entity is of a narrower type; `None`: always; NONE: never."""
    if chosen.type == type or plain(type) in (t.Card(), t.Title(), t.Piece(), t.Space()):
        return None
    if isinstance(type, t.WordOf):
        return NONE
    population = lowering.population.domain(_widest(type))
    inside = set(map(id, lowering.population.domain(type)))
    name = f"is a member of {type}"
    return lowering.entry_of(name, population, lambda e: id(e) in inside, chosen, t.Truth())


def _widest(type: t.Type) -> t.Type:
    match type:
        case t.Card():
            return t.Card()
        case t.Title():
            return t.Title()
        case t.Piece():
            return t.Piece()
    return t.Space()


def _without_it(lowering: Lowering, value: d.Value, type: t.SetOf, card: Variable) -> With:
    """Return the value for the other cards in the zone of a card, if the seat sees them all."""
    b = _body(lowering, f"rest of {value.name}")
    place_or_none = b.fresh("place", t.Optional(t.ZonePlace()))
    place = Variable(place_or_none.name, t.ZonePlace())
    where = apply(
        "tuple", Cell(f.WHERE, (card,), place_or_none.type), type=t.ListOf(place_or_none.type, 1)
    )
    its_place = Find(place_or_none, where, negated(apply("is none", place_or_none)))
    others = apply(
        "without", Cell(f.ZONES, (place,), type), apply("tuple", card, type=type), type=type
    )
    return f"{value.name} of the rest", (others,), both(its_place, sees_place(b, place))
