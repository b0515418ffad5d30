"""Procedures: a routine for each, and what a call of it tests."""

from __future__ import annotations

from ruleslang.flow.checks import checked
from ruleslang.flow.context import Body, Lowering, body_of
from ruleslang.flow.parts import Routine
from ruleslang.flow.resets import resets
from ruleslang.flow.steps import Call, CountStep, Landing, Return, Step
from ruleslang.flow.words import Variable, Word
from ruleslang.program import declarations as d
from ruleslang.program import statements as s
from ruleslang.program.events import Event, ProcedureRun, event_name


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
        refuse_what_stands_on(whole, declared.body, ProcedureRun(declared.name), declared.origin)
        b = body_of(whole, name, declared.locals, declared.origin)
        b.answers = declared.answers
        parameters = tuple(b.variable(slot) for slot in range(len(declared.parameters)))
        steps = (
            CountStep(),
            *resets(whole, declared.name),
            *b.steps(declared.body.statements),
            *landing(whole, declared.name),
        )
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


def landing(whole: Lowering, event: str) -> tuple[Step, ...]:
    """Where a run goes on that is ended from elsewhere, if any statement ends one."""
    return (Return(), Landing(), Return()) if event in whole.ended else ()


def refuse_what_stands_on(whole: Lowering, body: s.Body, event: Event, origin: int) -> None:
    """Hooks, lasting effects and the rest that a run may begin or end."""
    derived = whole.derived
    if body.in_any_case is not None:
        whole.refuse("`in any case`", origin)
    if derived.limits.get(event_name(event)):
        whole.refuse("a limit of uses", origin)
    for written in derived.effects.written:
        if getattr(written.effect, "event", None) == event:
            whole.refuse(written.effect, written.effect.origin)
