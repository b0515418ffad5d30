"""
Reports `gap-between-rows`: a number between two rows of a value stands in neither, and what it
comes to instead does not lie between the two.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias

from attrs import evolve, frozen

from ruleslang.checks.subject import Subject
from ruleslang.program import declarations as d
from ruleslang.program import expressions as e
from ruleslang.program.walk import alike
from ruleslang.source.diagnostic import Diagnostic, Label, Message, Severity

FAR = 10**9  # stands for no bound

Bounds: TypeAlias = tuple[int, int]  # the least and the highest number


@frozen
class _Row:
    """What a value is for the numbers of `bounds`."""

    bounds: Bounds
    value: int
    origin: int


gap_between_rows = Message(
    "gap-between-rows",
    "{number} stands in no row of `{name}`: {otherwise} there, {below} and {above} beside it",
    help="put {number} into one of the rows, or write a row for it",
    label="the row below it",
    severity=Severity.WARNING,
)


def check(subject: Subject) -> Iterator[Diagnostic]:
    """Every value with rows for ranges of numbers that leave out one between two of them."""
    for value in subject.program.values:
        *cases, last = value.cases
        rows = [row for case in cases for row in _rows(case, value, cases[0])]
        otherwise = _number(last.value)
        if otherwise is not None and len({row.origin for row in rows}) == len(cases) > 1:
            for below, above in _with_gap(sorted(rows, key=lambda row: row.bounds), otherwise):
                yield _reported(subject, value, below, above, otherwise)


def _with_gap(rows: list[_Row], otherwise: int) -> Iterator[tuple[_Row, _Row]]:
    """
    Neighbours of which one is a range, with one number between them that breaks their order.

    Rows of single numbers with gaps between them are a list of what counts, and mean them.
    """
    for place, above in enumerate(rows[1:], start=1):
        below = max(rows[:place], key=lambda row: row.bounds[1])
        least, most = sorted((below.value, above.value))
        ranges = any(low < high for low, high in (below.bounds, above.bounds))
        if above.bounds[0] - below.bounds[1] == 2 and ranges and not least <= otherwise <= most:
            yield below, above


def _reported(
    subject: Subject, value: d.Value, below: _Row, above: _Row, otherwise: int
) -> Diagnostic:
    diagnostic = gap_between_rows(
        subject.span(above.origin),
        at=subject.span(below.origin),
        number=above.bounds[0] - 1,
        name=value.name,
        otherwise=otherwise,
        below=below.value,
        above=above.value,
    )
    last = value.cases[-1].origin
    there = subject.span(last if last >= 0 else value.origin)
    return evolve(diagnostic, labels=(*diagnostic.labels, Label(there, "what it is instead")))


def _rows(case: d.ValueCase, value: d.Value, first: d.ValueCase) -> Iterator[_Row]:
    """The ranges of one case, if it asks about what the first case asks about."""
    asked, number = _asked(case.condition), _number(case.value)
    if number is not None and asked is not None and alike(asked, _asked(first.condition)):
        origin = case.origin if case.origin >= 0 else value.origin
        for bounds in _ranges(case.condition):
            yield _Row(bounds, number, origin)


def _asked(condition: e.Expr | None) -> e.Expr | None:
    match condition:
        case e.Compare(_, left, _, "numbers") | e.Equal(left) | e.In(left):
            return left
    return None


def _ranges(condition: e.Expr | None) -> Iterator[Bounds]:
    """The numbers for which a condition holds."""
    match condition:
        case e.Equal(_, e.Literal(int(number)), "values"):
            yield number, number
        case e.Compare(operator, _, e.Literal(int(number)), "numbers"):
            strict = 0 if "=" in operator else 1
            yield (number + strict, FAR) if operator[0] == ">" else (-FAR, number - strict)
        case e.In(_, e.Range(e.Literal(int(low)), e.Literal(int(high)), "numbers")):
            yield low, high
        case e.In(_, e.MakeSet(items)):
            for item in items:
                match item:
                    case e.Literal(int(number)):
                        yield number, number


def _number(value: e.Expr) -> int | None:
    match value:
        case e.Literal(int(number)) if not isinstance(number, bool):
            return number
    return None
