"""
Finds ladders: rows that ask for one number or word in turn, each for a range of it.

The rows of a value, `x when … otherwise …`, `if … else if …`, the cases of `depending on`, and
`if`s that stand one below the other.
"""

from __future__ import annotations

from bisect import bisect_left, insort
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple, TypeAlias, TypeVar, cast

from attrs import evolve, field, frozen

from ruleslang.language.checks.subject import Subject
from ruleslang.program import declarations as d
from ruleslang.program import expressions as e
from ruleslang.program import patterns
from ruleslang.program import statements as s
from ruleslang.program import types as t
from ruleslang.program.traits.effects import blocks_of
from ruleslang.program.typing.environment import Scope, scope_of
from ruleslang.program.typing.expressions import type_of
from ruleslang.program.typing.lattice import plain
from ruleslang.program.walk import alike, find, rebuilt, walk
from ruleslang.source.walk import asked_once, asked_with

T = TypeVar("T")

MOST_OVERLAPS = 1000  # pairs of rows of one ladder
FAR = 10**9  # stands for no bound

Numbers: TypeAlias = Mapping[str, e.Expr]  # the values that are always one number

TESTING: Any = s.Statement | d.ValueCase | e.WhenOtherwise
FLIPPED = {">": "<", "<": ">", ">=": "<=", "<=": ">="}


class Bounds(NamedTuple):
    """The least and the highest number of a range."""

    low: int
    high: int


@frozen
class Rung:
    """What comes of the numbers of `ranges`: `value`, if that is a number, or a word's place."""

    ranges: tuple[Bounds, ...]
    value: int | None
    origin: int


@frozen
class Ladder:
    """
    Rows of ranges of `asked`, which is between `low` and `high`; words are numbered from 0.

    A number in no row comes to `otherwise`, at the line `last`; if that is -1, to nothing. With
    `by_turns` every row that fits acts, else only the first. `at` is the value or the statement
    that it is a part of.
    """

    asked: e.Expr = field(repr=False)
    rungs: tuple[Rung, ...]
    low: int
    high: int
    otherwise: int | None
    last: int
    words: tuple[str, ...] = ()
    word_list: str = ""
    results: tuple[str, ...] = ()  # the words, if what comes of them are words
    by_turns: bool = False
    at: d.Value | s.Statement | None = field(default=None, repr=False)

    def holds(self, bounds: Bounds) -> e.Expr:
        """Return the condition that what is asked for is one of these numbers."""
        if not self.words:
            return e.In(self.asked, e.Range(e.Literal(bounds.low), e.Literal(bounds.high)))
        low, high = (e.WordValue(self.word_list, place) for place in bounds)
        return e.In(self.asked, e.Range(low, high, "words"))

    def uncovered(self) -> list[Bounds]:
        """Return the numbers in no row, as ranges in their order."""
        left, start = list[Bounds](), self.low
        for low, high in sorted(bounds for rung in self.rungs for bounds in rung.ranges):
            if low > start:
                left.append(Bounds(start, min(low - 1, self.high)))
            start = max(start, high + 1)
        return [*left, Bounds(start, self.high)] if start <= self.high else left

    def name_of(self, number: int) -> str:
        return self.words[number] if self.words else str(number)


def ladders(subject: Subject) -> Iterator[Ladder]:
    """Yield every ladder of at least two rows that are all understood."""
    program = subject.program
    numbers = {value.name: number for value in program.values for number in _alone(value)}
    of_cases, inside = _of_cases(numbers), _in_body(numbers)
    deeds = (*program.procedures, *program.actions, *program.plays)
    bodies: tuple[Any, ...] = (*program.values, *deeds, *program.standings)
    for find_ladders, holders in ((of_cases, program.values), (inside, bodies)):
        for body in holders:
            for ladder in find_ladders(body):
                yield _with_domain(scope_of(subject.world, body), ladder)


@asked_once
def _alone(value: d.Value) -> tuple[e.Expr, ...]:
    """Return the number that a value always is, if it is one."""
    plain_number = len(value.cases) == 1 and _number(value.cases[0].value) is not None
    return (value.cases[0].value,) if plain_number else ()


@asked_with
def _of_cases(value: d.Value, numbers: Numbers) -> tuple[Ladder, ...]:
    conditions = [case.condition for case in value.cases[:-1]]
    values = [_place(case.value) for case in value.cases]
    lines = [case.origin if case.origin >= 0 else value.origin for case in value.cases]
    found = _ladder(numbers, conditions, values, lines)
    return tuple(evolve(ladder, at=value) for ladder in found)


@asked_with
def _in_body(body: Any, numbers: Numbers) -> tuple[Ladder, ...]:
    found = [ladder for block in blocks_of(body) for ladder in _siblings(numbers, block)]
    at: Any = body if isinstance(body, d.Value) else None
    line, inner = getattr(body, "origin", -1), set[int]()
    for node in find(body, TESTING):
        if not isinstance(node, e.WhenOtherwise) and node.origin >= 0:
            line = node.origin
            at = node if isinstance(node, s.Statement) else at
        found += [evolve(ladder, at=at) for ladder in _from(numbers, node, line, inner)]
    return tuple(found)


def _from(numbers: Numbers, node: object, line: int, inner: set[int]) -> Iterator[Ladder]:
    """Yield the ladder that begins with a node; what is a part of it is added to `inner`."""
    match node:
        case e.WhenOtherwise() if id(node) not in inner:
            links = [node]
            while isinstance(after := links[-1].otherwise, e.WhenOtherwise):
                links.append(after)
            inner |= set(map(id, links))
            values = [*(_number(link.value) for link in links), _number(links[-1].otherwise)]
            tests = [link.condition for link in links]
            yield from _ladder(numbers, tests, values, [line] * len(values))
        case s.If() if id(node) not in inner:
            steps = [node]
            while len(steps[-1].otherwise) == 1 and isinstance(steps[-1].otherwise[0], s.If):
                steps.append(steps[-1].otherwise[0])
            inner |= set(map(id, steps))
            last = steps[-1].otherwise
            blocks = [*(step.then for step in steps), last]
            lines = [*(_line(step) for step in steps), last[0].origin if last else -1]
            tests = [step.condition for step in steps]
            yield from _ladder(numbers, tests, _only_numbers(blocks), lines)
        case s.Depending(subject, cases, otherwise):
            blocks = [*(case.block for case in cases), otherwise or ()]
            conditions = [_of_entries(subject, case.entries) for case in cases]
            lines = [*(case.origin for case in cases), node.origin if otherwise else -1]
            yield from _ladder(numbers, conditions, _only_numbers(blocks), lines)


def _line(step: s.If) -> int:
    """Return the place of a condition; that of an `else if` is not the place of its statement."""
    origins = (getattr(part, "origin", -1) for part in walk(step.condition))
    return next((origin for origin in origins if origin >= 0), step.origin)


def _siblings(numbers: Numbers, block: s.Block) -> Iterator[Ladder]:
    """Yield `if`s without `else`, one below the other, that ask for the same."""
    steps = [node if isinstance(node, s.If) and not node.otherwise else None for node in block]
    asked = [
        None if step is None else next(asked_in(_with_numbers(step.condition, numbers)), None)
        for step in steps
    ]
    start = 0
    for place in range(1, len(block) + 1):
        first = asked[start]
        if place < len(block) and first is not None and alike(first, asked[place]):
            continue
        run = [node for node in block[start:place] if isinstance(node, s.If)]
        lines, conditions = [node.origin for node in run], [node.condition for node in run]
        for ladder in _ladder(numbers, conditions, [None] * (len(run) + 1), [*lines, -1]):
            yield evolve(ladder, by_turns=True, at=run[0])
        start = place


def _of_entries(subject: e.Expr, entries: Sequence[patterns.Entry]) -> e.Expr | None:
    """Return the condition of a case."""
    condition: e.Expr | None = None
    for entry in entries:
        match entry:
            case patterns.EqualEntry(value, "values"):
                test: e.Expr = e.Equal(subject, value)
            case patterns.MemberEntry(some, "values"):
                test = e.In(subject, some)
            case _:
                return None
        condition = test if condition is None else e.Or(condition, test)
    return condition


def _ladder(
    numbers: Numbers,
    conditions: Sequence[e.Expr | None],
    values: Sequence[int | None],
    lines: Sequence[int],
) -> Iterator[Ladder]:
    """
    Yield the ladder of these conditions, without its domain; values and lines have one more, for
    the rest.
    """
    if len(conditions) < 2 or conditions[0] is None:
        return
    first = _with_numbers(conditions[0], numbers)
    asked = next(asked_in(first), None)
    if asked is None:
        return
    rungs: list[Rung] = []
    for condition, value, line in zip(conditions, values, lines, strict=False):
        plain_test = None if condition is None else _with_numbers(condition, numbers)
        ranges = None if plain_test is None else ranges_of(plain_test, asked)
        if not ranges:
            return
        rungs.append(Rung(tuple(ranges), value, line))
    yield Ladder(asked, tuple(rungs), -FAR, FAR, values[-1], lines[-1])


def _with_domain(scope: Scope, ladder: Ladder) -> Ladder:
    """Return a ladder with the least and highest number asked for, and with its words."""
    lists = scope.world.known.words
    last = ladder.at.cases[-1].value if isinstance(ladder.at, d.Value) else None
    if isinstance(last, e.WordValue):
        ladder = evolve(ladder, results=lists[last.list].words)
    match plain(type_of(ladder.asked, scope)):
        case t.Number(low, high):
            return evolve(ladder, low=max(low, -FAR), high=min(high, FAR))
        case t.WordOf(list):
            words = lists[list].words
            return evolve(ladder, low=0, high=len(words) - 1, words=words, word_list=list)
    return ladder


# ---------------------------------------------------------------- conditions


def _with_numbers(node: T, numbers: Numbers) -> T:
    """Return a condition in which the values that are one number stand as that number."""
    match node:
        case e.CallValue(name, ()) if name in numbers:
            return cast("T", numbers[name])
    return rebuilt(node, lambda name, part: _with_numbers(part, numbers))


def asked_in(condition: e.Expr) -> Iterator[e.Expr]:
    """Yield the expressions that a condition compares with numbers or words."""
    match condition:
        case e.And(left, right) | e.Or(left, right):
            yield from asked_in(left)
            yield from asked_in(right)
        case e.Compare(_, left, right) | e.Equal(left, right):
            if _place(right) is not None:
                yield left
            elif _place(left) is not None:
                yield right
        case e.In(left):
            yield left


def ranges_of(condition: e.Expr, asked: e.Expr) -> list[Bounds] | None:
    """Return the numbers of `asked` for which a condition holds; `None` if it asks for more."""
    match condition:
        case e.And(left, right):
            return _both(ranges_of(left, asked), ranges_of(right, asked))
        case e.Or(left, right):
            first, second = ranges_of(left, asked), ranges_of(right, asked)
            return None if first is None or second is None else [*first, *second]
        case e.Compare(operator, left, right):
            return _compared(operator, left, right, asked)
        case e.Equal(left, right, "values") if alike(left, asked):
            place = _place(right)
            return None if place is None else [Bounds(place, place)]
        case e.In(left, e.Range(low, high)) if alike(left, asked):
            first_place, last_place = _place(low), _place(high)
            if first_place is not None and last_place is not None:
                return [Bounds(first_place, last_place)]
        case e.In(left, e.MakeSet(items)) if alike(left, asked):
            places = [_place(item) for item in items]
            known = [Bounds(place, place) for place in places if place is not None]
            return known if len(known) == len(places) else None
    return None


def _compared(operator: str, left: e.Expr, right: e.Expr, asked: e.Expr) -> list[Bounds] | None:
    if alike(right, asked):
        operator, left, right = FLIPPED[operator], right, left
    bound = _place(right)
    if bound is None or not alike(left, asked):
        return None
    strict = 0 if "=" in operator else 1
    return [Bounds(bound + strict, FAR) if operator[0] == ">" else Bounds(-FAR, bound - strict)]


def _both(left: list[Bounds] | None, right: list[Bounds] | None) -> list[Bounds] | None:
    if left is None or right is None:
        return None
    shared = [_shared(mine, theirs) for mine in left for theirs in right]
    return [bounds for bounds in shared if bounds.low <= bounds.high]


def _shared(mine: Bounds, theirs: Bounds) -> Bounds:
    return Bounds(max(mine.low, theirs.low), min(mine.high, theirs.high))


def _place(value: e.Expr) -> int | None:
    match value:
        case e.WordValue(_, place):
            return place
    return _number(value)


def _number(value: e.Expr) -> int | None:
    match value:
        case e.Literal(int(number)) if not isinstance(number, bool):
            return number
        case e.Negate(e.Literal(int(number))):
            return -number
    return None


def _only_numbers(blocks: Sequence[s.Block]) -> list[int | None]:
    """Return the one number of each of these blocks, where they differ in nothing else."""
    numbers = [[node.value for node in find(block, e.Literal)] for block in blocks]
    classes = [[type(node) for node in find(block, object)] for block in blocks]
    alone = all(len(some) == 1 and isinstance(some[0], int) for some in numbers)
    if not alone or any(some != classes[0] for some in classes):
        return [None] * len(blocks)
    return [some[0] for some in numbers]


@frozen
class Overlap:
    """Two rows of a ladder that share numbers."""

    ladder: Ladder
    above: Rung
    row: Rung
    shared: Bounds


def overlaps(subject: Subject) -> Iterator[Overlap]:
    """Yield the rows that overlap, in the order of the text."""
    for ladder in ladders(subject):
        for first, second in _rows_overlapping(ladder.rungs):
            above, row = ladder.rungs[first], ladder.rungs[second]
            same = above.value is not None and above.value == row.value
            shared = [
                bounds
                for mine in row.ranges
                for theirs in above.ranges
                for bounds in _range_shared(mine, theirs)
            ]
            if shared and not same:
                yield Overlap(ladder, above, row, shared[0])


def _rows_overlapping(rungs: Sequence[Rung]) -> Sequence[tuple[int, int]]:
    """
    Return the pairs of rows whose ranges overlap without containing each other, by a sweep over
    ranges.

    Earlier ranges are sorted by their high ends. The sweep compares those that end inside the
    present one or, where one of the two has an open end, those that end where it begins.
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
        if len(found) > MOST_OVERLAPS:
            break
    return sorted(pair for pair in found if pair[0] != pair[1])


def _range_shared(mine: Bounds, theirs: Bounds) -> Iterator[Bounds]:
    """
    Yield the part that two ranges share, if neither contains the other.

    If one of them has an open end, a shared part counts only if it is a single number: `>= 5` below
    `<= 9` may be intended.
    """
    shared = _shared(mine, theirs)
    is_closed = all(low > -FAR and high < FAR for low, high in (mine, theirs))
    is_partial = shared not in (mine, theirs) and shared.low <= shared.high
    if is_partial and (is_closed or shared.low == shared.high):
        yield shared
