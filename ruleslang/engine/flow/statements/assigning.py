"""Lowers `let` and assignments to locals, states, the active player and parameters of a run."""

from __future__ import annotations

from ruleslang.engine.flow.build_exprs import apply, both, kept, known, negated, unless_none
from ruleslang.engine.flow.cell_access import address, checked, is_in_zone, write_cell
from ruleslang.engine.flow.context import Body, lowers_statement
from ruleslang.engine.flow.ir_exprs import NONE, Cell, Constant, Expr, PlaceOf, Variable
from ruleslang.engine.flow.ir_stmts import Call, Do, Fail, If, Return, Set, Stmt, Stmts, Write
from ruleslang.engine.flow.runs_under_way import PlaceOfType, all_have_place, places_by_type
from ruleslang.engine.flow.state_layout import ACTIVE, WHERE
from ruleslang.engine.flow.tables_and_routines import Routine
from ruleslang.program import declarations as d
from ruleslang.program import statements as s
from ruleslang.program import types as t
from ruleslang.program.typing.lattice import plain


@lowers_statement(s.Let)
def let(x: s.Let, b: Body) -> list[Stmt]:
    """Define a local, checked against its type."""
    variable = b.variable(x.slot)
    return [Set(variable, checked(b.expr(x.value), variable.type, x.origin))]


@lowers_statement(s.Assign)
def assign(x: s.Assign, b: Body) -> list[Stmt]:
    return write(b, x.place, b.expr(x.value), x.origin)


def write(b: Body, place: s.Place, value: Expr, origin: int) -> list[Stmt]:
    """Write a value to a place; out of its range it is a fault, or is clamped."""
    match place:
        case s.LocalPlace(slot=slot):
            variable = b.variable(slot)
            return [Set(variable, checked(value, variable.type, origin))]
        case s.StatePlace():
            return _write_state(b, place, value, origin)
        case s.ActivePlace():
            return [Write(ACTIVE, (), known(value, origin))]
        case s.PlaceOfUnderWay():
            return _change_place(b, place, value, origin)


def _change_place(b: Body, place: s.PlaceOfUnderWay, value: Expr, origin: int) -> list[Stmt]:
    """Write a changeable parameter of a run, in every frame that has it."""
    type = b.type_of(place.subject)
    run = known(b.expr(place.subject), origin, "not-under-way")
    of = places_by_type(b, type, place.name)
    name = f"change {place.name} of {type}"
    checked_value = checked(value, of[0].type, origin)
    if len(of) == 1 and all_have_place(b, type, place.name):
        new_value, run_variable = b.fresh("new", checked_value.type), b.fresh("run", run.type)
        change = _changed(b, name, of[0], run_variable, new_value, origin)
        return [Set(new_value, checked_value), Set(run_variable, run), change]
    new_value, run_variable = b.fresh("new", value.type), b.fresh("run", run.type)
    stmts: Stmts = (Fail("not-under-way", origin),)
    for number, place_type in enumerate(of):
        is_it = negated(
            apply("is none", PlaceOf(run_variable, place_type.by, t.Optional(t.Player())))
        )
        checked_value = checked(new_value, place_type.type, origin)
        new = b.fresh("new", checked_value.type)
        change = _changed(b, f"{name}, {number}", place_type, run_variable, new, origin)
        stmts = (If(is_it, (Set(new, checked_value), change), stmts),)
    return [Set(new_value, value), Set(run_variable, run), *stmts]


def _changed(
    b: Body, name: str, of: PlaceOfType, run: Variable, value: Variable, origin: int
) -> Call:
    """Return the call of the routine that changes a parameter of a run."""
    if name not in b.lowering.routines:
        run_parameter, new = Variable("run_", run.type), Variable("new_", value.type)
        change = Do("change place", (of.places, origin), (run_parameter, new))
        b.lowering.routines[name] = Routine(
            name, (run_parameter, new), (change, Return()), waits=True
        )
    return Call(name, (run, value))


def _write_state(b: Body, place: s.StatePlace, value: Expr, origin: int) -> list[Stmt]:
    declared = b.lowering.population.states[place.name]
    of = plain(declared.type)
    evaluated: list[Stmt] = []
    if place.index and not isinstance(value, (Constant, Variable)):
        # The value is evaluated before the index.
        variable = b.fresh("value", value.type)
        evaluated, value = [Set(variable, value)], variable
    at = address(b, declared.index, place.index)
    if declared.stops_at_the_ends and isinstance(of, t.Number):
        value = stopped(b, value, of)
    if declared.only_in is None:
        fitting = kept(b, checked(value, declared.type, origin), declared.type)
        return [*evaluated, *write_cell(b, declared, at, fitting)]
    return [*evaluated, *_in_its_zone(b, declared, place, at, value, origin)]


def _in_its_zone(
    b: Body, declared: d.State, place: s.StatePlace, at: tuple[Expr, ...], value: Expr, origin: int
) -> list[Stmt]:
    """Write a state of a card, if it is in its zone; only then the value must fit."""
    new, card = b.fresh("new", value.type), b.fresh("card", t.Card())
    numbers = tuple(b.fresh("at", coordinate.type) for coordinate in at)
    taken = [Set(number, coordinate) for number, coordinate in zip(numbers, at, strict=True)]
    where = b.fresh("where", t.Optional(t.ZonePlace()))
    fitting = kept(b, checked(new, declared.type, origin), declared.type)
    is_there = both(
        negated(apply("is none", where)),
        is_in_zone(b.lowering, Variable(where.name, t.ZonePlace()), declared.only_in or ""),
    )
    return [
        Set(new, value),
        *taken,
        Set(card, known(b.expr(place.index[0]), b.origin)),
        Set(where, Cell(WHERE, (card,), where.type)),
        If(is_there, tuple(write_cell(b, declared, numbers, fitting))),
    ]


def stopped(b: Body, value: Expr, of: t.Number) -> Expr:
    """Return a number clamped to its range; none stays none."""
    low, high = (Constant(end, t.Number(end, end)) for end in (of.low, of.high))

    def limited(number: Expr) -> Expr:
        return apply("larger", apply("smaller", number, high, type=of), low, type=of)

    return unless_none(b, value, limited, NONE)
