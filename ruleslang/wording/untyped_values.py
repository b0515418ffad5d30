"""Advises to give a value its type when most values of the rulebook have one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ruleslang.program import types as t
from ruleslang.program.program import Program
from ruleslang.source.diagnostic import Diagnostic, advice
from ruleslang.source.span import Span
from ruleslang.syntax.declarations import Tree, Value
from ruleslang.syntax.outline import outline
from ruleslang.types.describe import describe
from ruleslang.types.written import written


def type_unsaid(span: Span, name: str, type: t.Type, is_block: bool) -> Diagnostic:
    """A value does not say what it is, and most others do."""
    where = "at the end of this line" if is_block else "before the `=`"
    return advice(
        "type-unsaid",
        span,
        f"`{name}` does not say what it is, as other values here do",
        help=f"it is {describe(type)}: {_how(type)} {where}",
    )


def check(trees: Sequence[Tree], program: Program) -> Iterator[Diagnostic]:
    """Values without a type, when most of the rulebook's values have one."""
    found = {value.name: value.type for value in program.values}
    values = [
        node
        for tree in trees
        for node in tree.declarations
        if isinstance(node, Value) and outline(node).typing != "number"
    ]
    unsaid = [value for value in values if outline(value).typing == "unsaid"]
    if 2 * len(unsaid) < len(values):
        for value in unsaid:
            is_block = value.expression is None
            yield type_unsaid(value.name.span, value.name.text, found[value.name.text], is_block)


def _how(type: t.Type) -> str:
    """What to write."""
    return f"write `: {written(type)}`" if written(type) else "say so"
