"""
Proves which values have no row in a table, and which rows the next ones cover.

The rows and the types of what they ask are enough for that: no game is needed. A row that the next
ones cover, and that has another result, may be intended as an exception; values in no row are
reported where their result interrupts the sequence of the rows.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations, groupby, pairwise
from typing import TypeAlias

from attrs import evolve, frozen

from ruleslang.evaluation.consistency.facts import Moment, beginning, conjuncts, rules_of
from ruleslang.evaluation.consistency.solver_terms import Term, conjunction, negation, solve
from ruleslang.evaluation.consistency.translate import Translation
from ruleslang.language.checks.queries.chains_of_range_tests import (
    FAR,
    Bounds,
    Ladder,
    Rung,
    asked_in,
    ladders,
    ranges_of,
)
from ruleslang.language.checks.subject import Subject
from ruleslang.program import declarations as d
from ruleslang.program import expressions as e
from ruleslang.program.traits.reads import is_expression
from ruleslang.program.walk import alike, walk
from ruleslang.source.diagnostic import Diagnostic, Label, WarningMessage

Rest: TypeAlias = Sequence[e.Expr]
MOST_BETWEEN = 3  # values between two rows that are no rows of their own

no_row = WarningMessage(
    "no-row",
    "no row has {numbers}, so the result is {otherwise}; {next} {beside}",
    help="write a row for {them}, or add {them} to one of the rows",
    label="the row next to it",
)
fallen_through = WarningMessage(
    "no-row",
    "no row has {number} with the rest of this row, so it comes to `otherwise`",
    help="write a row for it, or add it to one of these two rows",
    label="the row on the other side of it",
)
covered_row = WarningMessage(
    "covered-row",
    "{below} hold{s} wherever this row does, with another result; the first row counts",
    help="ignore this if it is intended; otherwise make the rows exclude each other",
    label="this row covers it",
)


def check(subject: Subject) -> Iterator[Diagnostic]:
    """Report values without a row and rows that the next ones cover, in the order of the text."""
    found = [*_without_a_row(subject), *_between_two(subject), *_covered(subject)]
    yield from sorted(found, key=lambda one: (one.span.source.name, one.span.start))


# ---------------------------------------------------------------- values in no row


@frozen
class Beside:
    """A row next to values in no row, and its range that ends there."""

    bounds: Bounds
    rung: Rung


@frozen
class Hole:
    """Values in no row, and the rows beside them: both, or at an end of the table one."""

    bounds: Bounds
    beside: tuple[Beside, ...]


def _without_a_row(subject: Subject) -> Iterator[Diagnostic]:
    for ladder in ladders(subject):
        if ladder.last >= 0 and ladder.low > -FAR and ladder.high < FAR:
            for hole in holes(ladder):
                if not _is_written(subject, ladder) and _breaks_off(ladder, hole):
                    yield _reported(subject, ladder, hole)


def _is_written(subject: Subject, ladder: Ladder) -> bool:
    """Return whether the last row names its values: then it is compiled without a condition."""
    is_row = isinstance(ladder.at, d.Value) and ladder.at.cases[-1].origin == ladder.last
    return is_row and not subject.span(ladder.last).text.lstrip().startswith("otherwise")


def holes(ladder: Ladder) -> Iterator[Hole]:
    """Yield the values in no row, from below, each with the rows beside them."""
    rows = [Beside(bounds, rung) for rung in ladder.rungs for bounds in rung.ranges]
    rows.sort(key=lambda row: row.bounds)
    for hole in ladder.uncovered():
        below = [row for row in rows if row.bounds.high == hole.low - 1][-1:]
        above = [row for row in rows if row.bounds.low == hole.high + 1][:1]
        yield Hole(hole, (*below, *above))


def _breaks_off(ladder: Ladder, hole: Hole) -> bool:
    """Return whether the result of a gap interrupts rows that rise, or fall, with the values."""
    width = hole.bounds.high - hole.bounds.low + 1
    results = [row.rung.value for row in hole.beside]
    is_range = any(row.bounds.low < row.bounds.high for row in hole.beside)
    run = _run(ladder)
    if ladder.otherwise is None or None in results or not run or not (is_range or len(run) > 3):
        return False
    if len(hole.beside) == 2:
        least, most = sorted(value for value in results if value is not None)
        return width <= MOST_BETWEEN and not least <= ladder.otherwise <= most
    if not hole.beside or len(run) < 3:
        return False
    bounds, last = hole.beside[0].bounds, hole.beside[0].rung.value
    step = run[-1] - run[-2] if last == run[-1] else run[0] - run[1]
    goes_on = last is not None and (ladder.otherwise - last) * step >= 0
    least = 1 if ladder.words else 2  # the last word of a list may well be an exception
    return width < max(least, bounds.high - bounds.low + 1) and not goes_on


def _run(ladder: Ladder) -> list[int]:
    """Return the rows' results from below, if they only rise or only fall; otherwise empty."""
    rows = [(bounds, rung) for rung in ladder.rungs for bounds in rung.ranges]
    rows.sort(key=lambda row: row[0])
    values = [rung.value for rung, _ in groupby(rung for _, rung in rows)]
    known = [value for value in values if value is not None]
    steps = [after - before for before, after in pairwise(known)]
    is_run = all(step > 0 for step in steps) or all(step < 0 for step in steps)
    return known if is_run and len(known) == len(values) > 1 else []


def _reported(subject: Subject, ladder: Ladder, hole: Hole) -> Diagnostic:
    low, high = map(ladder.name_of, hole.bounds)
    beside = " and ".join(_result(ladder, row.rung.value) for row in hole.beside)
    here, *others = [subject.span(row.rung.origin) for row in hole.beside]
    found = no_row(
        here,
        at=subject.span(ladder.last),
        numbers=low if low == high else f"{low} to {high}",
        them="it" if low == high else "them",
        otherwise=_result(ladder, ladder.otherwise),
        beside=beside,
        next="the rows next to it give" if others else "the row next to it gives",
    )
    last = Label(subject.span(ladder.last), "the result without a row")
    return evolve(found, labels=(last, *(Label(span, "the row above it") for span in others)))


def _result(ladder: Ladder, value: int | None) -> str:
    return ladder.results[value or 0] if ladder.results else str(value)


def _between_two(subject: Subject) -> Iterator[Diagnostic]:
    """Report a number between two rows that ask for the same besides, if it is in no other row."""
    rules = rules_of(subject, in_play=False)
    for value in subject.program.values:
        *rows, last = value.cases
        tests = [row.condition for row in rows if row.condition is not None]
        for first, other in combinations(rows if last.condition is None else [], 2):
            between = _one_between(first.condition, other.condition)
            if between is None or alike(first.value, last.value) or alike(other.value, last.value):
                continue
            number, there = between
            translation = Translation(beginning(rules, value, f"value {value.name}"))
            terms = [*map(translation.term, there)]
            terms += [negation(translation.term(test)) for test in tests]
            if solve((*terms, *translation.known)) != "impossible":
                here, at = subject.span(first.origin), subject.span(other.origin)
                yield fallen_through(here, at=at, number=number)


def _one_between(first: e.Expr | None, other: e.Expr | None) -> tuple[int, Rest] | None:
    """
    Return the only number between what two conditions ask for, and the conditions of a row for it;
    `None` if they differ in anything else.
    """
    mine, its = [*conjuncts(first)], [*conjuncts(other)]
    apart = [pair for pair in zip(mine, its, strict=False) if not alike(*pair)]
    if len(mine) != len(its) or len(mine) < 2 or len(apart) != 1:
        return None
    asked = next(iter(asked_in(apart[0][0])), None)
    ranges = [None if asked is None else ranges_of(part, asked) for part in apart[0]]
    found = sorted(bounds for of_row in ranges for bounds in of_row or ())
    if asked is None or None in ranges or len(found) != 2:
        return None
    number = found[0].high + 1
    if found[1].low != number + 1:
        return None
    rest = [part for part in mine if part is not apart[0][0]]
    return number, [*rest, e.In(asked, e.Range(e.Literal(number), e.Literal(number)))]


# ---------------------------------------------------------------- rows that the next ones cover


def _covered(subject: Subject) -> Iterator[Diagnostic]:
    rules = rules_of(subject, in_play=False)
    for value in filter(_is_table, subject.program.values):
        moment, rows = beginning(rules, value, f"value {value.name}"), value.cases[:-1]
        for place, row in enumerate(rows):
            covering = _covering(moment, rows[:place], row, rows[place + 1 :])
            if covering and row.origin >= 0:
                yield _covered_by(subject, row, covering)


CONSTANTS = (e.Literal, e.WordValue, e.Negate)
OF_A_TABLE = (
    *(*CONSTANTS, e.Local, e.ReadState, e.And, e.Or, e.Not, e.Compare, e.Equal, e.In, e.Range),
    *(e.MakeSet, e.ListAsSet, e.Arithmetic, e.CallBuiltIn),
)
Rows: TypeAlias = Sequence[d.ValueCase]


def _is_table(value: d.Value) -> bool:
    """Return whether a value gives constants by parameters and states: others have exceptions."""
    conditions = (part for case in value.cases for part in walk(case.condition))
    return not value.lets and all(
        isinstance(part, OF_A_TABLE) for part in conditions if is_expression(part)
    )


def _covering(moment: Moment, above: Rows, row: d.ValueCase, below: Rows) -> Rows:
    """Return the fewest next rows that hold wherever a row is taken, with another result."""
    translation = Translation(moment)

    def terms(rows: Rows) -> list[Term]:
        return [translation.term(r.condition) for r in rows if r.condition is not None]

    taken = conjunction(*terms([row]), *map(negation, terms(above)))
    for number in range(1, len(below) + 1):
        others, last = below[:number], below[number - 1]
        is_reported = isinstance(row.value, CONSTANTS) and isinstance(last.value, CONSTANTS)
        same = alike(last.value, row.value)
        if same or not is_reported or _is_seen(row.condition, last.condition):
            return ()
        if solve((taken, *map(negation, terms(others)), *translation.known)) == "impossible":
            is_taken = solve((taken, *translation.known)) != "impossible"
            return others if is_taken else ()
    return ()


def _is_seen(row: e.Expr | None, below: e.Expr | None) -> bool:
    """Return whether a row is plainly a special case of another: it asks for the same and more."""
    mine = [*conjuncts(row)]
    return all(
        any(alike(part, one) or _is_narrower(one, part) for one in mine)
        for part in conjuncts(below)
    )


def _is_narrower(condition: e.Expr, wider: e.Expr) -> bool:
    """Return whether two conditions are steps of one thing, by numbers or computed limits."""
    if isinstance(condition, e.Compare) and isinstance(wider, e.Compare):
        return any(map(alike, _sides(condition), _sides(wider)))
    asked = next(iter(asked_in(wider)), None)
    return asked is not None and None not in (ranges_of(condition, asked), ranges_of(wider, asked))


def _sides(x: e.Compare) -> tuple[e.Expr, e.Expr]:
    """Return the greater and the smaller side."""
    return (x.left, x.right) if ">" in x.operator else (x.right, x.left)


def _covered_by(subject: Subject, row: d.ValueCase, covering: Rows) -> Diagnostic:
    number = len(covering)
    below, s = ("the next row", "s") if number == 1 else (f"the next {number} rows", "")
    spans = [subject.span(other.origin) for other in covering]
    found = covered_row(subject.span(row.origin), at=spans[0], below=below, s=s)
    return evolve(found, labels=tuple(Label(span, "it covers that row") for span in spans))
