"""
Many matches in lock step (vectorized), as training needs them.

All that is read of them has the buffer protocol, so that NumPy needs no copy: who is asked, how
many choices there are, a mask with a byte for each choice or for each action of the game, and what
a seat observes.
"""

from __future__ import annotations

import ctypes
from array import array
from collections.abc import Sequence
from functools import cached_property
from mmap import mmap

from ruleslang.native.action_numbers import ActionNumbers, action_numbers
from ruleslang.native.compiled_game import CompiledGame
from ruleslang.native.machine import in_memory
from ruleslang.native.memory import WORD, Memory
from ruleslang.native.observation_rows import Rows
from ruleslang.native.observations import Observations, observations
from ruleslang.native.whole_numbers import one_for_each_match, whole_number, whole_numbers

WIDEST = 1 << 20  # of a mask: no decision has so many choices
HEAP = 1 << 14  # words of each match, at least


def _memory_of(each: int, matches: int) -> mmap:
    """So many bytes for each match; raises `MemoryError`."""
    try:
        return mmap(-1, each * matches)
    except (OSError, OverflowError, ValueError):
        raise MemoryError(
            f"{matches} matches take {each * matches >> 20} MB of memory, "
            "which this machine does not give; fewer may go"
        ) from None


class LockStep:
    """
    So many matches of one game, each of its own seed.

    `choices` says of each match how many there are (0: it is over; below 0: the number of a fault,
    negated), `players` who is asked (-1: nobody). Choices are numbered in the order in which every
    engine offers them.
    """

    def __init__(self, game: CompiledGame, seeds: Sequence[int]) -> None:
        self.game, self.functions = game, game.compiled.functions
        begun = whole_numbers("seeds", seeds)
        if not begun:
            raise ValueError("no seed was given, so there is no match to begin")
        self.number = len(begun)
        self.heap = game.heap(HEAP)
        self.apart: int = self.functions.rl_words(self.heap)
        self.kept = _memory_of(self.apart * WORD, self.number)
        self.address = ctypes.addressof(ctypes.c_char.from_buffer(self.kept))
        self.words = memoryview(self.kept).cast("q")
        self.choices = array("q", bytes(WORD * self.number))
        self.players = array("q", bytes(WORD * self.number))
        for match, seed in enumerate(begun):
            self.functions.rl_clear(self._address(match), self.heap)
            self.functions.rl_start(self._address(match), seed)
        self.step(array("q", [-1] * self.number))

    def _address(self, match: int) -> int:
        if not 0 <= whole_number("match", match) < self.number:
            raise ValueError(f"there is no match {match}: they are numbered 0 to {self.number - 1}")
        return self.address + match * self.apart * WORD

    def begin_anew(self, match: int, seed: int) -> None:
        """One match is another one from now on, at its first decision."""
        self.functions.rl_start(self._address(match), whole_number("seed", seed))
        self.step(array("q", [-1] * self.number))

    def step(self, picks: Sequence[int]) -> None:
        """Each match makes a choice, by its number; below 0 it stays where it is."""
        numbers = one_for_each_match("choices", picks, self.number)
        for match, pick in enumerate(numbers):
            if pick >= max(0, self.choices[match]):
                raise ValueError(f"match {match} has no choice {pick}")
        given, into, who = (each.buffer_info()[0] for each in (numbers, self.choices, self.players))
        self.functions.rl_step_many(self.address, self.apart, self.number, given, into, who)

    def mask(self, width: int) -> memoryview:
        """A row for each match, with a 1 for each of its choices below this number."""
        if not 1 <= whole_number("width", width) <= WIDEST:
            raise ValueError(f"`width` is 1 to {WIDEST:,}, not {width}")
        rows = bytearray(self.number * width)
        for match, there in enumerate(self.choices):
            allowed = max(0, min(there, width))
            rows[match * width : match * width + allowed] = b"\1" * allowed
        return memoryview(rows).cast("B", (self.number, width))

    # ------------------------------------------------------------ fixed numbers

    @cached_property
    def actions(self) -> ActionNumbers:
        """The fixed numbers of the game's actions; see `native/action_numbers.py`."""
        return action_numbers(self.game.flow)

    @cached_property
    def observed(self) -> Observations:
        """How observations are laid out; see `native/observations.py`."""
        return observations(self.game.flow.population)

    @cached_property
    def _rows(self) -> Rows:
        return Rows(self.game, self.observed)

    def actions_of(self, match: int) -> list[int]:
        """The numbers of the choices of one match, in the order of the choices."""
        pending = in_memory(self.game, self._memory(match)).pending
        if pending is None:
            return []
        return self.actions.numbers(pending.question, pending.options, pending.shown)

    def action_mask(self) -> memoryview:
        """A row for each match, with a 1 for each action of the game that may be done now."""
        width = self.actions.size
        rows = bytearray(self.number * width)
        for match in range(self.number):
            for action in self.actions_of(match):
                rows[match * width + action] = 1
        return memoryview(rows).cast("B", (self.number, width))

    def step_actions(self, actions: Sequence[int]) -> None:
        """Each match does an action, by its number in the game; below 0 it stays where it is."""
        picks = array("q", [-1] * self.number)
        for match, action in enumerate(one_for_each_match("actions", actions, self.number)):
            if action >= 0:
                offered = self.actions_of(match)
                if action not in offered:
                    raise ValueError(f"match {match} has no action {action} now")
                picks[match] = offered.index(action)
        self.step(picks)

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

    def _memory(self, match: int) -> Memory:
        """The memory of one match, which is a part of the whole."""
        memory = object.__new__(Memory)
        memory.of, memory.block = self.game.compiled, None  # it is not the match's own
        memory.address = self._address(match)
        memory.pick = memory.of.picking(memory.address)
        memory.words = self.words[match * self.apart : (match + 1) * self.apart]
        return memory

    def payoffs(self, match: int) -> tuple[int, ...]:
        """What everyone has at the end of a match; nothing before it."""
        self._address(match)
        if self.choices[match] != 0:
            return ()
        at = match * self.apart + self.game.compiled.places["payoffs"]
        return tuple(self.words[at : at + len(self.game.automatic)])
