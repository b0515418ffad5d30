"""What a claim means: every condition holds in the opening state, as `given` makes it."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from ruleslang.meaning.chance import Chance, Streams
from ruleslang.meaning.evaluate import evaluate
from ruleslang.meaning.examples import Failure
from ruleslang.meaning.faults import Fault
from ruleslang.meaning.given import NotSo, give, settings_given
from ruleslang.meaning.machine import Machine
from ruleslang.meaning.match import Match
from ruleslang.meaning.setup import opening, settings
from ruleslang.program import declarations as d
from ruleslang.program import expressions as e
from ruleslang.program.program import Program
from ruleslang.program.walk import find

Fresh: TypeAlias = Callable[[Chance], Machine]


def run_claim(program: Program, claim: d.Claim) -> Failure | None:
    """None when it is so; else the first condition that is not."""
    options, players = settings_given(program, claim.given)
    chosen = settings(program, options, players, None)

    def fresh(chance: Chance) -> Machine:
        machine = opening(program, chosen, chance, roll=True)
        for line in claim.given:
            give(machine, line)
        return machine

    for line in claim.conditions:
        try:
            machine = _standing(program, claim, line.condition, fresh)
            if evaluate(machine, line.condition, {}) is not True:
                return Failure("this is not so", line.origin)
        except NotSo as fails:
            return Failure(f"given: {fails.message}", fails.origin)
        except Fault as fault:
            return Failure(fault.message, fault.origin, fault.slug)
    return None


def _standing(program: Program, claim: d.Claim, condition: e.Expr, fresh: Fresh) -> Machine:
    """The state a condition is read in: one that counts choices is read at the first decision."""
    if any(True for _ in find(condition, e.NumberOfChoices)):
        options, players = settings_given(program, claim.given)
        return Match.start(program, seed=0, options=options, players=players).machine
    machine = fresh(Streams(0))
    machine.fresh = fresh
    return machine
