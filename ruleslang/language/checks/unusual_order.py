"""
Reports `unusual-order`: lines in an order that means nothing and that other rulebooks do not use.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import TypeAlias

from attrs import evolve

from ruleslang.language.syntax import declarations as syntax
from ruleslang.language.syntax import statements
from ruleslang.language.syntax.declarations import HEADER_LINES
from ruleslang.language.syntax.node import Node
from ruleslang.program.program import Program
from ruleslang.source.diagnostic import Diagnostic, Label, advice
from ruleslang.source.fix import Certainty, Edit, Fix
from ruleslang.source.span import Span

Place: TypeAlias = tuple[int, int]

CARD: dict[type[Node], str] = {
    syntax.KindField: "has",
    syntax.RulesText: "text",
    syntax.Field: "field",
    statements.OnlyIf: "only if",
    statements.Pays: "pays",
    syntax.Play: "play",
    syntax.Standing: "while",
}


SERIES = ("open questions", "gaps", "worked examples")


def unusual_order(
    span: Span, line: str, above: Span, other: str, usual: str, *, within: bool = False
) -> Diagnostic:
    """
    A line stands below one that it usually precedes; the order means nothing.

    `within` a line, a part stands after another that it usually precedes.
    """
    return advice(
        "unusual-order",
        span,
        f"`{line}` usually stands {'before' if within else 'above'} `{other}`",
        help=f"the order changes nothing; readers know it so: {usual}",
        labels=(Label(above, f"`{other}` stands here"),),
    )


def check(trees: Sequence[syntax.Tree], program: Program) -> Iterator[Diagnostic]:
    """Lines of headers, kinds and cards in an unusual order."""
    fields = _fields(program)
    kinds = {definition.name: definition.kind for definition in program.definitions}
    for tree in trees:
        for node in tree.declarations:
            match node:
                case syntax.Header():
                    yield from _first(node.items, _header_place)
                    yield from _series(node)
                case syntax.Kind(name=name):
                    yield from _card(node, fields.get(name.text, ()))
                case syntax.RowRules(name=name):
                    yield from _card(node, fields.get(kinds.get(name.text, ""), ()))
                case syntax.Card(kind=kind):
                    yield from _card(node, fields.get(kind.text, ()))


def _header_place(line: Node) -> Place:
    return list(HEADER_LINES).index(type(line)), 0


def _series(node: syntax.Header) -> Iterator[Diagnostic]:
    """The series of numbered rules in one line."""
    for line in node.items:
        if isinstance(line, syntax.NumberedRules):
            for before, after in pairwise(line.series):
                if SERIES.index(after.word) < SERIES.index(before.word):
                    usual = ", ".join(SERIES)
                    yield unusual_order(
                        after.span, after.word, before.span, before.word, usual, within=True
                    )


def _card(
    node: syntax.Kind | syntax.Card | syntax.RowRules, fields: Sequence[str]
) -> Iterator[Diagnostic]:
    """The lines of a card by their sort; fields in the order of their declaration."""

    def place(line: Node) -> Place:
        name = line.name.text if isinstance(line, syntax.Field) else ""
        within = fields.index(name) if name in fields else 0
        sort = statements.OnlyIf if isinstance(line, statements.Pays) else type(line)
        return list(CARD).index(sort), within

    yield from _first(node.items, place)


def _first(lines: Sequence[Node], place: Callable[[Node], Place]) -> Iterator[Diagnostic]:
    """The first line that stands below one that it usually precedes."""
    for above, below in pairwise(lines):
        if place(below) < place(above):
            ordered = sorted(lines, key=place)
            usual = ", ".join(dict.fromkeys(map(_name, ordered)))
            diagnostic = unusual_order(below.span, _name(below), above.span, _name(above), usual)
            yield evolve(diagnostic, fix=_reordered(lines, ordered))
            return


def _reordered(lines: Sequence[Node], ordered: Sequence[Node]) -> Fix | None:
    """
    The fix that reorders the lines, each with the comments above it; None if two share a line.
    """
    text, source = lines[0].span.source.text, lines[0].span.source
    begins = text.rfind("\n", 0, lines[0].span.start) + 1
    extents: dict[Node, Span] = {}
    for line in lines:
        end = text.find("\n", line.span.end - 1)
        extents[line] = Span(source, begins, len(text) if end < 0 else end)
        begins = extents[line].end + 1
        if line.span.start < extents[line].start:
            return None
    edits = (
        Edit(extents[old], extents[new].text)
        for old, new in zip(lines, ordered, strict=True)
        if old is not new
    )
    return Fix(tuple(edits), Certainty.SURE)


def _name(line: Node) -> str:
    if isinstance(line, syntax.Field | syntax.KindField):
        return line.name.text
    return {**HEADER_LINES, **CARD}[type(line)]


def _fields(program: Program) -> Mapping[str, tuple[str, ...]]:
    """The fields of each kind in the order of declaration, inherited ones first."""
    kinds = {kind.name: kind for kind in program.kinds}
    fields_of: dict[str, tuple[str, ...]] = {}

    def of(name: str | None) -> tuple[str, ...]:
        if name is None or name not in kinds:
            return ()
        names = tuple(field.name for field in kinds[name].fields)
        return (*of(kinds[name].parent), *names)

    for name in kinds:
        fields_of[name] = of(name)
    return fields_of
