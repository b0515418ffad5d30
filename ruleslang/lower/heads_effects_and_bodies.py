"""
The functions that lower heads, effects and bodies of declarations, to import from one place.

In: the scope of what stands around a head, and its node.
Out: its part of the program, and the scope with the names that it makes.
"""

from __future__ import annotations

from ruleslang.lower import effects as inner
from ruleslang.lower.action_clauses import clauses
from ruleslang.lower.bodies import body
from ruleslang.lower.choices import choice
from ruleslang.lower.effects import hook, modify, whenever
from ruleslang.lower.patterns import choices_of, event_of, pattern, report_unused, windows
from ruleslang.lower.scope import Scope
from ruleslang.program import statements as s
from ruleslang.syntax.statements import (
    Effect,
)

__all__ = [
    "body",
    "choice",
    "choices_of",
    "clauses",
    "effects",
    "event_of",
    "hook",
    "modify",
    "pattern",
    "whenever",
    "windows",
]


def effects(scope: Scope, nodes: tuple[Effect, ...], of: str) -> tuple[s.Effect, ...]:
    """Effects of a declaration; names that its head bound must have been read by their end."""
    lowered = inner.effects(scope, nodes, of)
    report_unused(scope, {local.name for local in scope.locals.values() if local.role == "bound"})
    return lowered
