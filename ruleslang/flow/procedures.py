"""Procedures: a routine for each, and what a call of it tests."""

from __future__ import annotations

from ruleslang.flow.checks import checked
from ruleslang.flow.context import Body, Lowering, body_of
from ruleslang.flow.parts import Routine
from ruleslang.flow.steps import Call, CountStep, Step
from ruleslang.flow.words import Variable, Word
from ruleslang.program import declarations as d
from ruleslang.program.events import ProcedureRun


def call_procedure(
    b: Body, name: str, arguments: tuple[Word, ...], into: Variable | None, origin: int
) -> list[Step]:
    """A procedure of these arguments."""
    declared = b.whole.everyone.procedures[name]
    given = tuple(
        checked(each, parameter.type, origin)
        for each, parameter in zip(arguments, declared.parameters, strict=True)
    )
    return [Call(procedure_routine(b.whole, declared), given, into)]


def procedure_name(name: str) -> str:
    """The routine of a procedure."""
    return f"procedure {name}"


def procedure_routine(whole: Lowering, declared: d.Procedure) -> str:
    """The routine of a procedure."""
    name = procedure_name(declared.name)
    if name not in whole.routines:
        whole.routines[name] = None
        refuse_what_stands_on(whole, declared)
        b = body_of(whole, name, declared.locals, declared.origin)
        b.answers = declared.answers
        parameters = tuple(b.variable(slot) for slot in range(len(declared.parameters)))
        steps = (CountStep(), *b.steps(declared.body.statements))
        whole.routines[name] = Routine(
            name,
            parameters,
            steps,
            origin=declared.origin,
            locals=declared.locals,
            variables=b.variables,
            run=declared,
        )
    return name


def refuse_what_stands_on(whole: Lowering, declared: d.Procedure) -> None:
    """Hooks, lasting effects and the rest that a run of a procedure may begin or end."""
    derived, event = whole.derived, ProcedureRun(declared.name)
    if declared.body.in_any_case is not None:
        whole.refuse("`in any case`", declared.origin)
    if derived.resets.get(declared.name) or derived.limits.get(declared.name):
        whole.refuse("`reset each`", declared.origin)
    for written in derived.effects.written:
        if getattr(written.effect, "event", None) == event:
            whole.refuse(written.effect, written.effect.origin)
