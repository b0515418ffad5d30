"""Whole games inside of C, on several threads."""

from __future__ import annotations

import ctypes
from array import array
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor

from attrs import frozen

from ruleslang.match.faults import SLUGS, Fault
from ruleslang.native.game import CompiledGame
from ruleslang.native.memory import Memory
from ruleslang.native.print_hash import can_hash

CHUNK = 1_000  # games that a thread plays without looking up
SLUG_OF = tuple(SLUGS)
FIXED = 6  # words of a result before the payoffs


@frozen
class GameResult:
    """
    What became of one game with random players.

    `hash` is that of the position it ended in, as `Match.hash` gives it; none where only the
    interpreter's definitions can make it.
    """

    seed: int
    decisions: int
    winners: tuple[int, ...]
    payoffs: tuple[int, ...]
    capped: bool
    fault: Fault | None
    hash: str | None


class Games:
    """Plays games of one compiled game; every thread has memory of its own."""

    def __init__(self, game: CompiledGame, *, hashes: bool = True) -> None:
        self.game = game
        self.seats = len(game.automatic)
        self.hashes = hashes and can_hash(game.flow)

    def words(self, seeds: Sequence[int]) -> array[int]:
        """The results of the games of these seeds as words, one game after the other."""
        functions, memory = self.game.compiled.functions, Memory(self.game.compiled)
        given = array("Q", seeds)
        found = array("q", bytes(8 * functions.rl_result_words() * len(seeds)))
        (there, number), (into, _) = given.buffer_info(), found.buffer_info()
        functions.rl_play(memory.address, there, number, int(self.hashes), into)
        return found

    def play(self, seeds: Sequence[int], threads: int = 1) -> Iterator[GameResult]:
        """The results of the games of these seeds, in their order."""
        chunks = [seeds[at : at + CHUNK] for at in range(0, len(seeds), CHUNK)]
        if threads == 1:
            for chunk in chunks:
                yield from self._results(chunk, self.words(chunk))
            return
        with ThreadPoolExecutor(threads) as pool:
            for chunk, words in zip(chunks, pool.map(self.words, chunks), strict=True):
                yield from self._results(chunk, words)

    def _results(self, seeds: Sequence[int], words: array[int]) -> Iterator[GameResult]:
        width = FIXED + self.seats
        for game, seed in enumerate(seeds):
            decisions, fault, origin, capped, winners, hashed, *payoffs = words[
                game * width : (game + 1) * width
            ]
            yield GameResult(
                seed,
                decisions,
                tuple(seat for seat in range(self.seats) if winners >> seat & 1),
                () if fault else tuple(payoffs),
                bool(capped),
                _fault(fault, origin),
                _hash_text(hashed) if self.hashes else None,
            )


def _fault(number: int, origin: int) -> Fault | None:
    if number == 0:
        return None
    slug = SLUG_OF[number - 1]
    return Fault(slug, SLUGS[slug], origin)


def _hash_text(word: int) -> str:
    return ctypes.c_uint64(word).value.to_bytes(8, "little").hex()
