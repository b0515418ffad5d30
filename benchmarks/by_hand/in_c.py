"""The games by hand in C: compiled as the engine's own C is, and called."""

from __future__ import annotations

import ctypes
from array import array
from collections.abc import Sequence
from pathlib import Path

from ruleslang.engine.c.compiler import NoCompiler, library
from ruleslang.engine.match.chance import stream_number

HERE = Path(__file__).parent
WIDTH = 4  # words of a result
STREAMS = {
    "connect_four": (),
    "crazy_eights": ("pick dealer", "shuffle pile", "pick starter"),
    "duel": ("shuffle pile", "dice d6"),
}
BOTS = ("bot 0", "bot 1")

Result = tuple[int, int, tuple[int, int]]  # decisions, winners as bits, payoffs


class ByHand:
    """One of the games."""

    def __init__(self, game: str) -> None:
        found = library((HERE / "games.c").read_text(encoding="utf-8"))
        if isinstance(found, NoCompiler):
            raise RuntimeError(found.message)
        self.run = found.functions[f"play_{game}"]
        self.run.restype = None
        self.run.argtypes = [ctypes.c_void_p, ctypes.c_int64, ctypes.c_void_p, ctypes.c_void_p]
        self.numbers = array("Q", [stream_number(name) for name in (*BOTS, *STREAMS[game])])

    def words(self, seeds: Sequence[int]) -> array[int]:
        """The results of the games of these seeds, one behind the other."""
        given, found = array("Q", seeds), array("q", bytes(8 * WIDTH * len(seeds)))
        at = [each.buffer_info()[0] for each in (given, self.numbers, found)]
        self.run(at[0], len(seeds), at[1], at[2])
        return found

    def play(self, seeds: Sequence[int]) -> list[Result]:
        """The same, a tuple for each game."""
        words = self.words(seeds)
        rows = [words[at : at + WIDTH] for at in range(0, len(words), WIDTH)]
        return [(row[0], row[1], (row[2], row[3])) for row in rows]
