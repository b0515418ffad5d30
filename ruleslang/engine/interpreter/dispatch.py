"""The functions for all classes of nodes, which these modules have."""

from __future__ import annotations

from ruleslang.engine.interpreter import (
    builtins,
    candidates,
    choice_statements,
    choose_and_do_moves,
    control_flow,
    effects_in_force,
    hashing,
    legality,
    modifiers,
    operators,
    reading,
    sets,
    state_changes,
    view,
    whenever,
)
from ruleslang.engine.interpreter.machine import COMPOUND, EXPRESSIONS, SIMPLE, Meanings

REGISTERING = (  # functions, when imported
    *(builtins, candidates, choice_statements, choose_and_do_moves, control_flow, effects_in_force),
    *(hashing, legality, modifiers, operators, reading, sets, state_changes, view),
)
MEANINGS = Meanings(
    dict(EXPRESSIONS), dict(SIMPLE), dict(COMPOUND), whenever.is_due, whenever.settle
)
