"""Reports `mixed-and-or`: `and` stands beside `or` without brackets, and binds closer."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from attrs import evolve

from ruleslang.language.syntax.declarations import Tree
from ruleslang.language.syntax.expressions import And, Or
from ruleslang.language.syntax.walk import find
from ruleslang.program.program import Program
from ruleslang.source.diagnostic import Diagnostic, Message, Severity
from ruleslang.source.fix import Certainty, Edit, Fix

mixed_and_or = Message(
    "mixed-and-or",
    "`and` binds closer than `or`",
    help="put brackets where they are meant: round this, or round the `or` with what is beside it",
    severity=Severity.ADVICE,
)


def check(trees: Sequence[Tree], _: Program) -> Iterator[Diagnostic]:
    """Every `and` that is one side of an `or`, without brackets."""
    for tree in trees:
        for top in tree.declarations:
            for node in find(top, Or):
                for side in (node.left, node.right):
                    if isinstance(side, And):
                        edit = Edit(side.span, f"({side.span.text})")
                        diagnostic = mixed_and_or(side.span)
                        yield evolve(diagnostic, fix=Fix((edit,), Certainty.SURE))
