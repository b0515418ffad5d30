"""
Statements that do nothing the second time, wherever they are: the same value is set again, the
zones from which cards were moved are empty, what stops has stopped.

A change that doubles one is equivalent, so none is made.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from attrs import frozen

from ruleslang.language.syntax import expressions as x
from ruleslang.language.syntax import simple_statements as simple
from ruleslang.language.syntax import statements as s
from ruleslang.language.syntax.node import Name, Node
from ruleslang.language.syntax.walk import find
from ruleslang.program.passes.derived_tables import derive
from ruleslang.program.program import Program

ENDING = (simple.Answer, simple.End, simple.Stop, simple.Eliminate, simple.Wins)


@frozen(eq=False)
class Reads:
    """
    The states and zones that each named value reads, and those that rules react to: between the two
    times, a rule may act.
    """

    values: Mapping[str, frozenset[str]]
    rules: frozenset[str]
    states: frozenset[str]
    zones: frozenset[str]

    def names(self, *parts: Node) -> frozenset[str]:
        """Return all names in some parts, and what values among them read."""
        read = {name.text for part in parts for name in find(part, Name)}
        return frozenset(read.union(*(self.values.get(name, ()) for name in read)))


def reads_of(program: Program) -> Reads:
    """Return the states and zones that the values and rules of a program read."""
    table = derive(program).reads
    return Reads(
        {name: frozenset(cell.name for cell in cells) for name, cells in table.values.items()},
        frozenset(cell.name for cells in table.rules.values() for cell in cells),
        frozenset(state.name for state in program.states),
        frozenset(zone.name for zone in program.zones),
    )


def is_repeated_in_vain(reads: Reads, statement: Node) -> bool:
    """Return whether doing a statement twice in a row is the same as doing it once."""
    match statement:
        case s.If(branches=(branch,), otherwise=None):
            return all(is_repeated_in_vain(reads, inner) for inner in branch.block.statements)
        case simple.Set(place, value):
            read = reads.names(value, *_index(place))
            return _named(place) <= reads.states - read - reads.rules
        case simple.Move(subject, target):
            sources = frozenset(_sources(reads, subject))
            read = reads.names(*_index(target), *_inside(subject))
            return sources.isdisjoint({"", *_named(target), *read, *reads.rules})
    return isinstance(statement, ENDING)


def _named(place: Node) -> frozenset[str]:
    """Return the name of the state or zone of a place."""
    name = place.function if isinstance(place, x.Apply) else place
    return frozenset({name.text} if isinstance(name, Name) else {"", place.span.text})


def _index(place: Node) -> tuple[Node, ...]:
    return place.arguments if isinstance(place, x.Apply) else ()


def _sources(reads: Reads, subject: Node) -> Iterator[str]:
    """Yield the zones from which all cards that meet a condition are moved; "" for any other."""
    match subject:
        case x.Where(subject=of):
            yield from _sources(reads, of)
        case x.Binary(left=left, right=right, operator="+"):
            yield from _sources(reads, left)
            yield from _sources(reads, right)
        case _:
            yield from _named(subject) & reads.zones or {""}


def _inside(subject: Node) -> Iterator[Node]:
    """Yield the conditions and indices that select the moved cards."""
    yield from (where.condition for where in find(subject, x.Where))
    yield from (argument for zone in find(subject, x.Apply) for argument in zone.arguments)
