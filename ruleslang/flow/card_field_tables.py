"""Card fields as constant tables: a row for each title, in it an entry for each index."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import product

from ruleslang.flow.cell_addresses import ordinal
from ruleslang.flow.context import Body, Lowering, body_of, raw
from ruleslang.flow.words import ABSENT, Absent, Constant, Word
from ruleslang.match.values import CardDefinition
from ruleslang.nodes.frozen import frozen
from ruleslang.program import declarations as d
from ruleslang.program import expressions as e
from ruleslang.program import types as t


@frozen(eq=False)
class FieldTable:
    """A field: its table, its index, and for which kinds it is surely there."""

    name: str
    index: tuple[d.IndexPlace, ...]
    whole_for: frozenset[str]
    whole: bool
    counts_as: bool

    @property
    def slug(self) -> str:
        """What it is to read a field that is not there."""
        return "not-a-member" if self.index else "no-such-field"

    def is_there_for(self, of: t.Type) -> bool:
        """Whether everything of a type has it, whatever a card counts as."""
        if self.whole or not isinstance(of, (t.Card, t.Title, t.UnderWay)):
            return self.whole
        may_be_another = self.counts_as and not isinstance(of, t.Title)
        return of.kind in self.whole_for and not may_be_another

    def address(self, b: Body, index: tuple[e.Expr, ...], origin: int) -> tuple[Word, ...]:
        """The numbers of an index."""
        return tuple(
            ordinal(b, place.type, b.word(each))
            for place, each in zip(self.index, index, strict=True)
        )


def field_table(whole: Lowering, name: str) -> FieldTable:
    """The table of a field."""
    everyone = whole.everyone
    declared = [
        each for kind in everyone.program.kinds for each in kind.fields if each.name == name
    ]
    if any(each.index != declared[0].index for each in declared):
        whole.refuse(f"the field `{name}`, whose index is another in several kinds")
    index = declared[0].index
    titles = tuple(everyone.titles.values())
    sizes = (len(titles), *(len(everyone.domain(place.type)) for place in index))

    def entries() -> Iterable[object]:
        return (value for one in titles for value in _of_title(whole, one, name, index))

    made = whole.table(f"field {name}", sizes, declared[0].type, entries)
    kept = whole.tables[made].entries
    width = len(kept) // max(1, len(titles))
    lacking = {at // width for at, each in enumerate(kept) if each is ABSENT} if width else set()
    of_kinds = frozenset(
        kind
        for kind in everyone.kinds
        if not any(kind in one.kinds and one.order in lacking for one in titles)
    )
    return FieldTable(made, index, of_kinds, not lacking, whole.counts_as)


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
