"""Reports statements and operands that repeat the one before them word for word."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from ruleslang.lower.context import Context
from ruleslang.lower.diagnostics import statements as say
from ruleslang.syntax.expressions import And, Or
from ruleslang.syntax.node import Node


def report_twice(context: Context, nodes: Sequence[Node]) -> None:
    """Report each node that says what the one before it says, in another place."""
    for one, other in pairwise(nodes):
        same = type(one) is type(other) and one.span != other.span
        if same and _words(one) == _words(other):
            context.report(say.written_twice(other.span, one.span))


def report_asked_twice(context: Context, node: And | Or) -> None:
    """Report what stands behind the last `and` or `or` if it stands before it too."""
    for each in _operands(node.left, type(node)):
        if each.span != node.right.span and _words(each) == _words(node.right):
            context.report(say.asked_twice(node.right.span, each.span))
            return


def _operands(node: Node, sign: type[And | Or]) -> Iterator[Node]:
    if isinstance(node, sign):
        yield from _operands(node.left, sign)
        yield node.right
    else:
        yield node


def _words(node: Node) -> list[str]:
    return node.span.text.split()
