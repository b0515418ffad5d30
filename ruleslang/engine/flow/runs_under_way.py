"""Lowers runs as values: the numbers of their frames; and analyses routines."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeAlias

from attrs import evolve, frozen

from ruleslang.engine.flow import ir_exprs as v
from ruleslang.engine.flow import ir_stmts as p
from ruleslang.engine.flow.build_exprs import known
from ruleslang.engine.flow.context import Body, Lowering, body_of, lowers_expression, variable_name
from ruleslang.engine.flow.tables_and_routines import Routine
from ruleslang.program import declarations as d
from ruleslang.program import expressions as e
from ruleslang.program import statements as s
from ruleslang.program import types as t
from ruleslang.program.events import ActionRun, CardPlay, Event, ProcedureRun, event_name
from ruleslang.program.locals import Slot
from ruleslang.program.passes.strong_components import circles, components
from ruleslang.program.program import Program
from ruleslang.program.typing.lattice import plain
from ruleslang.program.walk import find


@lowers_expression(e.ThisUnderWay)
def this_under_way(x: e.ThisUnderWay, b: Body) -> v.Expr:
    """Return the innermost run of an event."""
    run = v.RunUnderWay(event_name(x.event), t.Optional(t.UnderWay(x.event)))
    return known(b.read(run), b.origin, "not-under-way")


@lowers_expression(e.ReadPlace)
def read_place(x: e.ReadPlace, b: Body) -> v.Expr:
    """Return a parameter or choice of a run; none if it has no such."""
    run = known(b.expr(x.subject), b.origin, "not-under-way")
    return b.read(v.PlaceOf(run, places_called(b, b.type_of(x.subject), x.name), b.type_of(x)))


def card_of(b: Body, a: tuple[v.Expr, ...], type: t.Type) -> v.Expr:
    """Return the card of a play in progress."""
    places = tuple(
        (f"play {play.name}", variable_name(play.locals, play.this)) for play in _plays(b)
    )
    return v.PlaceOf(a[0], places, type)


def player_of(b: Body, a: tuple[v.Expr, ...], type: t.Type) -> v.Expr:
    """Return the player who does an action, or plays a card."""
    actions = b.lowering.population.program.actions
    places = (
        *((f"play {play.name}", variable_name(play.locals, play.you)) for play in _plays(b)),
        *(
            (f"action {action.name}", variable_name(action.locals, action.you))
            for action in actions
        ),
    )
    return v.PlaceOf(a[0], places, type)


def _plays(b: Body) -> tuple[d.Play, ...]:
    return b.lowering.population.program.plays


def places_called(b: Body, subject: t.Type, name: str) -> v.Places:
    """Return the locals with the named parameter, in all runs of a type."""
    of = plain(subject)
    assert isinstance(of, t.UnderWay)
    return tuple(
        (routine, variable_name(declared.locals, slot))
        for routine, declared in declarations_of(b.lowering, of.event)
        if (slot := slots_of(declared).get(name)) is not None
    )


@frozen
class PlaceOfType:
    """A changeable parameter in the runs where it has one type; and the acting players of these."""

    type: t.Type
    places: v.Places
    by: v.Places


def places_by_type(b: Body, subject: t.Type, name: str) -> tuple[PlaceOfType, ...]:
    """Return a changeable parameter of all runs of a type, grouped by the parameter's type."""
    of = plain(subject)
    assert isinstance(of, t.UnderWay)
    places: dict[t.Type, list[tuple[tuple[str, str], tuple[str, str]]]] = {}
    for routine, declared in declarations_of(b.lowering, of.event):
        slot = slots_of(declared).get(name)
        if slot is None:
            continue
        here = routine, variable_name(declared.locals, slot)
        by = (
            here
            if isinstance(declared, d.Procedure)
            else (routine, variable_name(declared.locals, declared.you))
        )
        places.setdefault(declared.locals[slot].type, []).append((here, by))
    return tuple(
        PlaceOfType(type, tuple(here for here, _ in some), tuple(by for _, by in some))
        for type, some in places.items()
    )


def all_have_place(b: Body, subject: t.Type, name: str) -> bool:
    """Return whether all runs of a type have a parameter of this name."""
    of = plain(subject)
    assert isinstance(of, t.UnderWay)
    return all(name in slots_of(declared) for _, declared in declarations_of(b.lowering, of.event))


def runs_as_values(program: Program) -> frozenset[str]:
    """Return the events whose runs are used as values, or have lasting effects until they end."""
    named = (node.event for node in find(program, e.ThisUnderWay))
    kept = (node.event for node in find(program, s.UntilRunEnds))
    return frozenset(event_name(event) for event in (*named, *kept))


def declarations_of(
    lowering: Lowering, event: Event
) -> list[tuple[str, d.Procedure | d.Action | d.Play]]:
    """Return the declarations of an event's runs, each with its routine."""
    population = lowering.population
    match event:
        case ProcedureRun(name):
            return [(f"procedure {name}", population.procedures[name])]
        case ActionRun(name):
            return [(f"action {name}", population.actions[name])]
        case CardPlay():
            return [(f"play {play.name}", play) for play in population.program.plays]


def slots_of(declared: d.Procedure | d.Action | d.Play) -> dict[str, Slot]:
    """Return the slots of parameters or choices of a run, by name."""
    if isinstance(declared, d.Procedure):
        return {parameter.name: slot for slot, parameter in enumerate(declared.parameters)}
    return {choice.name: choice.slot for choice in declared.choices}


Seen: TypeAlias = d.Zone | d.State | d.Dice


def seers_name(declared: Seen) -> str:
    """Return the routine that computes who sees something; its parameters are the index."""
    return f"seers of {type(declared).__name__.lower()} {declared.name}"


def seers_routines(lowering: Lowering) -> None:
    """Create a routine for every declaration that is seen by a set."""
    program = lowering.population.program
    seen: list[Seen] = [*program.zones, *program.states, *program.dice]
    for declared in seen:
        if declared.seen.players is not None:
            name = seers_name(declared)
            b = body_of(lowering, name, declared.locals, declared.origin)
            index = tuple(b.variable(slot) for slot in range(len(declared.index)))
            stmts = (p.Return(b.expr(declared.seen.players)),)
            lowering.routines[name] = Routine(
                name, index, stmts, is_pure=True, origin=declared.origin
            )


SLUG = "unset-state"


def attempted(b: Body, expr: v.Expr, otherwise: v.Expr) -> v.Expr:
    """Return an expression; `otherwise` if it reads an unset state."""
    if not _may_reach_it(b.lowering, expr, set()):
        return expr
    return v.Attempt(invoked(b, "attempt", expr), SLUG, otherwise, expr.type)


def invoked(b: Body, name: str, expr: v.Expr) -> v.Invoke:
    """Return an expression as a call of a new function, whose arguments are the locals read."""
    needed = p.read(expr) - p.assigned(expr).keys()
    known = {
        variable.name: variable for variable in p.inside(expr) if isinstance(variable, v.Variable)
    }
    parameters = tuple(known[variable] for variable in sorted(needed))
    name = b.lowering.fresh(name)
    stmts = (p.Return(expr),)
    b.lowering.routines[name] = Routine(name, parameters, stmts, is_pure=True, origin=b.origin)
    return v.Invoke(name, parameters, expr.type)


def _may_reach_it(lowering: Lowering, node: object, visited: set[str]) -> bool:
    for inner in p.inside(node):
        if isinstance(inner, v.Present) and inner.slug == SLUG:
            return True
        if isinstance(inner, v.WouldBe):  # the routine that runs there may still be in the making
            return True
        if isinstance(inner, v.Invoke) and inner.function not in visited:
            visited.add(inner.function)
            routine = lowering.routines.get(inner.function)
            if routine is not None and _may_reach_it(lowering, routine.stmts, visited):
                return True
    return False


def coloured(routines: Mapping[str, Routine], entry: str) -> dict[str, Routine]:
    """Return the routines with `waits` computed from their calls."""
    calls = {
        name: {stmt.routine for stmt in p.stmts_in(routine.stmts) if isinstance(stmt, p.Call)}
        for name, routine in routines.items()
    }
    waiting = {
        name
        for name, routine in routines.items()
        if routine.waits
        or routine.cleanup
        or any(
            isinstance(stmt, p.Ask | p.End | p.Cancel | p.Stretch | p.SetIn)
            for stmt in p.stmts_in(routine.stmts)
        )
    }
    waiting |= {entry, *in_circles(calls)}
    for group in components(calls):  # callees come before their callers
        if any(waiting & calls[name] for name in group):
            waiting.update(group)
    return {
        name: _with_labels_apart(
            evolve(routine, waits=True) if name in waiting else _plain(routine)
        )
        for name, routine in routines.items()
    }


def _with_labels_apart(routine: Routine) -> Routine:
    """Return a routine with unique labels: `in any case` occurs in several places of it."""
    stmts, cleanup = map(p.with_labels_apart, (routine.stmts, routine.cleanup))
    is_same = stmts is routine.stmts and cleanup is routine.cleanup
    return routine if is_same else evolve(routine, stmts=stmts, cleanup=cleanup)


def _plain(routine: Routine) -> Routine:
    """Return a routine that does not wait, without its landing, which cannot be reached."""
    landings = [at for at, stmt in enumerate(routine.stmts) if isinstance(stmt, p.Landing)]
    stmts = routine.stmts[: landings[0]] if landings else routine.stmts
    return evolve(routine, stmts=stmts, waits=False)


def called(routine: Routine) -> set[str]:
    """Return the routines that a routine calls, in statements or expressions."""
    nodes = p.inside(routine.stmts)
    return {
        node.routine if isinstance(node, p.Call) else node.function
        for node in nodes
        if isinstance(node, p.Call | v.Invoke)
    }


def in_circles(calls: Mapping[str, set[str]]) -> set[str]:
    """Return the routines that may call themselves, directly or not."""
    return {name for group in circles(calls) for name in group}
