"""
Lowers blocks of statements: a `Move` is lowered by the function below `@lowers(Move)`.

So handlers can lower nested blocks without a circle of imports; whoever lowers a block imports
`block` from `statement_handlers`, which imports all handlers.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias

from attrs import evolve, frozen

from ruleslang.language.lower.conversions import report_twice
from ruleslang.language.lower.diagnostics import statements as errors
from ruleslang.language.lower.scope import BlockNodes, Scope
from ruleslang.language.syntax.node import Marks
from ruleslang.language.syntax.simple_statements import DoNothing
from ruleslang.language.syntax.statements import Block, If, MayAgree, MayChoose, Statement
from ruleslang.program import statements as s
from ruleslang.program.traits.effects import falls_through, ways_out
from ruleslang.source.walk import Handlers

Step: TypeAlias = "tuple[list[s.Statement], Scope]"  # the lowered statement, and the scope after it

HANDLERS = Handlers[Scope, [], Step]()
lowers = HANDLERS.of


@frozen(eq=False)
class LoweredStatement:
    """A lowered statement: its node, the result, and the scope after it."""

    node: Statement
    statements: tuple[s.Statement, ...]
    after: Scope


def block(scope: Scope, node: Block) -> s.Block:
    """Return a block; names declared in it are local to it."""
    return statements(scope, node.statements)


def statements(scope: Scope, nodes: tuple[Statement, ...]) -> s.Block:
    """Lower consecutive statements; a name declared by one can be read by later ones."""
    return tuple(statement for done in sequence(scope, nodes) for statement in done.statements)


def sequence(scope: Scope, nodes: tuple[Statement, ...]) -> Iterator[LoweredStatement]:
    """Yield each statement as it is lowered, after the calls lifted out of it."""
    report_twice(scope.context, nodes)
    leaving: Statement | None = None
    together = BlockNodes(nodes)
    for place, node in enumerate(nodes):
        if scope.context.has_enough:
            return
        if leaving is not None:
            scope.context.report(errors.unreachable(node.span, at=leaving.span))
            leaving = None
        lifted: list[s.Statement] = []
        _check_nothing(scope, node, alone=len(nodes) == 1)
        inside = evolve(scope, lifted=lifted, nodes=together, place=place)
        if scope.context.record is not None:
            scope.context.record.statements[node.span] = inside.locals
        lowered, scope = HANDLERS[type(node)](inside, node)
        done = (*lifted, *lowered)
        if leaves(done):
            leaving = node
        yield LoweredStatement(node, done, scope)


def _check_nothing(scope: Scope, node: Statement, *, alone: bool) -> None:
    """Report a `nothing` that can be left out, unless it carries a citation."""
    if isinstance(node, DoNothing) and not alone and is_unmarked(node.marks):
        scope.context.report(errors.needless_nothing(node.span))
    if not isinstance(node, If | MayChoose | MayAgree) or node.otherwise is None:
        return
    only, *others = node.otherwise.statements
    marks = (only.marks, node.otherwise_marks)
    if isinstance(only, DoNothing) and not others and all(map(is_unmarked, marks)):
        scope.context.report(errors.needless_nothing(only.span, behind_else=True))


def is_unmarked(marks: Marks | None) -> bool:
    """Return whether a line has no citation and is not `designed`."""
    return marks is None or not (marks.cites or marks.designed)


def leaves(block: s.Block) -> bool:
    """
    Return whether control surely does not reach the end of a block.

    False for an endless loop: the loop itself is then the error, and a check reports it.
    """
    return not falls_through(block) and any(True for _ in ways_out(block))
