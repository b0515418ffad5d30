"""The compiled text, which all C matches of a program share; also plays whole games."""

from __future__ import annotations

import sys
import time
from array import array
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import cached_property
from threading import local
from typing import Any, TypeGuard

from attrs import frozen

from ruleslang.engine.cells.key_table import KeyWords
from ruleslang.engine.cells.machine import Play
from ruleslang.engine.code.machine import CPlay, fault_of
from ruleslang.engine.code.memory import FULL, Memory
from ruleslang.engine.code.printed_game import PrintedGame
from ruleslang.engine.code.row_table import Rows
from ruleslang.engine.match.chance import Chance, Streams
from ruleslang.engine.match.faults import Fault
from ruleslang.engine.match.interface import Match
from ruleslang.engine.match.observations import observations

KEY = 32  # letters


class CompiledGame(PrintedGame):
    """A game printed in C and its matches."""

    @cached_property
    def rows(self) -> Rows:
        """The rows of numbers that seats see."""
        return Rows(self, observations(self.flow.population), self.compiled.code)

    def key_of(self, play: CPlay) -> str:
        """Return the key of a position."""
        if self.key_table is None:
            self.key_table = KeyWords.of(self.keys.table, len(self.flow.cut.blocks))
        into, code = bytearray(KEY), self.compiled.code
        at, table = play.memory.address, self.keys_in_c
        while (made := code.functions.rl_key(at, table, into)) < 0:
            self.key_table.add(-1 - made)
            table = code.lent(self.key_table.words, is_changed=True)
        if not made:
            raise MemoryError(FULL)
        return into.decode()

    def in_c(self, play: Any) -> Any:
        """Return a match moved to C; `None` if it is too large."""
        match = CPlay(self, self.compiled)
        try:
            match.take(play)
        except MemoryError:
            return None
        return match

    def play_from(self, match: Match) -> Any:
        """Return a match in the position of another without runs; `None` as `in_c`."""
        return self.in_c(super().play_from(match))

    def fresh(self, chance: Chance, *, rolled: bool) -> Any:
        """Return a match in its opening position; `None` as `in_c`."""
        if not self._opens_alone(chance):
            return self.in_c(super().fresh(chance, rolled=rolled))
        play = CPlay(self, self.compiled)
        play.open(chance.seed)
        return play

    def started(self, chance: Chance) -> CPlay | None:
        """Return a match at its first decision; `None` if C cannot create its opening alone."""
        if not self._opens_alone(chance):
            return None
        play = CPlay(self, self.compiled, is_clear=False)
        play.start(chance.seed)
        return play

    def _opens_alone(self, chance: Chance) -> TypeGuard[Streams]:
        """Return whether the opening depends on a seed alone, and no dice are rolled for it."""
        dice = self.flow.population.program.dice
        return isinstance(chance, Streams) and not chance.streams and not dice

    def divert(self, play: Play | CPlay, to: Chance) -> None:
        """Set the source of chance."""
        if isinstance(play, Play):
            super().divert(play, to)
            return
        if isinstance(to, Streams):
            play.divert(to.seed, to.words())
        else:
            play.draw_from(to)


@frozen
class Bots:
    """
    The players that decide in C: for each seat 0 (it is asked), 1 (chance), a player of the
    compiled game + 1, or from 1001 on a learned one. `learners` lets these decide, in a batch at an
    address.
    """

    seats: array[int]
    learners: Callable[[int, int], int] | None = None


thread_time = getattr(time, "thread_time", time.process_time)  # Pyodide has one thread
CHUNK = 1_000  # games that a thread plays without looking up
FIXED = 6  # words of a result before the payoffs
MOST_TALLIED = 1 << 14  # numbers that fit in one word, with a counter for each


@frozen
class GameResult:
    """
    The result of one game.

    `measured` has for each measure the number of values, their sum, minimum and maximum; `played`
    how often each definition was played.
    """

    seed: int
    decisions: int
    winners: tuple[int, ...]
    payoffs: tuple[int, ...]
    capped: bool
    fault: Fault | None
    measured: tuple[tuple[int, int, int, int], ...] = ()
    played: tuple[int, ...] = ()


@frozen
class CountedGames:
    """
    The results of many games without faults, each number with its frequency.

    `winners` are sets of seats as bits, `measured` the four numbers of `GameResult`; `links` are
    those of all games in the chain, in their order.
    """

    games: int
    decisions: Counter[int]
    winners: Counter[int]
    capped: int
    payoffs: tuple[Counter[int], ...]
    measured: tuple[Counter[tuple[int, int, int, int]], ...]
    played: tuple[array[int], ...]
    links: bytes


STOPPED = local()  # `flag`: that of this thread, which stops it once it is not 0


def watch_flag(flag: array[int]) -> None:
    """Let games that this thread plays in C stop once a flag is set."""
    STOPPED.flag = flag


class Games:
    """Plays games of one compiled game; each thread has its own memory."""

    def __init__(self, game: CompiledGame, *, players: Sequence[int] = ()) -> None:
        """Seat the rulebook's players, given by their numbers; 0: a random one."""
        self.game, self.players = game, players
        self.seats = len(game.automatic)
        self.width = game.compiled.functions.rl_result_words()
        self.measures = len(game.flow.measures)

    def words(self, seeds: Sequence[int], start: CPlay | None = None) -> array[int]:
        """
        Return the results of games with these seeds as words, game after game. All begin in the
        position of `start`, a match that has run no step yet; `None`: the opening.
        """
        of = self.game.compiled.here() if start is None else start.memory.of
        memory, functions = Memory(of), of.functions
        functions.rl_watch(getattr(STOPPED, "flag", None))
        seed_words = seeds if isinstance(seeds, array) else array("Q", seeds)
        results = array("q", bytes(8 * self.width * len(seeds)))
        players = array("q", [*self.players, *[0] * (self.seats - len(self.players))])
        arguments, began = (seed_words, players, len(seeds), results), thread_time()
        if start is None:
            functions.rl_play(memory.address, *arguments)
        else:
            functions.rl_play_from(memory.address, start.memory.address, *arguments)
        self.game.seconds += thread_time() - began
        of.raise_stopped()
        return results

    def seeds(self, batch: int, games: range) -> array[int]:
        """Return the seeds of consecutive games of a batch."""
        words = array("Q", bytes(8 * len(games)))
        self.game.compiled.functions.rl_seeds(batch, games.start, len(games), words)
        return words

    def counted(self, seeds: Sequence[int], start: CPlay | None = None) -> CountedGames | None:
        """Return the results of games with these seeds, counted; `None` if one met a fault."""
        results = _Results(self, self.words(seeds, start))
        _, fault, _, capped, winners, link = range(FIXED)
        if results.highest[fault]:
            return None
        first, last = FIXED + self.seats, FIXED + self.seats + 4 * (self.measures + 1)
        links = results.column(link)
        if sys.byteorder == "little":
            links.byteswap()
        return CountedGames(
            len(seeds),
            results.counter(0),
            results.counter(winners),
            results.counter(capped)[1],
            tuple(map(results.counter, range(FIXED, first))),
            tuple(map(results.measured, range(first, last - 4, 4))),
            tuple(map(results.column, range(last, self.width - 1))),
            links.tobytes(),
        )

    def play(self, seeds: Sequence[int], start: CPlay | None = None) -> Iterator[GameResult]:
        """Yield the results of games with these seeds, in order."""
        for at in range(0, len(seeds), CHUNK):
            chunk = seeds[at : at + CHUNK]
            yield from self._results(chunk, self.words(chunk, start))

    def _results(self, seeds: Sequence[int], words: array[int]) -> Iterator[GameResult]:
        first, last = FIXED + self.seats, FIXED + self.seats + 4 * (self.measures + 1)
        for game, seed in enumerate(seeds):
            row = words[game * self.width : (game + 1) * self.width]
            decisions, fault, origin, capped, winners, _ = row[:FIXED]
            measured = row[first : first + 4 * self.measures]
            yield GameResult(
                seed,
                decisions,
                tuple(seat for seat in range(self.seats) if winners >> seat & 1),
                () if fault else tuple(row[FIXED:first]),
                bool(capped),
                fault_of(fault, origin),
                tuple(zip(*(measured[at::4] for at in range(4)), strict=True)),
                tuple(row[last:-1]),
            )


class _Results:
    """The result words of some games, for counting."""

    def __init__(self, games: Games, words: array[int]) -> None:
        self.width, self.words = games.width, words
        self.number = len(words) // self.width
        self.functions = games.game.compiled.functions
        self.lowest, self.highest = (array("q", bytes(8 * self.width)) for _ in range(2))
        self.functions.rl_bounds(words, self.number, self.lowest, self.highest)

    def column(self, at: int) -> array[int]:
        return self.words[at :: self.width]

    def counter(self, at: int) -> Counter[int]:
        lowest, span = self.lowest[at], self.highest[at] - self.lowest[at]
        if not span:
            return Counter({lowest: self.number})
        if span > MOST_TALLIED:
            return Counter(self.column(at))
        times = array("q", bytes(8 * (span + 1)))
        self.functions.rl_tally(self.words, self.number, at, lowest, times)
        return Counter({lowest + place: games for place, games in enumerate(times) if games})

    def measured(self, at: int) -> Counter[tuple[int, int, int, int]]:
        """Return the frequency of each four numbers of a measure; most have one value per game."""
        columns = [self.column(at + place) for place in range(4)]
        _, total, *ends = (column.tobytes() for column in columns)
        if self.lowest[at] == self.highest[at] == 1 and ends == [total, total]:
            totals = self.counter(at + 1)
            return Counter(
                {
                    (1, total_of_game, total_of_game, total_of_game): games
                    for total_of_game, games in totals.items()
                }
            )
        return Counter(zip(*columns, strict=True))
