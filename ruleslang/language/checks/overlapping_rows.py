"""Reports `overlapping-rows`: a number at the end of one row stands in the next one, too."""

from __future__ import annotations

from bisect import bisect_left, insort
from collections.abc import Iterator, Sequence

from ruleslang.language.checks.queries.ladders import FAR, Bounds, Ladder, Rung, ladders
from ruleslang.language.checks.subject import Subject
from ruleslang.source.diagnostic import Diagnostic, Message, Severity

MOST = 1000  # pairs of rows of one ladder

overlapping_rows = Message(
    "overlapping-rows",
    "{stands} in two rows: {taken}",
    help="leave {number} out of one of the rows",
    label="the row above",
    severity=Severity.WARNING,
)


def check(subject: Subject) -> Iterator[Diagnostic]:
    """Every two rows that share numbers, and of which none has all numbers of the other."""
    for ladder, above, row, bounds in overlaps(subject):
        low, high = map(ladder.name_of, bounds)
        number = low if low == high else f"{low} to {high}"
        yield overlapping_rows(
            subject.span(row.origin),
            at=subject.span(above.origin),
            stands=f"{number} stands" if low == high else f"{number} stand",
            number=number,
            taken="both of them act" if ladder.by_turns else "only the first that fits is taken",
        )


def overlaps(subject: Subject) -> Iterator[tuple[Ladder, Rung, Rung, Bounds]]:
    """Two rows of a ladder, and what they share."""
    for ladder in ladders(subject):
        for first, second in _overlapping(ladder.rungs):
            above, row = ladder.rungs[first], ladder.rungs[second]
            same = above.value is not None and above.value == row.value
            shared = [
                bounds
                for mine in row.ranges
                for theirs in above.ranges
                for bounds in _shared(mine, theirs)
            ]
            if shared and not same:
                yield ladder, above, row, shared[0]


def _overlapping(rungs: Sequence[Rung]) -> Sequence[tuple[int, int]]:
    """
    The rows with ranges of which neither holds the other, in order, by a sweep over all ranges.

    Of those met before, by their high ends, it looks at those that end inside of the present one;
    where one of the two has an open end, at those that end where the present one begins.
    """
    closed, open_below = list[tuple[int, int]](), list[tuple[int, int]]()
    found = set[tuple[int, int]]()
    spans = [(low, -high, n) for n, rung in enumerate(rungs) for low, high in rung.ranges]
    for low, minus_high, number in sorted(spans):
        high = -minus_high
        is_closed = low > -FAR and high < FAR
        for before, until in ((closed, high if is_closed else low + 1), (open_below, low + 1)):
            ending = before[bisect_left(before, (low, -1)) : bisect_left(before, (until, -1))]
            found |= {(min(number, other), max(number, other)) for _, other in ending}
        if high < FAR:
            insort(closed if is_closed else open_below, (high, number))
        if len(found) > MOST:
            break
    return sorted(pair for pair in found if pair[0] != pair[1])


def _shared(mine: Bounds, theirs: Bounds) -> Iterator[Bounds]:
    """
    What two ranges share, if neither holds the other.

    Where one of them has an end that is not written, that is no more than one number: `>= 5` below
    `<= 9` may be meant.
    """
    low, high = max(mine[0], theirs[0]), min(mine[1], theirs[1])
    is_partial = (low, high) not in (mine, theirs)
    is_closed = all(low > -FAR and high < FAR for low, high in (mine, theirs))
    if low <= high and is_partial and (is_closed or low == high):
        yield low, high
