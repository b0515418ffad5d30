"""What stands twice in a row in the same words: a slip of the pen, as a rule."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from ruleslang.lower import diagnose_statements as say
from ruleslang.lower.context import Context
from ruleslang.syntax.node import Node


def report_twice(context: Context, nodes: Sequence[Node]) -> None:
    """Report each node that says what the one before it says."""
    for one, other in pairwise(nodes):
        if type(one) is type(other) and _words(one) == _words(other):
            context.report(say.written_twice(other.span, one.span))


def _words(node: Node) -> list[str]:
    return node.span.text.split()
