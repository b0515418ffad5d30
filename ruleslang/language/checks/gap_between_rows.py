"""
Reports `gap-between-rows`: a number between two rows stands in neither, and what it comes to
instead does not lie between the two, or is what comes of numbers beyond all rows.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import Literal, TypeAlias, assert_never

from attrs import evolve, frozen

from ruleslang.language.checks.queries.ladders import Bounds, Ladder, Rung, ladders
from ruleslang.language.checks.subject import Subject
from ruleslang.source.diagnostic import Diagnostic, Label, Message, Severity

FINE = 4  # a gap is narrow if the ranges beside it are so many times as wide
MANY = 4  # single rows that rise or fall, of which one is missing
MOST_LEFT = 3  # numbers in no row, where the rows are nearly all there is

gap_between_rows = Message(
    "gap-between-rows",
    "{stands} in no row{of}: {otherwise} there, {below} and {above} beside it",
    help="put {number} into one of the rows, or write a row for it",
    label="the row below it",
    severity=Severity.WARNING,
)
gap_as_beyond = Message(
    "gap-between-rows",
    "{stands} in no row: it falls to the last line, as {beyond} does",
    help="put {number} into one of the rows, or write a row for it",
    label="the row below it",
    severity=Severity.WARNING,
)
nothing_between = Message(
    "gap-between-rows",
    "{stands} in no row, and nothing is done there",
    help="put {number} into one of the rows, or write a row for it",
    label="the row below it",
    severity=Severity.WARNING,
)

Why: TypeAlias = Literal["breaks", "nothing", "as beyond"]


@frozen
class Gap:
    """Numbers in no row, the rows below and above them, and the ranges of those."""

    bounds: Bounds
    below: Rung
    above: Rung
    beside: tuple[Bounds, Bounds]

    @property
    def width(self) -> int:
        return self.bounds[1] - self.bounds[0] + 1

    def breaks(self, otherwise: int | None) -> bool:
        """Whether what comes of it instead does not lie between what comes beside it."""
        if otherwise is None or self.below.value is None or self.above.value is None:
            return False
        least, most = sorted((self.below.value, self.above.value))
        return not least <= otherwise <= most


def check(subject: Subject) -> Iterator[Diagnostic]:
    """Every ladder of ranges that leaves out what lies between two of them."""
    for ladder, gap, why in forgotten(subject):
        yield _reported(subject, ladder, gap, why)


def forgotten(subject: Subject) -> Iterator[tuple[Ladder, Gap, Why]]:
    """Every gap that is told, with its ladder and why."""
    for ladder in ladders(subject):
        left, found = ladder.uncovered(), list(gaps(ladder))
        for gap in found:
            alone = len(found) == 1
            is_break = gap.breaks(ladder.otherwise) and (
                any(low < high for low, high in gap.beside) or (alone and _rises(ladder, left))
            )
            if is_break:
                yield ladder, gap, "breaks"
            elif alone and ladder.last < 0 and _is_forgotten(gap):
                yield ladder, gap, "nothing"
            elif alone and ladder.last >= 0 and _is_left_over(ladder, gap, left):
                yield ladder, gap, "as beyond"


def gaps(ladder: Ladder) -> Iterator[Gap]:
    """The narrow gaps between rows, from below."""
    ranges = sorted(
        ((bounds, rung) for rung in ladder.rungs for bounds in rung.ranges), key=lambda row: row[0]
    )
    for low, high in ladder.uncovered():
        below = [row for row in ranges if row[0][1] == low - 1]
        above = [row for row in ranges if row[0][0] == high + 1]
        if below and above:
            (under, lower), (over, upper) = below[-1], above[0]
            gap = Gap((low, high), lower, upper, (under, over))
            if gap.width == 1 or all(b - a + 1 >= FINE * gap.width for a, b in gap.beside):
                yield gap


def _rises(ladder: Ladder, left: list[Bounds]) -> bool:
    """Whether the values of many rows rise, or fall, with the numbers; or of all but one number."""
    rows = [(bounds, rung.value) for rung in ladder.rungs for bounds in rung.ranges]
    values = [value for _, value in sorted(rows, key=lambda row: row[0]) if value is not None]
    steps = [after - before for before, after in pairwise(values)]
    is_all = len(left) == 1 and not ladder.words
    if len(values) < max(len(rows), MANY - is_all):
        return False
    return all(step > 0 for step in steps) or all(step < 0 for step in steps)


def _is_forgotten(gap: Gap) -> bool:
    """Whether a number for which nothing is done stands between two ranges; 0 is such a one."""
    return gap.width == 1 and gap.bounds[0] != 0 and all(low < high for low, high in gap.beside)


def _is_left_over(ladder: Ladder, gap: Gap, left: list[Bounds]) -> bool:
    """Whether the rows are nearly all there is, but for the gap and one end."""
    total = sum(high - low + 1 for low, high in left)
    ends = [bounds for bounds in left if bounds != gap.bounds]
    if len(ends) != 1 or total > MOST_LEFT or FINE * total > ladder.high - ladder.low + 1:
        return False
    is_end = ends[0][0] == ladder.low or ends[0][1] == ladder.high
    return is_end and any(low < high for low, high in gap.beside)


def _reported(subject: Subject, ladder: Ladder, gap: Gap, why: Why) -> Diagnostic:
    low, high = map(ladder.name_of, gap.bounds)
    number = low if low == high else f"{low} to {high}"
    stands = f"{number} stands" if low == high else f"{number} stand"
    here, row_below = subject.span(gap.above.origin), subject.span(gap.below.origin)
    match why:
        case "nothing":
            return nothing_between(here, at=row_below, stands=stands, number=number)
        case "as beyond":
            left = ladder.uncovered()
            beyond = next((bounds for bounds in left if bounds != gap.bounds), gap.bounds)
            shown = ladder.name_of(beyond[0])
            diagnostic = gap_as_beyond(
                here, at=row_below, stands=stands, number=number, beyond=shown
            )
        case "breaks":
            diagnostic = gap_between_rows(
                here,
                at=row_below,
                stands=stands,
                number=number,
                of=f" of `{ladder.shown}`" if ladder.shown else "",
                otherwise=ladder.otherwise or 0,
                below=gap.below.value or 0,
                above=gap.above.value or 0,
            )
        case _:
            assert_never(why)
    if ladder.last < 0:
        return diagnostic
    label = Label(subject.span(ladder.last), "what it is instead")
    return evolve(diagnostic, labels=(*diagnostic.labels, label))
