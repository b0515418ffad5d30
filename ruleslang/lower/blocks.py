"""
Lowers blocks of statements: each class of statement has its handler in one table.

`statements` fills the table, so that handlers may lower the blocks in them without a circle of
imports; everybody else imports `block` from there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, TypeAlias

from attrs import evolve, frozen

from ruleslang.lower.conversions import report_twice
from ruleslang.lower.diagnostics import statements as say
from ruleslang.lower.scope import BlockNodes, Scope
from ruleslang.program import statements as s
from ruleslang.program.traits.effects import falls_through, ways_out
from ruleslang.syntax.node import Marks, Node
from ruleslang.syntax.simple_statements import (
    DoNothing,
)
from ruleslang.syntax.statements import (
    Block,
    If,
    MayChoose,
    Statement,
)

Step: TypeAlias = (
    "tuple[list[s.Statement], Scope]"  # what a statement becomes, and the scope after it
)
Handler: TypeAlias = Callable[[Scope, Any], Step]

HANDLERS: dict[type[Node], Handler] = {}


@frozen(eq=False)
class Done:
    """One lowered statement: its node, what it became, and the scope after it."""

    node: Statement
    statements: tuple[s.Statement, ...]
    after: Scope


def block(scope: Scope, node: Block) -> s.Block:
    """A block; the names that it makes end with it."""
    return statements(scope, node.statements)


def statements(scope: Scope, nodes: tuple[Statement, ...]) -> s.Block:
    """Statements one after the other; a name made by one is readable in those after it."""
    return tuple(statement for done in sequence(scope, nodes) for statement in done.statements)


def sequence(scope: Scope, nodes: tuple[Statement, ...]) -> Iterator[Done]:
    """Each statement as it is lowered; calls in its expressions come out before it."""
    report_twice(scope.context, nodes)
    leaving: Statement | None = None
    together = BlockNodes(nodes)
    for place, node in enumerate(nodes):
        if scope.context.has_enough:
            return
        if leaving is not None:
            scope.context.report(say.unreachable(node.span, at=leaving.span))
            leaving = None
        lifted: list[s.Statement] = []
        _check_nothing(scope, node, alone=len(nodes) == 1)
        inside = evolve(scope, lifted=lifted, nodes=together, place=place)
        if scope.context.record is not None:
            scope.context.record.statement(inside, node.span)
        lowered, scope = HANDLERS[type(node)](inside, node)
        done = (*lifted, *lowered)
        if leaves(done):
            leaving = node
        yield Done(node, done, scope)


def _check_nothing(scope: Scope, node: Statement, *, alone: bool) -> None:
    """Report a `nothing` that could as well be left out, unless a rule is cited there."""
    if isinstance(node, DoNothing) and not alone and is_unmarked(node.marks):
        scope.context.report(say.needless_nothing(node.span))
    if not isinstance(node, If | MayChoose) or node.otherwise is None:
        return
    only, *others = node.otherwise.statements
    marks = (only.marks, node.otherwise_marks)
    if isinstance(only, DoNothing) and not others and all(map(is_unmarked, marks)):
        scope.context.report(say.needless_nothing(only.span, behind_else=True))


def is_unmarked(marks: Marks | None) -> bool:
    """Whether no rule is cited on a line, and nothing is said to be invented."""
    return marks is None or not (marks.cites or marks.designed)


def leaves(block: s.Block) -> bool:
    """
    Whether what comes after a block is surely not reached.

    Not so behind a loop that nothing leaves: the loop is then the mistake, and a check reports it.
    """
    return not falls_through(block) and any(True for _ in ways_out(block))
