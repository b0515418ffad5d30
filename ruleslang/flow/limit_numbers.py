"""The numbers by which uses that are limited are counted."""

from __future__ import annotations

from collections.abc import Iterator

from ruleslang.program import declarations as d
from ruleslang.program import statements as s
from ruleslang.program import types as t
from ruleslang.program.program import Program


def numbered_limits(program: Program) -> Iterator[tuple[d.Action | d.Play, s.Limit]]:
    """All limits in the order of their numbers, each with what is limited."""
    offered: tuple[d.Action | d.Play, ...] = (*program.actions, *program.plays)
    for what in offered:
        for clause in what.body.clauses:
            if isinstance(clause, s.Limit):
                yield what, clause


def limit_types(program: Program) -> tuple[tuple[t.Type, ...], ...]:
    """For each limit the types of what it counts for, which stand behind title and player."""
    return tuple(
        tuple(what.locals[slot].type for slot in clause.for_each)
        for what, clause in numbered_limits(program)
    )
