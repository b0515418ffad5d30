"""Card fields as constant tables: a row for each title, in it an entry for each index."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import product
from math import prod

from attrs import frozen

from ruleslang.flow.cell_addresses import ordinal, surely_lies_in
from ruleslang.flow.context import Body, Lowering, body_of, raw
from ruleslang.flow.words import ABSENT, Absent, Constant, Word
from ruleslang.match.values import CardDefinition
from ruleslang.program import declarations as d
from ruleslang.program import expressions as e
from ruleslang.program import types as t
from ruleslang.program.typing.lattice import plain


@frozen(eq=False)
class FieldTable:
    """
    A field: its table, its index, and for which kinds it is surely there; `there` says by title
    whether a title has it with this index.
    """

    name: str
    index: tuple[d.IndexPlace, ...]
    whole_for: frozenset[str]
    whole: bool
    counts_as: bool
    there: tuple[bool, ...]

    def is_there_for(self, of: t.Type) -> bool:
        """Whether everything of a type has it, whatever a card counts as."""
        if self.whole or not isinstance(of, (t.Card, t.Title, t.UnderWay)):
            return self.whole
        may_be_another = self.counts_as and not isinstance(of, t.Title)
        return of.kind in self.whole_for and not may_be_another

    def takes(self, given: tuple[t.Type, ...]) -> bool:
        """Whether values of these types may be its index."""
        return len(given) == len(self.index) and all(
            _is_alike(plain(one), plain(place.type))
            for one, place in zip(given, self.index, strict=True)
        )

    def is_sure_of(self, b: Body, index: tuple[e.Expr, ...]) -> bool:
        """Whether there is surely such a place in it."""
        places = zip(index, self.index, strict=True)
        return all(surely_lies_in(b, b.type_of(each), place.type) for each, place in places)

    def address(self, b: Body, index: tuple[e.Expr, ...]) -> tuple[Word, ...]:
        """The numbers of an index."""
        return tuple(
            ordinal(b, place.type, b.word(each))
            for place, each in zip(self.index, index, strict=True)
        )


def _is_alike(one: t.Type, other: t.Type) -> bool:
    if isinstance(one, t.WordOf) and isinstance(other, t.WordOf):
        return one.list == other.list
    return type(one) is type(other)


def field_tables(whole: Lowering, name: str) -> tuple[FieldTable, ...]:
    """The tables of a field, one for each index that kinds declare it with."""
    kinds = whole.everyone.program.kinds
    declared = [(kind.name, each) for kind in kinds for each in kind.fields if each.name == name]
    indexes = tuple(dict.fromkeys(each.index for _, each in declared))
    return tuple(
        _field_table(
            whole,
            f"field {name}" if len(indexes) == 1 else f"field {name}, {number}",
            next(each for _, each in declared if each.index == index),
            frozenset(kind for kind, each in declared if each.index == index),
        )
        for number, index in enumerate(indexes)
    )


def _field_table(
    whole: Lowering, called: str, declared: d.FieldType, kinds: frozenset[str]
) -> FieldTable:
    """The table of a field, as these kinds declare it."""
    everyone, name, index = whole.everyone, declared.name, declared.index
    titles = tuple(everyone.titles.values())
    sizes = (len(titles), *(len(everyone.domain(place.type)) for place in index))
    nothing = [ABSENT] * prod(sizes[1:])

    def entries() -> Iterable[object]:
        for one in titles:
            yield from nothing if kinds.isdisjoint(one.kinds) else _of_title(
                whole, one, name, index
            )

    made = whole.table(called, sizes, declared.type, entries)
    kept = whole.tables[made].entries
    width = len(kept) // max(1, len(titles))
    lacking = {at // width for at, each in enumerate(kept) if each is ABSENT} if width else set()
    of_kinds = frozenset(
        kind
        for kind in everyone.kinds
        if not any(kind in one.kinds and one.order in lacking for one in titles)
    )
    there = tuple(not kinds.isdisjoint(one.kinds) for one in titles)
    return FieldTable(made, index, of_kinds, not lacking, whole.counts_as, there)


def _of_title(
    whole: Lowering, one: CardDefinition, name: str, index: tuple[d.IndexPlace, ...]
) -> list[object]:
    """What a title has at each place of an index; a default stands where nothing is printed."""
    printed = {}
    for each in one.definition.fields:
        if each.name == name:
            at = tuple(constant(whole, place) for place in each.index)
            printed[at] = constant(whole, each.value)
    if not index:
        return [printed.get((), ABSENT)]
    places = product(*(whole.everyone.domain(place.type) for place in index))
    return [printed.get(tuple(map(raw, at)), printed.get((), ABSENT)) for at in places]


def constant(whole: Lowering, expression: e.Expr) -> object:
    """What a constant expression is."""
    found = body_of(whole, "a field", ()).word(expression)
    if not isinstance(found, Constant):
        whole.refuse("a field of a card that is no plain constant")
        return Absent()
    return found.value
