"""
Reports `needless-name` and `bare-argument`: argument names that add nothing, and missing ones.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from attrs import evolve

from ruleslang.language.syntax.declarations import Parameter, Procedure, Tree, Value
from ruleslang.language.syntax.examples import Claim, Example
from ruleslang.language.syntax.expressions import (
    Apply,
    Expression,
    NamedArgument,
    Negate,
    Nothing,
    Number,
    Truth,
)
from ruleslang.language.syntax.walk import find
from ruleslang.program.program import Program
from ruleslang.source.diagnostic import Diagnostic, advice
from ruleslang.source.fix import Certainty, Edit, Fix, Proposal
from ruleslang.source.span import Span


def needless_name(argument: NamedArgument) -> Diagnostic:
    """An argument that is clear without its name is named."""
    value = argument.value.span.text
    diagnostic = advice(
        "needless-name",
        argument.name.span,
        f"`{argument.name.text}:` is not needed to know what this is",
        help=f"write `{value}` alone; only `yes`, `no`, `none` and numbers may be named",
    )
    return evolve(diagnostic, fix=Fix((Edit(argument.span, value),), Certainty.SURE))


def bare_argument(span: Span, name: str, place: str) -> Diagnostic:
    """`yes`, `no` or one of several numbers needs a name to be understood."""
    return advice(
        "bare-argument",
        span,
        f"`{span.text}` alone does not say what it means for `{name}`",
        help=Proposal(f"name it: `{name}({place}: {span.text})`", (f"{place}: {span.text}",)).sure,
    )


def check(trees: Sequence[Tree], program: Program) -> Iterator[Diagnostic]:
    """
    Every needless or missing name of an argument.

    In examples the title tells what numbers and truths mean, so none are missing there.
    """
    places = _Places(trees)
    values = {value.name for value in program.values}
    for tree in trees:
        for top in tree.declarations:
            for node in find(top, Apply):
                if not _may_be_said(node):
                    continue
                named = places.of(node.function.text)
                if named:
                    is_value = node.function.text in values
                    says_all = is_value or not isinstance(top, Example | Claim)
                    yield from _of_call(node, named, is_value=is_value, says_all=says_all)


def _may_be_said(node: Apply) -> bool:
    """Whether the arguments can be judged without their parameters."""
    numbers = sum(isinstance(argument, Number) for argument in node.arguments)
    return numbers > 1 or any(
        isinstance(argument, NamedArgument | Truth) for argument in node.arguments
    )


class _Places:
    """The parameters of procedures and values, computed on demand."""

    def __init__(self, trees: Sequence[Tree]) -> None:
        self._nodes = {
            node.name.text: node
            for tree in trees
            for node in tree.declarations
            if isinstance(node, Procedure | Value)
        }

    def of(self, name: str) -> Sequence[Parameter]:
        """The parameters of the procedure or value of this name; empty for others."""
        node = self._nodes.get(name)
        return () if node is None else node.parameters


def _of_call(
    node: Apply, places: Sequence[Parameter], *, is_value: bool, says_all: bool
) -> Iterator[Diagnostic]:
    """
    Arguments of one call that need names: several numbers look alike.

    `says_all`: missing names are reported too.
    """
    several = sum(isinstance(argument, Number) for argument in node.arguments) > 1 and not is_value
    for place, passed in zip([passed.name.text for passed in places], node.arguments, strict=False):
        if says_all and (isinstance(passed, Truth) or (several and isinstance(passed, Number))):
            yield bare_argument(passed.span, node.function.text, place)
        if not isinstance(passed, NamedArgument) or passed.name.text != place:
            continue
        if not _is_bare(passed.value):
            yield needless_name(passed)


def _is_bare(value: Expression) -> bool:
    """Whether a value is written out, so that its name may tell what it is for."""
    if isinstance(value, Negate):
        return isinstance(value.operand, Number)
    return isinstance(value, Truth | Number | Nothing)
