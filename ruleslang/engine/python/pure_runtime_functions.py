"""Runtime functions for expressions: the pure operations beyond Python's operators."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from itertools import combinations, takewhile
from threading import local
from typing import Any

from ruleslang.engine.flow.words import ABSENT, END
from ruleslang.engine.match.faults import Fault, deep_calls, fail
from ruleslang.program import limits

Raw = Any  # an int, a truth, none, or a tuple of such
Many = tuple[Any, ...]

NEVER = object()  # no value: that one is not this is always true, where a variable takes it


# ---------------------------------------------------------------- faults


def known(value: Raw, slug: str, origin: int) -> Raw:
    """Return the value, which must not be none."""
    return fail(slug, origin) if value is None else value


def present(value: Raw, slug: str, origin: int) -> Raw:
    """Return the value, which must not be absent."""
    return fail(slug, origin) if value is ABSENT else value


def within(value: Raw, low: int, high: int, slug: str, origin: int) -> Raw:
    """Return the number, which must be in range, or none."""
    return value if value is None or low <= value <= high else fail(slug, origin)


def all_within(value: Raw, most: int | None, low: int | None, high: int | None, origin: int) -> Raw:
    """Return the tuple, whose size and entries must be in range, or none."""
    if value is None:
        return None
    if most is not None and len(value) > most:
        fail("out-of-range", origin)
    if low is not None and high is not None:
        for item in value:
            if not low <= item <= high:
                fail("out-of-range", origin)
    return value


# ---------------------------------------------------------------- binding


def put(box: list[Raw], value: Raw) -> Raw:
    box[0] = value
    return value


def found(box: list[Raw], value: Raw) -> bool:
    """Assign a search result to a boxed variable; returns whether there was one."""
    box[0] = value
    return value is not END


def look(table: Sequence[Raw], at: int | None) -> Raw:
    """Return an entry of a table; none for none."""
    return None if at is None else table[at]


MOST_ROUNDS = 4096  # sets of players whose order is kept
MOST_KEPT = 100_000  # answers of one function, entries of one table


class Answers(dict[Any, Raw]):
    """Memoised answers of a function without changeable reads, by its arguments."""

    def __init__(self, function: Callable[..., Raw], number: int) -> None:
        super().__init__()
        self.function, self.number = function, number

    def __missing__(self, arguments: Any) -> Raw:
        work_out = self.function
        value = (
            work_out(None, None, arguments)
            if self.number == 1
            else work_out(None, None, *arguments)
        )
        if len(self) < MOST_KEPT:
            self[arguments] = value
        return value


def kept(answers: Answers) -> Callable[..., Raw]:
    """Return the function for memoised answers."""
    number = answers.number

    def answered(M: Any, S: Any, *arguments: Raw) -> Raw:
        return answers[arguments[0] if number == 1 else arguments]

    return answered


class _NoMatch(local):
    """Stands for the match where a function without changeable reads is called without one."""

    evaluation: dict[Any, Raw] | None = None


_NO_MATCH = _NoMatch()
CALLS = object()  # the key of the number of calls


def computed_once(
    name: str, function: Callable[..., Raw], origin: int, *, keeps: bool
) -> Callable[..., Raw]:
    """
    Return the function of a deep value: each of its calls in an evaluation is computed once, and
    counted.

    With `keeps`, the answers of whole evaluations are kept for good.
    """
    answers: dict[Any, Raw] = {}

    def answered(M: Any, S: Any, *arguments: Raw) -> Raw:
        of = M or _NO_MATCH
        memory: dict[Any, Any] | None = of.evaluation
        if memory is not None:
            if (name, arguments) not in memory:
                memory[CALLS] += 1
                if memory[CALLS] > limits.CALLS:
                    fail("too-much", origin)
                memory[name, arguments] = function(M, S, *arguments)
            return memory[name, arguments]
        if arguments in answers:
            return answers[arguments]
        of.evaluation = {CALLS: 0}
        try:
            with deep_calls():
                answer = answered(M, S, *arguments)
        finally:
            of.evaluation = None
        if keeps and len(answers) < MOST_KEPT:
            answers[arguments] = answer
        return answer

    return answered


# ---------------------------------------------------------------- numbers


def divided_down(a: int, b: int) -> int:
    return a // b if b else fail("out-of-range", -1)


def divided_up(a: int, b: int) -> int:
    return -(-a // b) if b else fail("out-of-range", -1)


def remainder(a: int, b: int) -> int:
    """Return the remainder of a division rounded down."""
    return a % b if b else fail("out-of-range", -1)


def smaller(a: Raw, b: Raw) -> Raw:
    """Return the smaller; none is ignored."""
    if a is None or b is None:
        return b if a is None else a
    return b if b < a else a


def larger(a: Raw, b: Raw) -> Raw:
    """Return the larger; none is ignored."""
    if a is None or b is None:
        return b if a is None else a
    return b if b > a else a


def numbers(low: int, high: int) -> Many:
    """Return the numbers from `low` to `high`."""
    if high - low + 1 > limits.MEMBERS:
        fail("too-much", -1)
    return tuple(range(low, high + 1))


# ---------------------------------------------------------------- sameness


def same_members(a: Raw, b: Raw) -> bool:
    """Return whether two sets are equal."""
    if a is None or b is None:
        return a is b
    return a == b or (len(a) == len(b) and set(a) == set(b))


def same_copies(a: Raw, b: Raw) -> bool:
    """Return whether two tuples have the same entries, with multiplicity."""
    if a is None or b is None:
        return a is b
    return Counter(a) == Counter(b)


def is_in_sets(member: Raw, sets: Many) -> bool:
    """Return whether a set is a member of a set of sets."""
    return any(same_members(member, candidate) for candidate in sets)


# ---------------------------------------------------------------- tuples


def tuple_of_known(*values: Raw) -> Many:
    if len(values) == 1:
        return values if values[0] is not None else ()
    return tuple(dict.fromkeys([value for value in values if value is not None]))


def those_known(values: list[Raw]) -> list[Raw]:
    return [value for value in values if value is not None]


def first(several: Many) -> Raw:
    return several[0] if several else None


def last(several: Many) -> Raw:
    return several[-1] if several else None


def entry(several: Many, place: int) -> Raw:
    """Return an entry, counted from 1, or none."""
    return several[place - 1] if 1 <= place <= len(several) else None


def known_entry(several: Many, place: int, slug: str, origin: int) -> Raw:
    """Return an entry, counted from 1, that must exist and not be none."""
    entry = several[place - 1] if 1 <= place <= len(several) else None
    return fail(slug, origin) if entry is None else entry


def first_so_many(several: Many, number: int) -> Many:
    return several[: max(0, number)]


def union(a: Many, b: Many) -> Many:
    """Return the left members, then those only in the right."""
    return tuple(dict.fromkeys(a + b))


def distinct(several: Many) -> Many:
    return tuple(dict.fromkeys(several))


def attempt(function: Callable[..., Any], slug: str, otherwise: Any, *arguments: Any) -> Any:
    """Return the result of a function; `otherwise` if it meets the fault (empty: any)."""
    try:
        return function(*arguments)
    except Fault as fault:
        if fault.slug == "interrupted" or (slug and fault.slug != slug):
            raise
        return otherwise


def without(several: Many, others: Many) -> Many:
    return tuple([member for member in several if member not in others])


def without_sets(several: Many, others: Many) -> Many:
    return tuple([member for member in several if not is_in_sets(member, others)])


def coming_in(cards: Many, there: Many) -> Many:
    """Return the cards that are not in a zone yet, each once; an undrawn one is not looked at."""
    if any(type(card) is int for card in cards):
        return without(distinct(cards), there)
    gone = set(map(id, there))
    return tuple([card for n, card in {id(card): card for card in cards}.items() if n not in gone])


def in_order(several: Raw) -> Raw:
    """Return the distinct entries, ascending."""
    return None if several is None else tuple(sorted(set(several)))


def pieced_together(several: Iterable[Many]) -> Many:
    """Return the concatenation of tuples."""
    return tuple([entry for part in several for entry in part])


def leading(several: Many, holds: Callable[[Raw], bool]) -> Many:
    """Return the entries before the first that fails."""
    return tuple(takewhile(holds, several))


def reaching(several: Many, holds: Callable[[Raw], bool]) -> Many:
    """Return the entries up to and including the first that fails."""
    for place, entry in enumerate(several):
        if not holds(entry):
            return tuple(several[: place + 1])
    return tuple(several)


def subsets(members: Many, low: int, high: int) -> Many:
    """Return the subsets of these sizes, by size and then in order."""
    found_sets: list[Many] = []
    for size in range(max(0, low), min(high, len(members)) + 1):
        for combination in combinations(members, size):
            if len(found_sets) >= limits.SUBSETS:
                fail("out-of-range", -1)
            found_sets.append(combination)
    return tuple(found_sets)


# ---------------------------------------------------------------- players


@lru_cache(maxsize=MOST_ROUNDS)
def around(players: Many, seat: int) -> Many:
    """Players in seat order, rotated to start at or after a seat; memoised."""
    if not players or players[0] >= seat:
        return players
    return tuple([p for p in players if p >= seat] + [p for p in players if p < seat])


@lru_cache(maxsize=MOST_ROUNDS)
def sorted_around(several: Many, seat: int) -> Many:
    """Players, or sets of them, by distance from a seat; memoised."""
    return tuple(sorted(set(several), key=lambda member: _away(member, seat)))


def _away(value: Raw, seat: int) -> Raw:
    if isinstance(value, tuple):
        return tuple([_away(item, seat) for item in value])
    return (value < seat, value)


def seats_away(player: int | None, other: int, seats: int) -> int:
    """Return how far a player sits from another; nobody comes last."""
    return seats if player is None else (player - other) % seats


def is_earlier(moment: Raw, other: Many) -> bool:
    """Return whether one moment precedes another; none precedes any."""
    return moment is None or bool(moment < other)


def in_turn(rows: Many) -> Many:
    """Return the concatenation of tuples, in the order of their moments."""
    return pieced_together([several for _, several in sorted(rows)])


def from_the_next(player: int, among: Many) -> Many:
    """Players clockwise after one, with that player last."""
    return tuple(sorted(among, key=lambda seat: (seat <= player, seat)))


@lru_cache(maxsize=MOST_ROUNDS)
def next_of(player: int, among: Many) -> int | None:
    """Return the next player clockwise, with the same player last; or none; memoised."""
    return min([seat for seat in among if seat > player] or among, default=None)


def from_the_previous(player: int, among: Many) -> Many:
    """Players counter-clockwise after one, with that player last."""
    return tuple(sorted(among, key=lambda seat: (seat >= player, -seat)))


# ---------------------------------------------------------------- keys


def best(rated: Many, highest: bool) -> Many:
    """Return the members with the highest or lowest key; those whose key is none are excluded."""
    keys = [key for key, _ in rated if key is not None]
    if not keys:
        return ()
    wanted = max(keys) if highest else min(keys)
    return tuple([member for key, member in rated if key == wanted])


def ranked(rows: Many, highest: Many) -> Many:
    """Groups of members with equal keys, the best first; keys that are none are last."""
    groups: dict[Many, list[Raw]] = {}
    for *keys, member in rows:
        groups.setdefault(tuple(keys), []).append(member)
    order = sorted(groups, key=lambda keys: _rank(keys, highest))
    return tuple([tuple(groups[keys]) for keys in order])


def _rank(keys: Many, highest: Many) -> Many:
    return tuple(
        [
            (key is None, 0 if key is None else _Falling(key) if is_high else key)
            for key, is_high in zip(keys, highest, strict=True)
        ]
    )


class _Falling:
    __slots__ = ("key",)

    def __init__(self, key: Raw) -> None:
        self.key = key

    def __lt__(self, other: _Falling) -> bool:
        return bool(other.key < self.key)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Falling) and bool(other.key == self.key)

    def __hash__(self) -> int:
        return hash(self.key)


# ---------------------------------------------------------------- boards


def join_sides(start: Many, within_: Many, near: Many) -> Many:
    """Return the spaces of a set that are connected, within it, to those of another."""
    allowed = set(within_)
    todo = [space for space in start if space in allowed]
    seen = set(todo)
    while todo:
        for space in near[todo.pop()]:
            if space in allowed and space not in seen:
                seen.add(space)
                todo.append(space)
    return tuple(sorted(seen))


def spread(start: Many, near: Many) -> Many:
    """Return the transitive closure of a relation from some entries."""
    seen = set(start)
    todo = list(start)
    while todo:
        for entry in near[todo.pop()]:
            if entry not in seen:
                seen.add(entry)
                todo.append(entry)
    return tuple(sorted(seen))


# ---------------------------------------------------------------- counts of uses


def count_of(counts: Many, key: Many) -> int:
    for count in counts:
        if count[:-1] == key:
            return int(count[-1])
    return 0


def counted(counts: Many, key: Many) -> Many:
    """Return the counts with one more of a key."""
    others = tuple([count for count in counts if count[:-1] != key])
    return (*others, (*key, count_of(counts, key) + 1))


def without_counts(counts: Many, numbers: Many) -> Many:
    """Return the counts without the keys of these numbers."""
    return tuple([count for count in counts if count[0] not in numbers])
