"""Who sees what lies at an index, where a declaration names a set: a routine for each."""

from __future__ import annotations

from typing import TypeAlias

from ruleslang.flow.context import Lowering, body_of
from ruleslang.flow.steps import Return
from ruleslang.flow.tables_and_routines import Routine
from ruleslang.program import declarations as d

Seen: TypeAlias = d.Zone | d.State | d.Dice


def seers_name(declared: Seen) -> str:
    """The routine that answers who sees something; it takes the index."""
    return f"seers of {type(declared).__name__.lower()} {declared.name}"


def seers_routines(whole: Lowering) -> None:
    """A routine for every declaration that is seen by a set."""
    program = whole.everyone.program
    seen: list[Seen] = [*program.zones, *program.states, *program.dice]
    for declared in seen:
        if declared.seen.players is not None:
            name = seers_name(declared)
            b = body_of(whole, name, declared.locals, declared.origin)
            given = tuple(b.variable(slot) for slot in range(len(declared.index)))
            steps = (Return(b.word(declared.seen.players)),)
            whole.routines[name] = Routine(name, given, steps, is_pure=True, origin=declared.origin)
