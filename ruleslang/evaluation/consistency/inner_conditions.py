"""The conditions that stand inside the expressions of a line: of `where`, and of `x when C`."""

from __future__ import annotations

from collections.abc import Iterator

from ruleslang.program import expressions as e
from ruleslang.program import statements as s
from ruleslang.program.locals import Slot
from ruleslang.program.walk import children


def wheres_in(node: object) -> Iterator[tuple[Slot, e.Expr, e.Expr]]:
    """
    The members, sets and conditions of `where` in a part of a line; nested lines have their own.
    """
    if isinstance(node, s.Statement | s.Branch | s.Case):
        return
    if isinstance(node, e.Where | e.ThereIs) and node.condition is not None:
        yield node.variable, node.subject, node.condition
    for child in children(node):
        yield from wheres_in(child)


def chains_in(node: object) -> Iterator[e.WhenOtherwise]:
    """The outermost conditional chains in a part of a line; nested lines have their own."""
    if isinstance(node, s.Statement | s.Branch | s.Case):
        return
    if not isinstance(node, e.WhenOtherwise):
        for child in children(node):
            yield from chains_in(child)
        return
    yield node
    link: e.Expr = node
    while isinstance(link, e.WhenOtherwise):
        yield from (*chains_in(link.value), *chains_in(link.condition))
        link = link.otherwise
    yield from chains_in(link)
