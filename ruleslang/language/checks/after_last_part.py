"""Reports `after-last-part`: `after` applies to the last operand of `and` or `or` alone."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from attrs import evolve

from ruleslang.language.syntax.declarations import Tree
from ruleslang.language.syntax.examples import Claim, Example
from ruleslang.language.syntax.expressions import And, Or, WhatWouldBe
from ruleslang.language.syntax.node import Node
from ruleslang.language.syntax.walk import walk
from ruleslang.program.program import Program
from ruleslang.source.diagnostic import Diagnostic, advice
from ruleslang.source.fix import Certainty, Edit, Fix
from ruleslang.source.span import Span


def after_last_part(expression: Span, last: Span, sign: str, value: str, call: str) -> Diagnostic:
    """`a and b after P(…)`: the author may have meant a, too, to be evaluated after P."""
    before = last.source.text[expression.start : last.start].rstrip()
    wanted = f"({before} {value}) after {call}"
    diagnostic = advice(
        "after-last-part",
        last,
        f"`after` is about this part alone, not about what stands before `{sign}`",
        help=f"if all is meant, write `{wanted}`; if not, put this part in parentheses",
    )
    return evolve(diagnostic, fix=Fix((Edit(expression, wanted),), Certainty.LIKELY))


def check(trees: Sequence[Tree], _: Program) -> Iterator[Diagnostic]:
    """
    Every such `and` and `or`, except in examples and claims, whose operands are separate facts.
    """
    for tree in trees:
        for top in tree.declarations:
            if not isinstance(top, Example | Claim):
                yield from _in_declaration(top)


def _in_declaration(top: Node) -> Iterator[Diagnostic]:
    for node in walk(top):
        if not isinstance(node, And | Or) or not isinstance(node.right, WhatWouldBe):
            continue
        last, sign = node.right, "and" if isinstance(node, And) else "or"
        if not any(isinstance(inner, WhatWouldBe) for inner in walk(node.left)):
            call, value = last.call.span.text, last.value.span.text
            yield after_last_part(node.span, last.span, sign, value, call)
