"""The usual wording of headers, heads and calls: order of lines, types, and names of arguments."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import TypeAlias

from attrs import evolve

from ruleslang.language.checks.subject import Found, in_each
from ruleslang.language.syntax import declarations as syntax
from ruleslang.language.syntax import statements
from ruleslang.language.syntax.declarations import (
    HEADER_LINES,
    DecisionCap,
    Firings,
    Header,
    Language,
    Procedure,
    ProcedureDepth,
    ReactionDepth,
    Tree,
    Value,
)
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
from ruleslang.language.syntax.node import Name, Node
from ruleslang.language.syntax.walk import find
from ruleslang.program import limits
from ruleslang.program import types as t
from ruleslang.program.program import LANGUAGE_VERSION, Ending, Program
from ruleslang.program.typing.type_names import describe, written
from ruleslang.source.diagnostic import AdviceMessage, Diagnostic, Label, advice
from ruleslang.source.fix import Certainty, Edit, Fix, Proposal
from ruleslang.source.span import Span
from ruleslang.source.walk import asked_with


def missing_language_line(span: Span) -> Diagnostic:
    diagnostic = advice(
        "missing-language-line",
        span,
        "no line states the version of the language",
        help=f"write `language {LANGUAGE_VERSION}` in the next line: a later version may read "
        "it differently",
    )
    end = span.source.text.find("\n", span.start)
    edit = Edit(span.source.span(end, end), f"\n    language {LANGUAGE_VERSION}")
    return evolve(diagnostic, fix=Fix((edit,), Certainty.SURE)) if end > 0 else diagnostic


def find_missing_language_line(trees: Sequence[Tree], _: Program) -> Iterator[Diagnostic]:
    """Report a header that does not name the version of the language."""
    for tree in trees:
        for header in tree.declarations:
            if isinstance(header, Header) and not any(
                isinstance(line, Language) for line in header.items
            ):
                yield missing_language_line(header.name.span)


def needless_line(span: Span) -> Diagnostic:
    diagnostic = advice("needless-line", span, "this is the default", help="remove the line")
    text = span.source.text
    start, end = text.rfind("\n", 0, span.start), text.find("\n", span.end)
    if text[span.end : end].strip():
        return diagnostic  # no fix if a comment or a citation follows on the line
    return evolve(diagnostic, fix=Fix((Edit(span.source.span(start, end), ""),), Certainty.SURE))


def _is_default(line: Node) -> bool:
    match line:
        case ReactionDepth(number=number):
            return number == limits.REACTIONS_BY_DEFAULT
        case ProcedureDepth(number=number):
            return number == limits.UNDER_WAY_BY_DEFAULT
        case Firings(number=number):
            return number == limits.FIRINGS_BY_DEFAULT
        case DecisionCap(number=number, winners=Name(text="nobody")):
            return number == Ending().decisions
    return False


def find_needless_line(trees: Sequence[Tree], _: Program) -> Iterator[Diagnostic]:
    """Report a line of a header that states a default."""
    for tree in trees:
        for header in tree.declarations:
            for line in header.items if isinstance(header, Header) else ():
                if _is_default(line):
                    yield needless_line(line.span)


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


def unusual_order(span: Span, line: str, above: Span, other: str, usual: str) -> Diagnostic:
    """Report that a line, or a part of one, is after another that it usually precedes."""
    return advice(
        "unusual-order",
        span,
        f"`{line}` usually comes before `{other}`",
        help=f"the order has no effect; the usual one is: {usual}",
        labels=(Label(above, f"`{other}` is here"),),
    )


def find_unusual_order(trees: Sequence[syntax.Tree], program: Program) -> Iterator[Diagnostic]:
    """Report lines of headers, kinds and cards in an order that other rulebooks do not use."""
    fields = _fields_in_order(program)
    kinds = {definition.name: definition.kind for definition in program.definitions}
    for tree in trees:
        for node in tree.declarations:
            match node:
                case syntax.Header():
                    yield from _first_unordered(node.items, _header_place)
                    yield from _series_unordered(node)
                case syntax.Kind(name=name):
                    yield from _card_unordered(node, fields.get(name.text, ()))
                case syntax.RowRules(name=name):
                    yield from _card_unordered(node, fields.get(kinds.get(name.text, ""), ()))
                case syntax.Card(kind=kind):
                    yield from _card_unordered(node, fields.get(kind.text, ()))


def _header_place(line: Node) -> Place:
    return list(HEADER_LINES).index(type(line)), 0


def _series_unordered(node: syntax.Header) -> Iterator[Diagnostic]:
    """Yield the series of numbered rules in one line."""
    for line in node.items:
        if isinstance(line, syntax.NumberedRules):
            for before, after in pairwise(line.series):
                if SERIES.index(after.word) < SERIES.index(before.word):
                    usual = ", ".join(SERIES)
                    yield unusual_order(after.span, after.word, before.span, before.word, usual)


def _card_unordered(
    node: syntax.Kind | syntax.Card | syntax.RowRules, fields: Sequence[str]
) -> Iterator[Diagnostic]:
    """Yield the lines of a card by their sort; fields in the order of their declaration."""

    def place(line: Node) -> Place:
        name = line.name.text if isinstance(line, syntax.Field) else ""
        within = fields.index(name) if name in fields else 0
        sort = statements.OnlyIf if isinstance(line, statements.Pays) else type(line)
        return list(CARD).index(sort), within

    yield from _first_unordered(node.items, place)


def _first_unordered(lines: Sequence[Node], place: Callable[[Node], Place]) -> Iterator[Diagnostic]:
    """Yield the first line that is below one that it usually precedes."""
    for above, below in pairwise(lines):
        if place(below) < place(above):
            ordered = sorted(lines, key=place)
            usual = ", ".join(dict.fromkeys(map(_name_of_line, ordered)))
            diagnostic = unusual_order(
                below.span, _name_of_line(below), above.span, _name_of_line(above), usual
            )
            yield evolve(diagnostic, fix=_fix_of_order(lines, ordered))
            return


def _fix_of_order(lines: Sequence[Node], ordered: Sequence[Node]) -> Fix | None:
    """
    Return the fix that reorders the lines, each with the comments above it; None if two share a
    line.
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


def _name_of_line(line: Node) -> str:
    if isinstance(line, syntax.Field | syntax.KindField):
        return line.name.text
    return {**HEADER_LINES, **CARD}[type(line)]


def _fields_in_order(program: Program) -> Mapping[str, tuple[str, ...]]:
    """Return the fields of each kind in the order of declaration, inherited ones first."""
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


def missing_type(value: Value, type: t.Type) -> Diagnostic:
    """Report that a value declares no type, and most others do."""
    where = "at the end of this line" if value.expression is None else "before the `=`"
    how = f"write `: {written(type)}`" if written(type) else "say so"
    diagnostic = advice(
        "missing-type",
        value.name.span,
        f"`{value.name.text}` has no type, although other values here have one",
        help=f"it is {describe(type)}: {how} {where}",
    )
    if not written(type):
        return diagnostic
    edit = Edit(_end_of_head(value), f": {written(type)}")
    return evolve(diagnostic, fix=Fix((edit,), Certainty.SURE))


def _end_of_head(value: Value) -> Span:
    last = value.parameters[-1].span if value.parameters else value.name.span
    end = last.source.text.index(")", last.end) + 1 if value.parameters else last.end
    return Span(last.source, end, end)


def find_missing_type(trees: Sequence[Tree], program: Program) -> Iterator[Diagnostic]:
    """Report that a value declares no type, and most values of the rulebook do."""
    types = {value.name: value.type for value in program.values}
    values = [
        node
        for tree in trees
        for node in tree.declarations
        if isinstance(node, Value) and not isinstance(node.expression, Number)
    ]
    untyped = [value for value in values if value.type is None]
    if 2 * len(untyped) < len(values):
        for value in untyped:
            if not _is_unspeakable(types[value.name.text]):
                yield missing_type(value, types[value.name.text])


def _is_unspeakable(type: t.Type) -> bool:
    """Return whether a type has no written form: a set of sets."""
    return isinstance(type, t.SetOf) and isinstance(type.element, (t.SetOf, t.ListOf))


def needless_name(argument: NamedArgument) -> Diagnostic:
    """Report that an argument that is clear without its name is named."""
    value = argument.value.span.text
    diagnostic = advice(
        "needless-name",
        argument.name.span,
        f"this is clear without `{argument.name.text}:`",
        help=f"write `{value}` alone; only `yes`, `no`, `none` and numbers can be named",
    )
    return evolve(diagnostic, fix=Fix((Edit(argument.span, value),), Certainty.SURE))


bare_argument = AdviceMessage(
    "bare-argument",
    "the meaning of `{here}` for `{name}` is unclear",
    help=Proposal("name it: `{name}({place}: {here})`", ("{place}: {here}",)).sure,
)


def find_needless_name(trees: Sequence[Tree], program: Program) -> Iterator[Diagnostic]:
    """
    Report names of arguments that add nothing, and missing ones. In examples the title tells what
    numbers and truths mean, so none are missing there.
    """
    values = frozenset(value.name for value in program.values)
    places = {
        top.name.text: tuple(parameter.name.text for parameter in top.parameters)
        for tree in trees
        for top in tree.declarations
        if isinstance(top, Procedure | Value) and top.parameters
    }
    return in_each(trees, _unclear_or_needless(values, places))


@asked_with
def _unclear_or_needless(
    top: Node, values: frozenset[str], places: Mapping[str, tuple[str, ...]]
) -> Found:
    found: list[Diagnostic] = []
    for node in filter(_has_wording, find(top, Apply)):
        named, is_value = places.get(node.function.text, ()), node.function.text in values
        report_all = is_value or not isinstance(top, Example | Claim)
        found += _bare_in_call(node, named, is_value=is_value, report_all=report_all)
    return tuple(found)


def _has_wording(node: Apply) -> bool:
    """Return whether the arguments can be judged without their parameters."""
    numbers = sum(isinstance(argument, Number) for argument in node.arguments)
    return numbers > 1 or any(
        isinstance(argument, NamedArgument | Truth) for argument in node.arguments
    )


def _bare_in_call(
    node: Apply, places: Sequence[str], *, is_value: bool, report_all: bool
) -> Iterator[Diagnostic]:
    """
    Report arguments of one call that need names: several numbers look alike. `report_all`: missing
    names are reported too.
    """
    several = sum(isinstance(argument, Number) for argument in node.arguments) > 1 and not is_value
    for place, passed in zip(places, node.arguments, strict=False):
        if report_all and (isinstance(passed, Truth) or (several and isinstance(passed, Number))):
            yield bare_argument(passed.span, name=node.function.text, place=place)
        if not isinstance(passed, NamedArgument) or passed.name.text != place:
            continue
        if not _is_written_out(passed.value):
            yield needless_name(passed)


def _is_written_out(value: Expression) -> bool:
    """Return whether a value is written out, so that its name may tell what it is for."""
    if isinstance(value, Negate):
        return isinstance(value.operand, Number)
    return isinstance(value, Truth | Number | Nothing)
