"""Rewrites of a program that must not change how it plays, for the law of equivalent programs.

Where a rewrite could change the play, it leaves the place alone: a named value that is modified, a
procedure that is hooked, awaited or ended, anything inside a `together`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from attrs import evolve

from ruleslang.program import declarations as d
from ruleslang.program import expressions as e
from ruleslang.program import statements as s
from ruleslang.program import types as t
from ruleslang.program.events import ProcedureRun
from ruleslang.program.locals import LocalDecl
from ruleslang.program.operation_variants_by_type import over, standard_order
from ruleslang.program.program import Compiled, Program
from ruleslang.program.traits.effects import own_statements
from ruleslang.program.traits.statements import traits
from ruleslang.program.typing.environment import Scope, world_of
from ruleslang.program.typing.expressions import type_of
from ruleslang.program.typing.lattice import members
from ruleslang.program.walk import find, walk
from tests.support.laws.equivalent_declarations import (
    Change,
    Several,
    Table,
    actions_in_procedures,
    in_another_body,
    is_closed,
    rewritten,
    size,
    states_split,
)

Rewrite: TypeAlias = Callable[[Compiled], Compiled]

KEPT = "kept~"  # how the names of states begin that are added
NAMED = "named~"  # and those of values
LARGEST = 200  # nodes of a value that is written in its place
ATOMS = (e.Local, e.Literal, e.WordValue, e.SeatValue, e.TeamValue, e.TitleValue, e.SpaceValue)


# ---------------------------------------------------------------- named values


def values_in_place(program: Program) -> Program:
    """Replace the name of a value by its expression."""
    values = {value.name: value for value in program.values if _can_replace(program, value)}

    def change(node: Any, table: Table) -> Any:
        if not isinstance(node, e.CallValue) or node.name not in values:
            return node
        if not all(isinstance(argument, ATOMS) for argument in node.arguments):
            return node
        value = values[node.name]
        return in_another_body(_in_one(value), value.locals, node.arguments, table)

    return rewritten(program, change)


def _can_replace(program: Program, value: d.Value) -> bool:
    modified = {modifier.value for modifier in find(program, s.Modifier)}
    return (
        value.name not in modified
        and not value.lets
        and size(value) <= LARGEST
        and all(node.arguments for node in find(value, e.CallBuiltIn))  # `allies` of whom?
    )


def _in_one(value: d.Value) -> e.Expr:
    *cases, last = value.cases
    expression = last.value
    for case in reversed(cases):
        assert case.condition is not None
        expression = e.WhenOtherwise(case.value, case.condition, expression)
    return expression


def conditions_named(program: Program) -> Program:
    """Replace a condition that reads no local by a new named value."""
    named: list[d.Value] = []

    def change(node: Any, table: Table) -> Any:
        if not isinstance(node, s.If | s.Whenever | s.OnlyIf | e.WhenOtherwise):
            return node
        if not is_closed(node.condition) or isinstance(node.condition, e.Literal):
            return node
        if not all(call.arguments for call in find(node.condition, e.CallBuiltIn)):
            return node
        value = d.Value(
            f"{NAMED}{len(named)}", (), (), t.Truth(), (), (d.ValueCase(None, node.condition),)
        )
        named.append(value)
        return evolve(node, condition=e.CallValue(value.name, ()))

    changed = rewritten(program, change)
    return evolve(changed, values=(*changed.values, *named))


# ---------------------------------------------------------------- conditions


def nothing_there(program: Program) -> Program:
    """Replace `S is empty` by `not (there is x in S)`."""
    world = world_of(program)

    def change(node: Any, table: Table) -> Any:
        if not isinstance(node, e.IsEmpty):
            return node
        scope = Scope(world, {slot: local.type for slot, local in enumerate(table.declared)})
        operand_type = type_of(node.operand, scope)
        slot = table.add(LocalDecl("there", members(operand_type), "member"))
        form = over(operand_type), standard_order(members(operand_type))
        return e.Not(e.ThereIs(slot, node.operand, None, *form))

    return rewritten(program, change)


def informed_holders(program: Program) -> Program:
    """Add to each set of cards in `hand(p)` the condition that their holder is p."""
    zones = {
        zone.name for zone in program.zones if [type(at.type) for at in zone.index] == [t.Player]
    }

    def change(node: Any, table: Table) -> Any:
        if not isinstance(node, e.ThereIs | e.Where | e.Every):
            return node
        subject = node.subject
        if not isinstance(subject, e.ReadZone) or subject.name not in zones:
            return node
        (who,) = subject.index
        if isinstance(who, e.AnyIndex):
            return node
        is_holder = e.Equal(e.CallBuiltIn("holder", (e.Local(node.variable),)), who)
        if isinstance(node, e.Every):
            return evolve(node, condition=e.And(is_holder, node.condition))
        return evolve(node, condition=_and(node.condition, is_holder))

    return rewritten(program, change)


def _and(condition: e.Expr | None, more: e.Expr) -> e.Expr:
    return more if condition is None else e.And(condition, more)


# ---------------------------------------------------------------- statements


def choices_of_value(program: Program) -> Program:
    """Replace `if C` with two assignments by `set x to a when C otherwise b`, and the reverse;
    cases of a value likewise.
    """

    def change(node: Any, table: Table) -> Any:
        match node:
            case s.If(condition, (s.Assign(place, first),), (s.Assign(same, second),)) if (
                place == same
            ):
                return s.Assign(place, e.WhenOtherwise(first, condition, second), node.origin)
            case s.Assign(place, e.WhenOtherwise(first, condition, second), origin):
                yes, no = s.Assign(place, first, origin), s.Assign(place, second, origin)
                return s.If(condition, (yes,), (no,), origin)
            case d.Value(cases=(d.ValueCase(None, e.WhenOtherwise(first, condition, second)),)):
                cases = d.ValueCase(condition, first), d.ValueCase(None, second)
                return evolve(node, cases=cases)
            case d.Value(cases=(_, _, *_)):
                return evolve(node, cases=(d.ValueCase(None, _in_one(node)),))
        return node

    return rewritten(program, change)


def sets_kept(program: Program) -> Program:
    """Store a set in a new state before it is passed to a procedure or answered."""
    states: list[d.State] = []
    procedures = {
        procedure.name: procedure for procedure in program.procedures if procedure.word != "check"
    }

    def stored(kind: t.Type, value: e.Expr) -> tuple[s.Assign, e.Expr]:
        name = f"{KEPT}{len(states)}"
        states.append(d.State(name, (), kind, None, (), False, d.Seen("nobody")))
        return s.Assign(s.StatePlace(name), value), e.ReadState(name)

    def change(node: Any, table: Table) -> Any:
        if not isinstance(node, s.Call) or node.procedure not in procedures:
            return node
        first: list[s.Assign] = []
        arguments = list(node.arguments)
        for i, parameter in enumerate(procedures[node.procedure].parameters):
            if isinstance(parameter.type, t.SetOf):
                line, arguments[i] = stored(parameter.type, arguments[i])
                first.append(line)
        return Several((*first, evolve(node, arguments=tuple(arguments)))) if first else node

    changed = evolve(
        program,
        procedures=tuple(_unless_secret(procedure, change) for procedure in program.procedures),
        actions=tuple(_unless_secret(action, change) for action in program.actions),
        plays=tuple(_unless_secret(play, change) for play in program.plays),
    )
    return evolve(changed, states=(*changed.states, *states))


def _unless_secret(declared: Any, change: Change) -> Any:
    """Leave a part alone where a state must not be written: in a `together` or a `check`."""
    if next(find(declared, s.TogetherForEach), None) or getattr(declared, "word", "") == "check":
        return declared
    return rewritten(declared, change)


def procedures_in_place(program: Program) -> Program:
    """Replace a call by the statements of the procedure."""
    spoken_of = _spoken_of(program)
    bodies = {
        procedure.name: procedure.body.statements
        for procedure in program.procedures
        if procedure.name not in spoken_of and _is_plain(procedure)
    }

    def change(node: Any, table: Table) -> Any:
        if isinstance(node, s.Call) and node.procedure in bodies:
            return Several(bodies[node.procedure])
        return node

    return rewritten(program, change)


def _is_plain(procedure: d.Procedure) -> bool:
    """Whether a body may stand anywhere: without parameters, answer, new names or leaving."""
    body = procedure.body
    if procedure.locals or procedure.answers or body.clauses or body.in_any_case is not None:
        return False
    statement_traits = map(traits, own_statements(body.statements))
    return procedure.word != "check" and not any(
        trait.may_lack_choices or trait.leaves for trait in statement_traits
    )


def _spoken_of(program: Program) -> set[str]:
    """Procedures that something hooks, ends, awaits or asks about, or that a state begins with."""
    names: set[str] = {program.start}
    for node in walk(program):
        if isinstance(node, ProcedureRun):
            names.add(node.name)
    return names


def _of_the_program(rewrite: Callable[[Program], Program]) -> Rewrite:
    return lambda compiled: evolve(compiled, program=rewrite(compiled.program))


_OF_PROGRAMS: Mapping[str, Callable[[Program], Program]] = {
    "the expression of a value in the place of its name": values_in_place,
    "a named value in the place of a condition": conditions_named,
    "`not (there is x in S)` for `S is empty`": nothing_there,
    "`holder(x) is p` told of each x in a zone of p": informed_holders,
    "`when … otherwise` for `if … else`, and the reverse": choices_of_value,
    "the lines of a procedure in the place of its call": procedures_in_place,
    "a set kept in a state before it is handed on": sets_kept,
    "a procedure with the lines of an action": actions_in_procedures,
}
EQUIVALENCES: Mapping[str, Rewrite] = {
    **{shows: _of_the_program(rewrite) for shows, rewrite in _OF_PROGRAMS.items()},
    "a state for each player in the place of a state of players": states_split,
}
