"""
Many matches in lock step, as training needs them.

All that is read of them has the buffer protocol: who is asked, how many choices there are, and a
mask with a byte for each choice.
"""

from __future__ import annotations

import ctypes
from array import array
from collections.abc import Sequence
from mmap import mmap

from ruleslang.native.game import CompiledGame
from ruleslang.native.memory import WORD

HEAP = 1 << 14  # words of each match


class LockStep:
    """
    So many matches of one game, each of its own seed.

    `choices` says of each match how many there are (0: it is over; below 0: the number of a fault,
    negated), `players` who is asked (-1: nobody). Choices are numbered in the order in which every
    engine offers them.
    """

    def __init__(self, game: CompiledGame, seeds: Sequence[int]) -> None:
        self.game, self.functions = game, game.compiled.functions
        self.number = len(seeds)
        self.apart: int = self.functions.rl_words(HEAP)
        self.kept = mmap(-1, self.apart * WORD * self.number)
        self.address = ctypes.addressof(ctypes.c_char.from_buffer(self.kept))
        self.words = memoryview(self.kept).cast("q")
        self.choices = array("q", bytes(WORD * self.number))
        self.players = array("q", bytes(WORD * self.number))
        for match, seed in enumerate(seeds):
            self.functions.rl_clear(self._address(match), HEAP)
            self.functions.rl_start(self._address(match), seed)
        self.step(array("q", [-1] * self.number))

    def _address(self, match: int) -> int:
        return self.address + match * self.apart * WORD

    def begin_anew(self, match: int, seed: int) -> None:
        """One match is another one from now on; `step` tells what is asked in it."""
        self.functions.rl_start(self._address(match), seed)

    def step(self, picks: array[int]) -> None:
        """Each match makes a choice, by its number; below 0 it stays where it is."""
        if len(picks) != self.number:
            raise ValueError(f"{self.number} choices are needed, {len(picks)} were given")
        for match, pick in enumerate(picks):
            if pick >= 0 and pick >= self.choices[match]:
                raise ValueError(f"match {match} has no choice {pick}")
        given, into, who = (each.buffer_info()[0] for each in (picks, self.choices, self.players))
        self.functions.rl_step_many(self.address, self.apart, self.number, given, into, who)

    def mask(self, width: int) -> memoryview:
        """A row for each match, with a 1 for each of its choices below this number."""
        rows = bytearray(self.number * width)
        for match, there in enumerate(self.choices):
            allowed = max(0, min(there, width))
            rows[match * width : match * width + allowed] = b"\1" * allowed
        return memoryview(rows).cast("B", (self.number, width))

    def payoffs(self, match: int) -> tuple[int, ...]:
        """What everyone has at the end of a match; nothing before it."""
        if self.choices[match] != 0:
            return ()
        at = match * self.apart + self.game.compiled.places["payoffs"]
        return tuple(self.words[at : at + len(self.game.automatic)])
