"""Comparisons that read better the other way round."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from ruleslang.program.program import Program
from ruleslang.source.diagnostic import Diagnostic, advice
from ruleslang.source.span import Span
from ruleslang.syntax.declarations import Tree
from ruleslang.syntax.expressions import Expression, Is, Number, Truth
from ruleslang.syntax.node import Name
from ruleslang.syntax.walk import walk


def turned_round(span: Span, left: str, right: str, sign: str) -> Diagnostic:
    """What is compared with stands before what is asked about."""
    return advice(
        "turned-round",
        span,
        f"`{left}` is what is expected, and stands first",
        help=f"write `{right} {sign} {left}`, as one would ask it",
    )


def check(trees: Sequence[Tree], program: Program) -> Iterator[Diagnostic]:
    """Every `is` with a constant, or the value of an option, before anything else."""
    options = {option.name for option in program.options}
    for tree in trees:
        for top in tree.declarations:
            for node in walk(top):
                if isinstance(node, Is) and _is_turned(node, options):
                    sign = "is not" if node.negated else "is"
                    left, right = node.left.span.text, node.right.span.text
                    yield turned_round(node.span, left, right, sign)


def _is_turned(node: Is, options: Collection[str]) -> bool:
    if isinstance(node.right, Number | Truth):
        return False
    return isinstance(node.left, Number | Truth) or (
        _is_option(node.right, options) and not _is_option(node.left, options)
    )


def _is_option(node: Expression, options: Collection[str]) -> bool:
    return isinstance(node, Name) and node.text in options
