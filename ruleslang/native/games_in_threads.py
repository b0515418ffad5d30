"""Whole games inside of C, on several threads."""

from __future__ import annotations

import ctypes
import sys
from array import array
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor

from attrs import frozen

from ruleslang.match.faults import SLUGS, Fault
from ruleslang.native.compiled_game import CompiledGame
from ruleslang.native.machine import NativePlay
from ruleslang.native.memory import Memory
from ruleslang.program import declarations as d

CHUNK = 1_000  # games that a thread plays without looking up
SLUG_OF = tuple(SLUGS)
FIXED = 6  # words of a result before the payoffs


@frozen
class GameResult:
    """
    What became of one game with random players.

    `hash` is that of the position it ended in, as `Match.hash` gives it; none where hashes were not
    asked for. `measured` has of each measure how many values it took, their sum, the lowest and the
    highest; `played` how often each definition was played.
    """

    seed: int
    decisions: int
    winners: tuple[int, ...]
    payoffs: tuple[int, ...]
    capped: bool
    fault: Fault | None
    hash: str | None
    measured: tuple[tuple[int, int, int, int], ...] = ()
    played: tuple[int, ...] = ()


@frozen
class CountedGames:
    """
    What became of many games, none of which met a fault: of each number how often it was met.

    `winners` are sets of seats as bits, `measured` the four numbers that `GameResult` has; `hashes`
    are those of all games in their order.
    """

    games: int
    decisions: Counter[int]
    winners: Counter[int]
    capped: int
    payoffs: tuple[Counter[int], ...]
    measured: tuple[Counter[tuple[int, int, int, int]], ...]
    played: tuple[array[int], ...]
    hashes: str


class Games:
    """Plays games of one compiled game; every thread has memory of its own."""

    def __init__(
        self,
        game: CompiledGame,
        *,
        hashes: bool = True,
        players: Sequence[d.Chooser | None] = (),
    ) -> None:
        """`players` are those of the language at their seats; none: chance decides there."""
        self.game = game
        self.players = [game.number_of_player(each) for each in players]
        self.seats = len(game.automatic)
        self.hashes = hashes
        self.width = game.compiled.functions.rl_result_words()
        self.measures = len(game.flow.measures)

    def words(self, seeds: Sequence[int], start: NativePlay | None = None) -> array[int]:
        """
        The results of the games of these seeds as words, one game after the other; all from
        `start`, where a match stands of which nothing has run yet; none: the opening.
        """
        memory = Memory(self.game.compiled)
        given, found = array("Q", seeds), array("q", bytes(8 * self.width * len(seeds)))
        players = array("q", [*self.players, *[0] * (self.seats - len(self.players))])
        (there, number), (into, _) = given.buffer_info(), found.buffer_info()
        rest = there, players.buffer_info()[0], number, int(self.hashes), into
        functions = self.game.compiled.functions
        if start is None:
            functions.rl_play(memory.address, *rest)
        else:
            functions.rl_play_from(memory.address, start.memory.address, *rest)
        return found

    def counted(
        self, seeds: Sequence[int], start: NativePlay | None = None
    ) -> CountedGames | None:
        """The games of these seeds, counted; none if one met a fault."""
        words = self.words(seeds, start)
        columns = [words[at :: self.width] for at in range(self.width)]
        decisions, faults, _, capped, winners, hashes = columns[:FIXED]
        if any(faults):
            return None
        first, last = FIXED + self.seats, FIXED + self.seats + 4 * (self.measures + 1)
        if sys.byteorder == "big":
            hashes.byteswap()
        return CountedGames(
            len(seeds),
            Counter(decisions),
            Counter(winners),
            sum(capped),
            tuple(map(Counter, columns[FIXED:first])),
            tuple(
                Counter(zip(*columns[at : at + 4], strict=True))
                for at in range(first, last - 4, 4)
            ),
            tuple(columns[last:-1]),
            hashes.tobytes().hex(),
        )

    def play(
        self, seeds: Sequence[int], threads: int = 1, start: NativePlay | None = None
    ) -> Iterator[GameResult]:
        """The results of the games of these seeds, in their order."""
        chunks = [seeds[at : at + CHUNK] for at in range(0, len(seeds), CHUNK)]
        if threads == 1:
            for chunk in chunks:
                yield from self._results(chunk, self.words(chunk, start))
            return
        with ThreadPoolExecutor(threads) as pool:
            found = pool.map(self.words, chunks, [start] * len(chunks))
            for chunk, words in zip(chunks, found, strict=True):
                yield from self._results(chunk, words)

    def _results(self, seeds: Sequence[int], words: array[int]) -> Iterator[GameResult]:
        first, last = FIXED + self.seats, FIXED + self.seats + 4 * (self.measures + 1)
        for game, seed in enumerate(seeds):
            own = words[game * self.width : (game + 1) * self.width]
            decisions, fault, origin, capped, winners, hashed = own[:FIXED]
            measured = own[first : first + 4 * self.measures]
            yield GameResult(
                seed,
                decisions,
                tuple(seat for seat in range(self.seats) if winners >> seat & 1),
                () if fault else tuple(own[FIXED:first]),
                bool(capped),
                _fault(fault, origin),
                hash_text(hashed) if self.hashes else None,
                tuple(zip(*(measured[at::4] for at in range(4)), strict=True)),
                tuple(own[last:-1]),
            )


def _fault(number: int, origin: int) -> Fault | None:
    if number == 0:
        return None
    slug = SLUG_OF[number - 1]
    return Fault(slug, SLUGS[slug], origin)


def hash_text(word: int) -> str:
    """A hash of C as matches give it."""
    return ctypes.c_uint64(word).value.to_bytes(8, "little").hex()
