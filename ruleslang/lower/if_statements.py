"""Lowers `if … else if … else`."""

from __future__ import annotations

from attrs import evolve

from ruleslang.lower.blocks import Step, block, leaves
from ruleslang.lower.expressions import condition, denied
from ruleslang.lower.scope import Scope
from ruleslang.program import statements as s
from ruleslang.syntax.node import Marks
from ruleslang.syntax.statements import (
    Branch,
    If,
)


def if_(scope: Scope, node: If) -> Step:
    """One block of several; the conditions after the first are read only when they are reached."""
    lowered, after = _branches(scope, node, node.branches, node.marks)
    return lowered, after


def _branches(scope: Scope, node: If, branches: tuple[Branch, ...], marks: Marks) -> Step:
    """The first of some branches, with the others in its `otherwise`."""
    first, rest = branches[0], branches[1:]
    test, holds = condition(scope, first.condition)
    fails = denied(scope, first.condition)
    then = block(evolve(holds, lifted=None), first.block)
    otherwise: s.Block = ()
    after_other = fails
    if rest:
        lifted: list[s.Statement] = []
        inner, after_other = _branches(fails.lifting(lifted), node, rest, rest[0].marks)
        otherwise = (*lifted, *inner)
    elif node.otherwise is not None:
        otherwise = block(evolve(fails, lifted=None), node.otherwise)
    origin = scope.context.origin(first.span if rest or node.otherwise else node.span, marks)
    lowered: list[s.Statement] = [s.If(test, then, otherwise, origin)]
    return lowered, _after(scope, holds, after_other, then, otherwise)


def _after(scope: Scope, holds: Scope, fails: Scope, then: s.Block, otherwise: s.Block) -> Scope:
    """
    What is known after an `if`: when one side surely leaves, what the other side was told.

    Names that a condition gave end with it.
    """
    if leaves(then):
        return evolve(scope, facts=fails.facts)
    if leaves(otherwise):
        return evolve(
            scope,
            facts={
                path: type
                for path, type in holds.facts.items()
                if path not in holds.locals or path in scope.locals
            },
        )
    return scope
