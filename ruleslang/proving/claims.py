"""What a claim means: its conditions hold in the opening state, as `given` makes it."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from ruleslang.match.chance import Chance, Streams
from ruleslang.match.population import settle
from ruleslang.meaning.evaluate import evaluate
from ruleslang.meaning.machine import Machine
from ruleslang.meaning.match import Match
from ruleslang.meaning.opening import opening
from ruleslang.program import declarations as d
from ruleslang.program import expressions as e
from ruleslang.program.program import Program
from ruleslang.program.walk import find
from ruleslang.proving.given import give, settings_given

Fresh: TypeAlias = Callable[[Chance], Machine]


def tested(
    program: Program, claim: d.Claim, condition: e.Expr, trace: Callable[[int], None] | None = None
) -> tuple[Machine, bool]:
    """The state that a condition of a claim is read in, and whether it holds there."""
    machine = _standing(program, claim, condition)
    machine.trace = trace
    return machine, evaluate(machine, condition, {}) is True


def _standing(program: Program, claim: d.Claim, condition: e.Expr) -> Machine:
    """One that counts choices is read at the first decision of a match."""
    options, players = settings_given(program, claim.given)
    if next(find(condition, e.NumberOfChoices), None) is not None:
        return Match.start(program, seed=0, options=options, players=players).machine
    chosen = settle(program, options, players, None)
    are_rolled = any(isinstance(line, d.GivenDiceNumber) for line in claim.given)

    def fresh(chance: Chance) -> Machine:
        machine = opening(program, chosen, chance, roll=True)
        for line in claim.given:
            give(machine, line)
        return machine

    machine = fresh(Streams(0))
    machine.fresh, machine.is_settled = fresh, not are_rolled
    return machine
