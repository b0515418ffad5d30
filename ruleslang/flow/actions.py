"""Actions: a routine for each, run after its choices have been made."""

from __future__ import annotations

from ruleslang.flow.action_clauses import accepted, as_offered, count_uses, standing
from ruleslang.flow.constant_folding import both
from ruleslang.flow.context import Lowering, body_of
from ruleslang.flow.costs import pay
from ruleslang.flow.legal_moves import fits_action
from ruleslang.flow.procedure_runs import Run, may_fizzle, run_routines
from ruleslang.flow.steps import Set, Step
from ruleslang.flow.walk import binds
from ruleslang.flow.words import YES
from ruleslang.program import declarations as d
from ruleslang.program import types as t
from ruleslang.program.events import ActionRun


def action_routine(whole: Lowering, declared: d.Action) -> str:
    """The routine of an action; it takes who does it, and his choices."""
    name = f"action {declared.name}"
    if name not in whole.routines:
        whole.routines[name] = None
        b = body_of(whole, name, declared.locals, declared.origin)
        who = b.variable(declared.you)
        chosen = tuple(b.variable(choice.slot) for choice in declared.choices)
        conditions = both(fits_action(b, declared), accepted(b, declared, who))
        offered = as_offered(b, declared.choices)
        again: list[Step] = []
        if binds(conditions) and conditions != YES:
            again = offered.within(Set(b.fresh("is_legal", t.Truth()), conditions))
        event = ActionRun(declared.name)
        again += [*count_uses(b, declared, who), *pay(b, declared.body.clauses, who)]
        held = standing(b, declared.choices) if may_fizzle(whole, event) else ()
        again += [Set(variable, stands) for variable, stands in held]
        given = (who, *chosen, *offered.unordered)
        run = Run(event, declared, b, given, chosen, who, tuple(again), held)
        run_routines(whole, name, run)
    return name
