"""
Many matches in lock step (vectorized), as training needs them.

All that is read of them has the buffer protocol, so that NumPy needs no copy: who is asked, how
many choices there are, a mask with a byte for each choice or for each action of the game, and what
a seat observes. Nothing that is handed out can be written to, and C itself makes no choice that is
not there.
"""

from __future__ import annotations

import ctypes
from array import array
from collections.abc import Callable, Iterable, Mapping, Sequence, Set
from functools import cached_property
from itertools import compress
from operator import ge, index
from threading import RLock
from typing import Any, Literal, Never, Self, SupportsIndex

from ruleslang.c.action_table import action_table
from ruleslang.c.compiled_game import CompiledGame
from ruleslang.c.in_threads import Threads, parts_of, processors
from ruleslang.c.machine import in_memory
from ruleslang.c.memory import WORD, Compiled, Memory
from ruleslang.c.observations import Observations, Rows, observations
from ruleslang.c.row_table import TablesOfRows
from ruleslang.flow.action_numbers import ActionNumbers, action_numbers
from ruleslang.match.one_mover import alone
from ruleslang.source.passed_values import met

WIDEST = 1 << 20  # of a mask: no decision has so many choices
ALL_BITS = (1 << 64) - 1  # of a seed, as C takes it
LEAST, MOST = -(1 << 63), (1 << 63) - 1
SAME = {"B": ("B", "b", "?"), "q": ("q", "l"), "i": ("i",)}
NAMES = {"B": "bytes", "q": "64-bit numbers", "i": "32-bit numbers"}


def whole_number(what: str, value: Any) -> int:
    """
    A whole number, of NumPy too; raises `TypeError`.

    >>> whole_number("seed", 3)
    3
    """
    try:
        return index(value)
    except TypeError:
        raise TypeError(f"`{what}` is a whole number, not {met(value)}") from None


def whole_numbers(what: str, values: Any) -> list[int]:
    """Several of them; raises `TypeError`."""
    no_list = isinstance(values, str | bytes | bytearray | Mapping | Set)
    try:
        members = None if no_list else iter(values)
    except TypeError:  # an array of NumPy without a dimension, too
        members = None
    if members is None:
        raise TypeError(f"`{what}` is a list of whole numbers, not {met(values)}")
    found = []
    for each in members:
        try:
            found.append(index(each))
        except TypeError:
            said = f"each of `{what}` is a whole number, not {met(each)}"
            raise TypeError(said) from None
    return found


def words(what: str, values: Any) -> array[int]:
    """
    Whole numbers as words, those that are no words as the least or the greatest one; those of an
    array of words are copied at once. Raises `TypeError`.
    """
    if isinstance(values, array) and values.typecode == "q":
        return values[:]
    view = _view(values)
    if view is not None and view.ndim == 1 and view.format in ("q", "l") and view.itemsize == WORD:
        return array("q", view.tobytes())
    return array("q", [max(LEAST, min(each, MOST)) for each in whole_numbers(what, values)])


def _view(values: Any) -> memoryview | None:
    try:
        return memoryview(values)
    except TypeError:
        return None


def one_for_each_match(what: str, values: Any, matches: int) -> array[int]:
    """A number for each match; raises `TypeError`, and `ValueError` for more or fewer."""
    found = words(what, values)
    _check_number(what, len(found), matches)
    return found


def _check_number(what: str, given: int, matches: int) -> None:
    if given != matches:
        raise ValueError(f"{matches} {what} are needed, {given} were given")


def room(
    what: str, into: Any, shape: tuple[int, int], format: Literal["B", "q", "i"]
) -> memoryview:
    """
    The memory of an array that is given to be written to, or of a new one. Raises `TypeError` for
    what cannot be written to, `ValueError` for another shape or another kind of numbers.
    """
    if into is None:
        size = memoryview(bytes(8)).cast(format).itemsize
        return memoryview(bytearray(shape[0] * shape[1] * size)).cast(format, shape)
    view = _view(into)
    if view is None or view.readonly:
        raise TypeError(f"`{what}` is an array that can be written to, not {met(into)}")
    if not view.c_contiguous or view.shape != shape or view.format not in SAME[format]:
        raise ValueError(
            f"`{what}` has rows of {NAMES[format]} without gaps, in the shape {shape}, "
            f"not {view.format!r} in the shape {view.shape}"
        )
    return view


def address(view: memoryview) -> int:
    """Where it begins; it must outlive what is done there."""
    return ctypes.addressof(ctypes.c_char.from_buffer(view))


def _memories(of: Compiled, matches: int) -> list[Memory]:
    """The memory of each match; raises `MemoryError`."""
    try:
        return [Memory(of) for _ in range(matches)]
    except MemoryError:
        raise MemoryError(
            f"{matches} matches take {of.bytes * matches >> 20} MB of addresses, "
            "which this machine does not give; fewer may go"
        ) from None


def _at(numbers: array[int]) -> int:
    """Where an array lies, until it grows."""
    return numbers.buffer_info()[0]


class _Closed:
    """In place of the lock of matches that were closed."""

    def acquire(self, blocking: bool) -> Never:
        raise ValueError("these matches in lock step were closed: begin others by `in_lock_step`")


CLOSED = _Closed()


class LockStep:
    """
    So many matches of one game, each of its own seed.

    `choices` says of each match how many there are (0: it is over; below 0: the number of a fault,
    negated), `players` who is asked (-1: nobody); both are always those of now, and for reading
    alone. Choices are numbered in the order in which every engine offers them.

    Many matches are moved and asked on several threads. Another thread that asks or moves them
    meanwhile gets a `RuntimeError`. A process that is forked has matches of its own from then on.
    `with game.in_lock_step(seeds) as batch:` closes them.
    """

    def __init__(
        self,
        game: Any,  # compiled; the type is none of what is promised
        seeds: Sequence[int],
        threads: int | None = None,
    ) -> None:
        self._game: CompiledGame = game
        self._functions = self._game.compiled.functions
        self._threads = Threads(processors() if threads is None else threads)
        begun = whole_numbers("seeds", seeds)
        if not begun:
            raise ValueError("no seed was given, so there is no match to begin")
        self.number: int = len(begun)
        self._moving: Any = RLock()
        self._memories = _memories(game.compiled, self.number)
        self._addresses = array("Q", [each.address for each in self._memories])
        self._choices = array("q", bytes(WORD * self.number))
        self._players = array("q", bytes(WORD * self.number))
        self.choices: memoryview[int] = memoryview(self._choices).toreadonly()
        self.players: memoryview[int] = memoryview(self._players).toreadonly()
        self._begin(range(self.number), begun)

    def __reduce_ex__(self, protocol: SupportsIndex) -> Never:
        """For `pickle`, and for `copy`, which would make another name of the same memory."""
        raise TypeError(
            "matches in lock step are neither copied nor pickled: begin others of the same seeds, "
            "and make the same choices"
        )

    def __enter__(self) -> Self:
        self._moving.acquire(False)  # a closed one raises
        self._moving.release()
        return self

    def __exit__(self, *problem: object) -> None:
        self.close()

    def close(self) -> None:
        """
        Give their memory back; closed a second time, nothing happens.

        `choices` and `players` stay as they were; whatever else is asked raises `ValueError`.
        """
        if self._moving is not CLOSED:
            self._close()

    @alone
    def _close(self) -> None:
        self._threads.close()
        self._memories, self._addresses = [], array("Q")
        for each in ("_rows", "_tables"):
            self.__dict__.pop(each, None)
        self._moving = CLOSED

    def _memory(self, match: int) -> Memory:
        if not 0 <= whole_number("match", match) < self.number:
            raise ValueError(f"there is no match {match}: they are numbered 0 to {self.number - 1}")
        return self._memories[match]

    def _begin(self, matches: Sequence[int], seeds: Sequence[int]) -> None:
        which, given = array("q", matches), array("Q", [seed & ALL_BITS for seed in seeds])
        states, choices, players = map(_at, (self._addresses, self._choices, self._players))
        first, seed = _at(which), _at(given)

        def begin(part: range) -> None:
            at = WORD * part.start
            begun = len(part), first + at, seed + at
            self._functions.rl_start_many(states, *begun, choices, players)

        if len({*which}) < len(which):  # the same match twice: one after the other
            begin(range(len(which)))
        else:
            self._threads.run(len(which), begin)

    def _step(self, picks: array[int], also: Sequence[Callable[[range], None]] = ()) -> None:
        """Move each; then the rest is done with them, while they are in a cache."""
        arrays = self._addresses, picks, self._choices, self._players
        states, given, choices, players = map(_at, arrays)

        def step(part: range) -> None:
            for near in parts_of(part) if also else (part,):
                at = WORD * near.start
                moved = states + at, len(near), given + at, choices + at, players + at
                self._functions.rl_step_many(*moved)
                for ask in also:
                    ask(near)

        self._threads.run(self.number, step)

    @alone
    def begin_anew(self, matches: int | Sequence[int], seeds: int | Sequence[int]) -> None:
        """
        One match, or several, are others from now on, each at its first decision; the rest stay
        where they are. Raises `ValueError`, and then no match is another.
        """
        if not isinstance(matches, Iterable):
            matches, seeds = [whole_number("match", matches)], [whole_number("seed", seeds)]
        which, begun = whole_numbers("matches", matches), whole_numbers("seeds", seeds)
        if len(which) != len(begun):
            raise ValueError(f"{len(which)} seeds are needed, {len(begun)} were given")
        for match in which:
            self._memory(match)
        self._begin(which, begun)

    @alone
    def step(self, picks: Sequence[int]) -> None:
        """Each match makes a choice, by its number; below 0 it stays where it is."""
        given = one_for_each_match("choices", picks, self.number)
        if any(map(ge, given, self._choices)):
            for match, pick in enumerate(given):
                if pick >= max(0, self._choices[match]):
                    raise ValueError(f"match {match} has no choice {pick}")
        self._step(given)

    @alone
    def mask(self, width: int) -> memoryview:
        """A row for each match, with a 1 for each of its choices below this number."""
        if not 1 <= whole_number("width", width) <= WIDEST:
            raise ValueError(f"`width` is 1 to {WIDEST:,}, not {width}")
        rows = bytearray(self.number * width)
        for match, there in enumerate(self._choices):
            allowed = max(0, min(there, width))
            rows[match * width : match * width + allowed] = b"\1" * allowed
        return memoryview(rows).cast("B", (self.number, width))

    # ------------------------------------------------------------ fixed numbers

    @cached_property
    def actions(self) -> ActionNumbers:
        """The fixed numbers of the game's actions; see `flow/action_numbers.py`."""
        return action_numbers(self._game.flow)

    @cached_property
    def observed(self) -> Observations:
        """How observations are laid out; see `c/observations.py`."""
        return observations(self._game.flow.population)

    @cached_property
    def _rows(self) -> Rows:
        return Rows(self._game, self.observed)

    @cached_property
    def _tables(self) -> TablesOfRows:
        return TablesOfRows(self._rows)

    @alone
    def actions_of(self, match: int) -> list[int]:
        """The numbers of the choices of one match, in the order of the choices."""
        pending = in_memory(self._game, self._memory(match)).pending
        if pending is None:
            return []
        return self.actions.numbers(pending.question, pending.options, pending.shown)

    @cached_property
    def _table(self) -> array[int]:
        return action_table(self.actions)

    @alone
    def action_mask(self, into: Any = None) -> memoryview:
        """
        A row for each match, with a 1 for each action of the game that may be done now.

        `into` is an array of bytes or of truth values that takes the rows, else one is made. Raises
        `ValueError` for one of another shape, and where a decision has more choices than have
        numbers.
        """
        rows = room("into", into, (self.number, self.actions.size), "B")
        without: list[int] = []
        masked = self._masking(rows, without)
        self._threads.run(self.number, masked)
        self._refuse_without_number(without)
        return rows

    def _masking(self, rows: memoryview, without: list[int]) -> Callable[[range], None]:
        """What fills masks, and gathers the matches that have a choice without a number."""
        states, table, width, to = (
            _at(self._addresses),
            _at(self._table),
            self.actions.size,
            address(rows),
        )

        def masked(part: range) -> None:
            first = part.start
            given = states + WORD * first, len(part), table, width, to + width * first
            found = self._functions.rl_action_masks(*given)
            if found >= 0:
                without.append(first + found)

        return masked

    def _refuse_without_number(self, without: Sequence[int]) -> None:
        if without:
            self.actions_of(min(without))  # which raises

    @alone
    def step_actions(
        self, actions: Sequence[int], *, masks: Any = None, observations: Any = None
    ) -> None:
        """
        Each match does an action, by its number in the game; below 0 it stays where it is.

        `masks` is an array that then takes what `action_mask` would answer, `observations` one that
        takes the rows of who is asked then (of seat 0 where a match is over): both are quicker than
        to ask for them afterwards. No match has moved when an action or array is refused.
        """
        given = one_for_each_match("actions", actions, self.number)
        wide, without, left = self.observed.width, list[int](), bytearray(self.number)
        also: list[Callable[[range], None]] = []
        rows = None
        if masks is not None:
            taken = room("masks", masks, (self.number, self.actions.size), "B")
            also.append(self._masking(taken, without))
        if observations is not None:
            rows = room("observations", observations, (self.number, wide), "i")
            also.append(self._observing(rows, left, self._players))
        picks = self._places_of(given)
        self._step(picks, also)
        if rows is not None:
            self._fill_left(rows, left, self._players)
        self._refuse_without_number(without)

    def _places_of(self, actions: array[int]) -> array[int]:
        """The places of these actions among the choices; raises `ValueError`."""
        picks = array("q", bytes(WORD * self.number))
        states, table, given, to = map(_at, (self._addresses, self._table, actions, picks))

        def found(part: range) -> int:
            at = WORD * part.start
            asked = states + at, len(part), table, given + at, to + at
            refused = int(self._functions.rl_places_of_actions(*asked))
            return refused if refused < 0 else part.start + refused

        for refused in self._threads.run(self.number, found):
            if refused >= 0:
                raise ValueError(f"match {refused} has no action {actions[refused]} now")
        return picks

    @alone
    def all_payoffs(self, into: Any = None) -> memoryview:
        """
        A row for each match: what everyone has at its end; zeros before it, and after a fault.

        `into` is an array of 64-bit numbers that takes the rows.
        """
        rows = room("into", into, (self.number, len(self._game.automatic)), "q")
        self._functions.rl_payoffs_many(_at(self._addresses), self.number, address(rows))
        return rows

    @alone
    def observations(self, seats: Sequence[int], into: Any = None) -> memoryview:
        """
        A row for each match: what the player at this seat may know of it, 32 bits a number.

        `into` is an array of 32-bit numbers that takes the rows. C makes them where the rules of
        who sees what are settled before a match; else they are made of the row that was asked for
        before of the same match and seat. Raises `ValueError` for a seat that nobody has, and where
        there are more seats or fewer than matches.
        """
        observing = one_for_each_match("seats", seats, self.number)
        players = len(self._game.flow.population.players)
        if min(observing) < 0 or max(observing) >= players:
            for match, seat in enumerate(seats):
                if not 0 <= seat < players:
                    said = f"match {match} has no seat {seat}: there are {players}, from 0"
                    raise ValueError(said)
        rows, left = (
            room("into", into, (self.number, self.observed.width), "i"),
            bytearray(self.number),
        )
        self._threads.run(self.number, self._observing(rows, left, observing))
        self._fill_left(rows, left, observing)
        return rows

    def _observing(
        self, rows: memoryview, left: bytearray, seats: Sequence[int]
    ) -> Callable[[range], None]:
        """What fills the rows of some matches for these seats, as far as C makes them."""
        states, width, to = _at(self._addresses), self.observed.width, address(rows)
        remaining, tables = address(memoryview(left)), self._tables.by_seat(self._memories[0])

        def observed(part: range) -> None:
            first = part.start
            own = array("Q", [tables[max(seat, 0)] for seat in seats[first : part.stop]])
            into = to + 4 * width * first, remaining + first
            self._functions.rl_rows(states + WORD * first, len(part), _at(own), width, *into)

        return observed

    def _fill_left(self, rows: memoryview, left: bytearray, seats: Sequence[int]) -> None:
        """Python makes the rows that C does not."""
        if any(left):
            width, flat = self.observed.width, rows.cast("B").cast("i")
            for match in compress(range(self.number), left):
                row = self._rows.row(match, max(seats[match], 0), self._memory(match))
                flat[match * width : (match + 1) * width] = memoryview(row)

    @alone
    def payoffs(self, match: int) -> tuple[int, ...]:
        """What everyone has at the end of a match; nothing before it."""
        memory = self._memory(match)
        if self._choices[match] != 0:
            return ()
        return tuple(memory.get("payoffs", seat) for seat in range(len(self._game.automatic)))

    @alone
    def is_capped(self, match: int) -> bool:
        """Whether the rulebook's cap on decisions ended a match."""
        return bool(self._memory(match).get("capped"))
