"""Reports `yes-compared`: a condition is compared with `yes` or `no`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ruleslang.language.syntax.declarations import Tree
from ruleslang.language.syntax.examples import Claim, Example
from ruleslang.language.syntax.expressions import Apply, Is, Truth
from ruleslang.language.syntax.node import Name
from ruleslang.language.syntax.walk import find
from ruleslang.program import types as t
from ruleslang.program.program import Program
from ruleslang.source.diagnostic import Diagnostic, advice
from ruleslang.source.fix import Proposal
from ruleslang.source.span import Span


def yes_compared(span: Span, asked: str) -> Diagnostic:
    """`f(p) is no`: a truth needs no comparison."""
    return advice(
        "yes-compared",
        span,
        "this is a condition already, without `yes` or `no`",
        help=Proposal(f"write `{asked}`", (asked,)).sure,
    )


def check(trees: Sequence[Tree], program: Program) -> Iterator[Diagnostic]:
    """
    Every such comparison, except in examples and claims, where `given f(p) is yes` sets a state.
    """
    conditions = frozenset(_conditions(program))
    for tree in trees:
        for top in tree.declarations:
            for node in () if isinstance(top, Example | Claim) else find(top, Is):
                if isinstance(node.right, Truth) and _name(node) in conditions:
                    asked = node.left.span.text
                    wanted = node.right.value is not node.negated
                    yield yes_compared(node.span, asked if wanted else f"not {asked}")


def _name(node: Is) -> str | None:
    match node.left:
        case Name(text=text) | Apply(function=Name(text=text)):
            return text
        case _:
            return None


def _conditions(program: Program) -> Iterator[str]:
    """The names of truths that are never none."""
    yield from (state.name for state in program.states if state.type == t.Truth())
    yield from (value.name for value in program.values if value.type == t.Truth())
    for procedure in program.procedures:
        if procedure.answers == t.Truth():
            yield procedure.name
    for option in program.options:
        if set(option.values) == {"yes", "no"}:
            yield option.name
