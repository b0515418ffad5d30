"""
Many matches in lock step (vectorized), as training needs them.

All that is read of them has the buffer protocol, so that NumPy needs no copy: who is asked, how
many choices there are, a mask with a byte for each choice or for each action of the game, and what
a seat observes. Nothing that is handed out can be written to, and C itself makes no choice that is
not there.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Mapping, Sequence, Set
from functools import cached_property
from operator import index
from threading import RLock
from typing import Any, Never, Self, SupportsIndex

from ruleslang.c.compiled_game import CompiledGame
from ruleslang.c.machine import in_memory
from ruleslang.c.memory import WORD, Compiled, Memory
from ruleslang.c.observations import Observations, Rows, observations
from ruleslang.flow.action_numbers import ActionNumbers, action_numbers
from ruleslang.match.one_mover import alone
from ruleslang.source.passed_values import met


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


def one_for_each_match(what: str, values: Any, matches: int) -> list[int]:
    """A number for each match; raises `TypeError`, and `ValueError` for more or fewer."""
    found = whole_numbers(what, values)
    if len(found) != matches:
        raise ValueError(f"{matches} {what} are needed, {len(found)} were given")
    return found


WIDEST = 1 << 20  # of a mask: no decision has so many choices
ALL_BITS = (1 << 64) - 1  # of a seed, as C takes it


def _memories(of: Compiled, matches: int) -> list[Memory]:
    """The memory of each match; raises `MemoryError`."""
    try:
        return [Memory(of) for _ in range(matches)]
    except MemoryError:
        raise MemoryError(
            f"{matches} matches take {of.bytes * matches >> 20} MB of addresses, "
            "which this machine does not give; fewer may go"
        ) from None


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

    Another thread that asks or moves them meanwhile gets a `RuntimeError`. A process that is forked
    has matches of its own from then on. `with game.in_lock_step(seeds) as batch:` closes them.
    """

    def __init__(self, game: CompiledGame, seeds: Sequence[int]) -> None:
        self.game, self._functions = game, game.compiled.functions
        begun = whole_numbers("seeds", seeds)
        if not begun:
            raise ValueError("no seed was given, so there is no match to begin")
        self.number = len(begun)
        self._moving: Any = RLock()
        self._memories = _memories(game.compiled, self.number)
        self._addresses = array("Q", [each.address for each in self._memories])
        self._choices = array("q", bytes(WORD * self.number))
        self._players = array("q", bytes(WORD * self.number))
        self.choices = memoryview(self._choices).toreadonly()
        self.players = memoryview(self._players).toreadonly()
        for match, seed in enumerate(begun):
            self._begin(match, seed)

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
        self._memories, self._addresses = [], array("Q")
        self.__dict__.pop("_rows", None)
        self._moving = CLOSED

    def _memory(self, match: int) -> Memory:
        if not 0 <= whole_number("match", match) < self.number:
            raise ValueError(f"there is no match {match}: they are numbered 0 to {self.number - 1}")
        return self._memories[match]

    def _begin(self, match: int, seed: int) -> None:
        self._functions.rl_start(self._memories[match].address, seed & ALL_BITS)
        self._step(match, array("q", [-1]))

    def _step(self, first: int, picks: array[int]) -> None:
        """Step some matches that follow each other."""
        arrays = self._addresses, self._choices, self._players
        states, choices, players = (each.buffer_info()[0] + first * WORD for each in arrays)
        given = picks.buffer_info()[0]
        self._functions.rl_step_many(states, len(picks), given, choices, players)

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
        for match, seed in zip(which, begun, strict=True):
            self._begin(match, seed)

    @alone
    def step(self, picks: Sequence[int]) -> None:
        """Each match makes a choice, by its number; below 0 it stays where it is."""
        numbers = one_for_each_match("choices", picks, self.number)
        for match, pick in enumerate(numbers):
            if pick >= max(0, self._choices[match]):
                raise ValueError(f"match {match} has no choice {pick}")
        self._step(0, array("q", [max(-1, pick) for pick in numbers]))

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
        return action_numbers(self.game.flow)

    @cached_property
    def observed(self) -> Observations:
        """How observations are laid out; see `c/observations.py`."""
        return observations(self.game.flow.population)

    @cached_property
    def _rows(self) -> Rows:
        return Rows(self.game, self.observed)

    @alone
    def actions_of(self, match: int) -> list[int]:
        """The numbers of the choices of one match, in the order of the choices."""
        pending = in_memory(self.game, self._memory(match)).pending
        if pending is None:
            return []
        return self.actions.numbers(pending.question, pending.options, pending.shown)

    @alone
    def action_mask(self) -> memoryview:
        """A row for each match, with a 1 for each action of the game that may be done now."""
        width = self.actions.size
        rows = bytearray(self.number * width)
        for match in range(self.number):
            for action in self.actions_of(match):
                rows[match * width + action] = 1
        return memoryview(rows).cast("B", (self.number, width))

    @alone
    def step_actions(self, actions: Sequence[int]) -> None:
        """Each match does an action, by its number in the game; below 0 it stays where it is."""
        picks = [-1] * self.number
        for match, action in enumerate(one_for_each_match("actions", actions, self.number)):
            if action >= 0:
                offered = self.actions_of(match)
                if action not in offered:
                    raise ValueError(f"match {match} has no action {action} now")
                picks[match] = offered.index(action)
        self.step(picks)

    @alone
    def observations(self, seats: Sequence[int]) -> memoryview:
        """
        A row for each match: what the player at this seat may know of it, 32 bits a number.

        It is made of the row that was asked for before of the same match and seat. Raises
        `ValueError` for a seat that nobody has, and where there are more seats or fewer than
        matches.
        """
        observing = one_for_each_match("seats", seats, self.number)
        players = len(self.game.flow.population.players)
        for match, seat in enumerate(observing):
            if not 0 <= seat < players:
                raise ValueError(f"match {match} has no seat {seat}: there are {players}, from 0")
        width, rows = self.observed.width, array("i")
        for match, seat in enumerate(observing):
            rows.extend(self._rows.row(match, seat, self._memory(match)))
        return memoryview(rows).cast("B").cast("i", (self.number, width))

    @alone
    def payoffs(self, match: int) -> tuple[int, ...]:
        """What everyone has at the end of a match; nothing before it."""
        memory = self._memory(match)
        if self._choices[match] != 0:
            return ()
        return tuple(memory.get("payoffs", seat) for seat in range(len(self.game.automatic)))
