"""Reports `counted-once`: a sum over a set of numbers, in which equal numbers are one."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from ruleslang.language.syntax.declarations import Tree, Value, ValueLet
from ruleslang.language.syntax.expressions import Expression, Fold, ImageOf, head_name, unwrapped
from ruleslang.language.syntax.simple_statements import Let
from ruleslang.language.syntax.walk import find
from ruleslang.program import types as t
from ruleslang.program.program import Program
from ruleslang.source.diagnostic import Diagnostic, Message, Severity
from ruleslang.source.fix import Proposal

Definitions = Mapping[str, Expression | None]

counted_once = Message(
    "counted-once",
    "in a set equal numbers are one, so they are added once",
    help="to add what each brings, write `sum of E over x in S`",
    label="the set",
    severity=Severity.ADVICE,
)


def check(trees: Sequence[Tree], program: Program) -> Iterator[Diagnostic]:
    """Every `sum of` a `set of … over …`, written there, by a `let` or as a value."""
    several = frozenset(_of_several(program))
    tops = [top for tree in trees for top in tree.declarations]
    values = {top.name.text: top.expression for top in tops if isinstance(top, Value)}
    for top in tops:
        lets: Definitions = {
            **{let.name.text: let.value for let in find(top, Let)},
            **{let.name.text: let.value for let in find(top, ValueLet)},
        }
        for node in find(top, Fold):
            numbers = _numbers(node.operand, {**values, **lets}) if node.word == "sum" else None
            if numbers is not None and node.variable is None:
                name = head_name(unwrapped(node.operand))
                is_here = name is None or name.text in lets
                help = _added(numbers, several) if is_here else None
                yield counted_once(node.span, at=numbers.span if name else None, help=help)


def _numbers(summed: Expression, definitions: Definitions) -> ImageOf | None:
    """The `set of … over …` that is summed up."""
    name = head_name(unwrapped(summed))
    written = definitions.get(name.text) if name else summed
    bare = unwrapped(written) if written else None
    return bare if isinstance(bare, ImageOf) else None


def _added(numbers: ImageOf, several: frozenset[str]) -> Proposal:
    """The sum that counts what each member brings."""
    brought = numbers.operand.span.text
    name = head_name(unwrapped(numbers.operand))
    if name is not None and name.text in several:
        brought = f"(sum of {brought})"
    line = f"sum of {brought} over {numbers.variable.text} in {numbers.subject.span.text}"
    return Proposal(f"to add what each brings, write `{line}`", (line,))


def _of_several(program: Program) -> Iterator[str]:
    """The names that stand for several numbers at once."""
    typed = [(value.name, value.type) for value in program.values]
    typed += [(state.name, state.type) for state in program.states]
    yield from (name for name, type in typed if isinstance(type, t.SetOf | t.ListOf))
    yield from (dice.name for dice in program.dice)
