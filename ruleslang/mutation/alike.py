"""
Whether two declarations say the same in other words, or one says what holds without it.

In the language the order of the lines of a header and of the fields of a card means nothing, nor
which side of `is` is which; `is yes` is what is tested anyway; `nothing` does nothing; a type that
would be found is only checked; a column in parentheses is not read; `language 1`, 20,000 decisions
and reactions 8 deep are defaults.
What is listed here is all that a mutant may change without a sign.
"""

from __future__ import annotations

from typing import TypeAlias

from attrs import fields

from ruleslang.format.heads import is_plain
from ruleslang.syntax import declarations as d
from ruleslang.syntax import expressions as x
from ruleslang.syntax import statements as s
from ruleslang.syntax.node import Marks, Node

Shape: TypeAlias = "str | int | tuple[Shape, ...] | None"

FOUND_ANYWAY = {d.Value: "type", d.ValueLet: "type", s.Let: "type"}
DEFAULT_DECISIONS, DEFAULT_DEPTH = 20000, 8
UNSAID = {"copies": "1"}  # of an empty cell


def alike(one: tuple[d.Declaration, ...], other: tuple[d.Declaration, ...]) -> bool:
    """Whether they say the same."""
    return shape(one) == shape(other)


def shape(value: object) -> Shape:
    """What a part of a tree says, as plain data that is equal for what says the same."""
    match value:
        case x.Paren():
            return shape(value.inner)
        case Marks():
            return ("Marks", *sorted(cite.text for cite in value.cites), value.designed)
        case d.Header():
            return _in_any_order(value, tuple(item for item in value.items if not _usual(item)))
        case d.Card() | d.Kind():
            lines = [each for each in value.items if isinstance(each, d.Field | d.RulesText)]
            rest = [each for each in value.items if each not in lines]
            return (*_in_any_order(value, tuple(lines)), shape(tuple(rest)))
        case d.Table() if value.rows:
            return _table(value)
        case x.Is():
            return _is(value)
        case s.Body() if value.in_any_case is None and not (
            value.clauses or shape(value.statements)
        ):
            return None
        case s.Quantity() if is_plain(value):
            return ("Quantity", shape(value.high))
        case Node():
            return _parts(value, FOUND_ANYWAY.get(type(value), ""))
        case tuple():
            return tuple(shape(each) for each in value if not isinstance(each, s.DoNothing))
        case str() | int() | None:
            return value
    raise AssertionError(f"no part of a tree: {type(value).__name__}")


def _parts(node: Node, unsaid: str) -> tuple[Shape, ...]:
    names = [field.name for field in fields(type(node)) if field.name not in ("span", unsaid)]
    return (type(node).__name__, *(shape(getattr(node, name)) for name in names))


def _in_any_order(node: Node, lines: tuple[Node, ...]) -> tuple[Shape, ...]:
    """A declaration whose lines may stand in any order."""
    return (*_parts(node, "items"), *sorted(map(shape, lines), key=repr))


def _table(table: d.Table) -> Shape:
    """A table without the columns that are not read; an empty cell says what is so without it."""
    heads = [cell.text for cell in table.rows[0].cells]
    read = [place for place, head in enumerate(heads) if not head.startswith("(")]
    rows = tuple(
        (
            shape(row.marks),
            *(
                row.cells[place].text or UNSAID.get(heads[place], "-")
                for place in read
                if place < len(row.cells)
            ),
        )
        for row in table.rows
    )
    return ("Table", shape(table.kind), shape(table.marks), rows)


def _usual(item: Node) -> bool:
    """Whether a line of the header says what is so without it."""
    match item:
        case d.Language():
            return True
        case d.ReactionDepth(number=number):
            return number == DEFAULT_DEPTH
        case d.DecisionCap(number=number, winners=winners):
            return number == DEFAULT_DECISIONS and winners.span.text == "nobody"
    return False


def _is(node: x.Is) -> Shape:
    left, right = shape(node.left), shape(node.right)
    yes = ("Truth", True)
    if yes in (left, right):
        tested = right if left == yes else left
        return ("Not", tested) if node.negated else tested
    return ("Is", node.negated, *sorted((left, right), key=repr))
