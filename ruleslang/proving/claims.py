"""What a claim means: its conditions hold in the opening state, as `given` makes it."""

from __future__ import annotations

from collections.abc import Sequence

from ruleslang.engines.choose_engine import engine_for
from ruleslang.match.match import Match
from ruleslang.match.observer import Observer
from ruleslang.program import declarations as d
from ruleslang.program import expressions as e
from ruleslang.program.program import Program
from ruleslang.program.walk import find
from ruleslang.proving.given import give, settings_given


def tested(
    program: Program, claim: d.Claim, condition: e.Expr, observers: Sequence[Observer] = ()
) -> tuple[Match, bool]:
    """The match that a condition of a claim is read in, and whether it holds there."""
    match = _standing(program, claim, condition)
    for observer in observers:
        match.observe(observer)
    return match, match.evaluate(condition) is True


def _standing(program: Program, claim: d.Claim, condition: e.Expr) -> Match:
    """One that counts choices is read at the first decision of a match."""
    options, players = settings_given(program, claim.given)
    engine = engine_for(program)
    if next(find(condition, e.NumberOfChoices), None) is not None:
        return engine.start(options=options, players=players)
    match = engine.opening(options=options, players=players, roll=True)
    for line in claim.given:
        give(match, line)
    return match
