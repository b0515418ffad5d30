"""Procedures: a routine for each, and what a call of it tests."""

from __future__ import annotations

from ruleslang.flow.context import Body, Lowering, body_of
from ruleslang.flow.procedure_runs import Run, run_routines
from ruleslang.flow.range_checks import checked
from ruleslang.flow.steps import Call, Step
from ruleslang.flow.words import Variable, Word
from ruleslang.program import declarations as d
from ruleslang.program import statements as s
from ruleslang.program.events import ProcedureRun, event_name
from ruleslang.program.program import Program
from ruleslang.program.traits.blocks import statements_of_run
from ruleslang.program.traits.statements import traits
from ruleslang.program.walk import find


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
        b = body_of(whole, name, declared.locals, declared.origin)
        b.answers = declared.answers
        parameters = tuple(b.variable(slot) for slot in range(len(declared.parameters)))
        event = ProcedureRun(declared.name)
        run_routines(whole, name, Run(event, declared, b, parameters, parameters))
    return name


def left_without_answer(program: Program) -> frozenset[str]:
    """The procedures that are left where there is nothing to choose or to pick."""
    bodies = [(each.name, each.body.statements) for each in program.procedures]
    hooks = [each for each in find(program, s.Hook) if each.moment == "instead of"]
    bodies += [(event_name(each.event), each.block) for each in hooks]
    return frozenset(
        name
        for name, block in bodies
        if any(traits(each).may_lack_choices for each in statements_of_run(block))
    )
