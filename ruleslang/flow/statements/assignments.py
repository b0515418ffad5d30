"""Assignments: to locals, states, whose turn it is, and places of what is under way."""

from __future__ import annotations

from ruleslang.flow.cell_addresses import address
from ruleslang.flow.cell_writes import write_cell
from ruleslang.flow.constant_folding import apply, known, negated
from ruleslang.flow.context import Body, may_be_none
from ruleslang.flow.range_checks import checked
from ruleslang.flow.standard_order import kept
from ruleslang.flow.state_layout import ACTIVE
from ruleslang.flow.steps import Call, Do, Fail, If, Return, Set, Step, Steps, Write
from ruleslang.flow.tables_and_routines import Routine
from ruleslang.flow.under_way import PlaceOfType, all_have_place, places_by_type
from ruleslang.flow.words import (
    NONE,
    Constant,
    PlaceOf,
    Variable,
    When,
    Word,
)
from ruleslang.program import statements as s
from ruleslang.program import types as t
from ruleslang.program.typing.lattice import plain


def let(x: s.Let, b: Body) -> list[Step]:
    """A new local, and what it may hold."""
    variable = b.variable(x.slot)
    return [Set(variable, checked(b.word(x.value), variable.type, x.origin))]


def assign(x: s.Assign, b: Body) -> list[Step]:
    """A place takes a value."""
    return write(b, x.place, b.word(x.value), x.origin)


def write(b: Body, place: s.Place, value: Word, origin: int) -> list[Step]:
    """A place takes a value; outside its declared range is a fault, or stops at the ends."""
    match place:
        case s.LocalPlace(slot=slot):
            variable = b.variable(slot)
            return [Set(variable, checked(value, variable.type, origin))]
        case s.StatePlace():
            return _write_state(b, place, value, origin)
        case s.ActivePlace():
            return [Write(ACTIVE, (), known(value, "none-in-arithmetic", origin))]
        case s.PlaceOfUnderWay():
            return _change_place(b, place, value, origin)


def _change_place(b: Body, place: s.PlaceOfUnderWay, value: Word, origin: int) -> list[Step]:
    """A changeable place of a run takes a value, in every frame that has it."""
    type = b.type_of(place.subject)
    run = known(b.word(place.subject), "not-under-way", origin)
    of = places_by_type(b, type, place.name)
    name = f"change {place.name} of {type}"
    given = checked(value, of[0].type, origin)
    if len(of) == 1 and all_have_place(b, type, place.name):
        held, other = b.fresh("new", given.type), b.fresh("run", run.type)
        change = _changed(b, name, of[0], other, held, origin)
        return [Set(held, given), Set(other, run), change]
    held, other = b.fresh("new", value.type), b.fresh("run", run.type)
    steps: Steps = (Fail("not-under-way", origin),)
    for number, one in enumerate(of):
        is_it = negated(apply("is none", PlaceOf(other, one.by, t.Optional(t.Player()))))
        given = checked(held, one.type, origin)
        new = b.fresh("new", given.type)
        change = _changed(b, f"{name}, {number}", one, other, new, origin)
        steps = (If(is_it, (Set(new, given), change), steps),)
    return [Set(held, value), Set(other, run), *steps]


def _changed(
    b: Body, name: str, of: PlaceOfType, run: Variable, value: Variable, origin: int
) -> Call:
    """The call of the routine that changes a place of a run."""
    if name not in b.whole.routines:
        one, new = Variable("run_", run.type), Variable("new_", value.type)
        change = Do("change place", (of.places, origin), (one, new))
        b.whole.routines[name] = Routine(name, (one, new), (change, Return()), waits=True)
    return Call(name, (run, value))


def _write_state(b: Body, place: s.StatePlace, value: Word, origin: int) -> list[Step]:
    declared = b.whole.everyone.states[place.name]
    of = plain(declared.type)
    held: list[Step] = []
    if place.index and not isinstance(value, (Constant, Variable)):
        # The value is worked out before the index.
        variable = b.fresh("value", value.type)
        held, value = [Set(variable, value)], variable
    at = address(b, declared.index, place.index)
    if declared.stops_at_the_ends and isinstance(of, t.Number):
        value = stopped(b, value, of)
    value = kept(b, checked(value, declared.type, origin), declared.type)
    return [*held, *write_cell(b, declared, at, value)]


def stopped(b: Body, value: Word, of: t.Number) -> Word:
    """A number limited to its range; none stays none."""
    low, high = (Constant(end, t.Number(end, end)) for end in (of.low, of.high))
    limited = apply("larger", apply("smaller", value, high, type=of), low, type=of)
    if not may_be_none(value.type):
        return limited
    held = b.fresh("value", value.type)
    limited = apply("larger", apply("smaller", held, high, type=of), low, type=of)
    made = When(apply("is none", held), NONE, limited, t.Optional(of))
    return b.bound(held, value, made)
