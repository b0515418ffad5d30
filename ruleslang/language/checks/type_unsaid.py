"""Reports `type-unsaid`: a value declares no type, and most values of the rulebook do."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from attrs import evolve

from ruleslang.language.syntax.declarations import Tree, Value
from ruleslang.language.syntax.expressions import Number
from ruleslang.program import types as t
from ruleslang.program.program import Program
from ruleslang.program.typing.type_names import describe, written
from ruleslang.source.diagnostic import Diagnostic, advice
from ruleslang.source.fix import Certainty, Edit, Fix
from ruleslang.source.span import Span


def type_unsaid(value: Value, type: t.Type) -> Diagnostic:
    """A value declares no type, and most others do."""
    where = "at the end of this line" if value.expression is None else "before the `=`"
    diagnostic = advice(
        "type-unsaid",
        value.name.span,
        f"`{value.name.text}` has no type, although other values here have one",
        help=f"it is {describe(type)}: {_how(type)} {where}",
    )
    if not written(type):
        return diagnostic
    edit = Edit(_end_of_head(value), f": {written(type)}")
    return evolve(diagnostic, fix=Fix((edit,), Certainty.SURE))


def _end_of_head(value: Value) -> Span:
    last = value.parameters[-1].span if value.parameters else value.name.span
    end = last.source.text.index(")", last.end) + 1 if value.parameters else last.end
    return Span(last.source, end, end)


def check(trees: Sequence[Tree], program: Program) -> Iterator[Diagnostic]:
    types = {value.name: value.type for value in program.values}
    values = [
        node
        for tree in trees
        for node in tree.declarations
        if isinstance(node, Value) and not isinstance(node.expression, Number)
    ]
    unsaid = [value for value in values if value.type is None]
    if 2 * len(unsaid) < len(values):
        for value in unsaid:
            if not _is_unspeakable(types[value.name.text]):
                yield type_unsaid(value, types[value.name.text])


def _is_unspeakable(type: t.Type) -> bool:
    """Whether a type has no written form: a set of sets."""
    return isinstance(type, t.SetOf) and isinstance(type.element, (t.SetOf, t.ListOf))


def _how(type: t.Type) -> str:
    return f"write `: {written(type)}`" if written(type) else "say so"
