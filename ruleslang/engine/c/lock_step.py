"""
Plays many matches in lockstep (vectorised), for training.

All results have the buffer protocol, so that NumPy needs no copy: who decides, the number of
choices, masks with a byte for each choice or action, and observations of a seat. All are read-only,
and C never makes a choice that is not offered.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable, Sequence
from functools import cached_property
from itertools import compress
from threading import RLock
from typing import Any, Never, Self, SupportsIndex, TypeAlias

from ruleslang.engine.c.action_table import action_table
from ruleslang.engine.c.check_arguments import (
    LEAST,
    address,
    no_choice,
    one_for_each_match,
    one_seed_for_each_match,
    readable_number,
    room,
    whole_number,
    whole_numbers,
    whole_seeds,
)
from ruleslang.engine.c.compiled_game import Bots, CompiledGame
from ruleslang.engine.c.in_threads import Threads, processors
from ruleslang.engine.c.machine import CPlay, in_memory
from ruleslang.engine.c.memory import WORD, Matches, Memory, Part, pages
from ruleslang.engine.c.row_table import Rows
from ruleslang.engine.flow.action_numbers import ActionNumbers, action_numbers
from ruleslang.engine.match.choice_by_name import IllegalChoice
from ruleslang.engine.match.observations import Observations, observations
from ruleslang.engine.match.one_mover import CLOSED, alone

Matched: TypeAlias = Callable[[CPlay, list[int]], Any]
NO_BYTES = bytearray()
KEPT = 16  # numbers of actions of a match, in `runtime/many.c`
WIDEST = 1 << 20  # bits of a mask: no decision has that many choices


def _at(numbers: array[int]) -> int:
    """The address of an array, valid until it grows."""
    return numbers.buffer_info()[0]


class LockStep:
    """
    Matches of one game in lockstep, each with its own seed.

    `choices` has for each match the number of choices (0: over; negative: a fault's number,
    negated), `players` who decides (-1: nobody); both are always current, and read-only. Choices
    are numbered in the order that all engines share.

    Many matches run on several threads. A second thread that calls meanwhile gets a `RuntimeError`.
    A forked process has its own matches from then on. `with game.in_lock_step(seeds) as batch:`
    closes them.
    """

    def __init__(
        self,
        game: Any,  # compiled; the type is none of what is promised
        seeds: Sequence[int],
        threads: int | None = None,
        bots: Bots | None = None,
        matched: Matched | None = None,
    ) -> None:
        """With `matched`, what makes a match of a row, the choices of all rows are kept."""
        self._bots, self._matched = bots, matched
        self._game: CompiledGame = game
        self._functions = self._game.compiled.functions
        self._threads = Threads(processors() if threads is None else threads)
        begun = whole_seeds(seeds)
        if not begun:
            raise ValueError("no seed was given, so there is no match to start")
        self.number: int = len(begun)
        self._moving: Any = RLock()
        self._held = 0
        self._matches: Matches | None = Matches(game.compiled, self.number)
        self._addresses = self._matches.addresses
        self._choices = array("q", bytes(WORD * self.number))
        self._players = array("q", bytes(WORD * self.number))
        self._batch = array("Q", bytes(WORD * len(Part)))  # as `runtime/many.c` has it
        self._batch[Part.STATES] = _at(self._addresses)
        self._batch[Part.CHOICES] = _at(self._choices)
        self._batch[Part.PLAYERS] = _at(self._players)
        self._batch[Part.BOTS] = 0 if bots is None else _at(bots.seats)
        self._batch[Part.KEEPS_CHOICES] = matched is not None
        self.choices: memoryview[int] = memoryview(self._choices).toreadonly()
        self.players: memoryview[int] = memoryview(self._players).toreadonly()
        self._begin(range(self.number), begun)

    def __reduce_ex__(self, protocol: SupportsIndex) -> Never:
        """Refuse `pickle`, and `copy`, which would make another reference to the same memory."""
        raise TypeError(
            "matches in lock step are not pickled, and copied by their method `copy`: begin others "
            "of the same seeds, and make the same choices"
        )

    def __enter__(self) -> Self:
        self._moving.acquire(False)  # a closed one raises
        self._moving.release()
        return self

    def __exit__(self, *problem: object) -> None:
        self.close()

    def close(self) -> None:
        """
        Free the memory; has no effect the second time.

        `choices` and `players` stay as they were; every other call raises `ValueError`.
        """
        if self._moving is not CLOSED:
            self._close()

    @alone
    def _close(self) -> None:
        self._threads.close()
        self._matches = None
        self._moving = CLOSED

    def _check(self, match: int) -> None:
        if not 0 <= whole_number("match", match) < self.number:
            raise ValueError(f"there is no match {match}: they are numbered 0 to {self.number - 1}")

    def _memory(self, match: int) -> Memory:
        """A copy of a match."""
        self._check(match)
        assert self._matches is not None  # closed ones have no lock to be asked
        return self._matches.copy(match)

    def _begin(self, matches: Sequence[int], seeds: Sequence[int]) -> None:
        which, first_seeds = array("q", matches), array("Q", seeds)
        batch, first, seed = map(_at, (self._batch, which, first_seeds))

        def begin(part: range) -> int:
            at = WORD * part.start
            return int(self._functions.rl_start_many(batch, len(part), first + at, seed + at))

        if len({*which}) < len(which):  # the same match twice: one after the other
            begin(range(len(which)))
        else:
            self._threads.run(len(which), begin)
        self._let_learners()

    def _let_learners(self) -> int:
        """Learned players decide where they are asked; a match with unnumbered choices, or -1."""
        if self._bots is None or self._bots.learners is None:
            return -1
        return self._bots.learners(_at(self._batch), self.number)

    def _outside(self, numbers: array[int], least: int, ends: array[int], apart: int) -> int:
        """The first match whose number is below `least` or not below its end; negative: none."""
        at = _at(numbers), self.number, least, _at(ends), apart
        return int(self._functions.rl_first_outside(*at))

    @alone
    def begin_anew(self, matches: int | Sequence[int], seeds: int | Sequence[int]) -> None:
        """
        Restart one match, or several, with new seeds at their first decisions; the rest stay.
        Raises `ValueError`, and then no match is changed.
        """
        if not isinstance(matches, Iterable):
            matches, seeds = [whole_number("match", matches)], [whole_number("seed", seeds)]
        which, begun = whole_numbers("matches", matches), whole_seeds(seeds)
        if len(which) != len(begun):
            raise ValueError(f"{len(which)} seeds are needed, {len(begun)} were given")
        for match in which:
            self._check(match)
        self._begin(which, begun)

    @alone
    def step(self, picks: Sequence[int]) -> None:
        """
        Make a choice in each match, by number; a negative one leaves it where it is. Raises
        `IllegalChoice`, and then no match has moved.
        """
        places = one_for_each_match("choices", picks, self.number)
        refused = self._outside(places, LEAST, self._choices, 1)
        if refused >= 0:
            raise no_choice(refused, self._choices[refused], places[refused])
        self._turn(places, are_actions=False)

    def _turn(
        self,
        picks: array[int],
        *,
        are_actions: bool,
        seeds: array[int] | None = None,
        rows: int = 0,
        left: bytearray = NO_BYTES,
    ) -> Sequence[int]:
        """Move all; returns for each thread a match with unnumbered choices, or -1."""
        batch, numbers, turn = _at(self._batch), _at(picks), self._functions.rl_turn
        begun = 0 if seeds is None else _at(seeds)
        remaining = address(memoryview(left)) if left else 0
        without = self._threads.run(
            self.number,
            lambda part: turn(
                batch, part.start, len(part), numbers, are_actions, begun, rows, remaining
            ),
        )
        return [*without, self._let_learners()]

    @alone
    def play(self, match: int, *choices: int) -> None:
        """
        Make these choices, by number, one after another in one match; all others stay. Raises
        `IllegalChoice` at the first that there is not; those before it are made.
        """
        self._check(match)
        picks = array("q", [-1]) * self.number
        for choice in whole_numbers("choices", choices):
            if not 0 <= choice < self._choices[match]:
                raise no_choice(match, self._choices[match], choice)
            picks[match] = choice
            self._turn(picks, are_actions=False)

    @alone
    def copy(self, matches: Sequence[int] | None = None) -> LockStep:
        """
        A separate batch of some of these matches, in the order given (`None`: of all).

        A match may be named several times. Chance will be the same in a copy as here.
        """
        which = range(self.number) if matches is None else whole_numbers("matches", matches)
        for match in which:
            self._check(match)
        how = self._threads.number, self._bots, self._matched
        twin = LockStep(self._game, [0] * len(which), *how)
        twin._take(range(len(which)), self._addresses, which)
        return twin

    @alone
    def match(self, match: int) -> Any:
        """
        A separate `Match` at the position of this one, with its past, for all that a batch does not
        answer. Raises `ValueError` unless the batch was begun with `keep_choices`.
        """
        memory = self._memory(match)
        if self._matched is None:
            raise ValueError("these matches keep no choices: begin them with `keep_choices=True`")
        return self._matched(in_memory(self._game, memory), memory.kept_choices())

    @alone
    def put(self, matches: int | Sequence[int], other: Any) -> None:
        """
        Copy the matches of another batch of the same game over some of these: the first over the
        first that is named, and so on; or a `Match` that C plays over one of them. Raises
        `ValueError` for another game or number.
        """
        into = whole_numbers("matches", matches if isinstance(matches, Iterable) else [matches])
        for match in into:
            self._check(match)
        if not isinstance(other, LockStep):
            memory = self._memory_of(other)
            addresses = array("Q", [memory.address])
        elif other._game is self._game:
            addresses = other._addresses
        else:
            raise ValueError("`other` is a batch of another game, or with other bots or settings")
        if len(addresses) != len(into):
            raise ValueError(f"`other` has {len(addresses)} matches, for {len(into)} places")
        if other is not self:
            self._take(into, addresses, range(len(into)))

    def _memory_of(self, match: Any) -> Memory:
        """A copy of a match that C plays by the same text; raises `ValueError` for any other."""
        play, mine = getattr(getattr(match, "engine", None), "play", None), self._game.text.text
        game: Any = getattr(play, "game", None)
        if not isinstance(play, CPlay) or self._bots is not None or game.text.text != mine:
            raise ValueError("`other` is no match of this game, with these settings, that C plays")
        memory = play.memory.copy()
        if self._matched is not None:
            memory.keep_choices(match.engine.chosen)
        return memory

    def _take(self, into: Sequence[int], addresses: array[int], which: Sequence[int]) -> None:
        """Copy matches at some addresses; raises `MemoryError`."""
        to, taken = array("q", into), array("Q", [addresses[match] for match in which])
        at = _at(self._batch), len(to), _at(to), _at(taken)
        if self._functions.rl_copy_many(*at) >= 0:
            raise MemoryError("there is not enough memory for these copies")

    @alone
    def mask(self, width: int) -> memoryview:
        """A row for each match, with a 1 for each choice below this number."""
        width = whole_number("width", width)
        if not 1 <= width <= WIDEST:
            raise ValueError(f"`width` is 1 to {WIDEST:,}, not {width}")
        rows = [(b"\1" * min(number, width)).ljust(width, b"\0") for number in self._choices]
        return memoryview(b"".join(rows)).cast("B", (self.number, width))

    # ------------------------------------------------------------ fixed numbers

    @cached_property
    def actions(self) -> ActionNumbers:
        """The fixed numbers of the game's actions; see `flow/action_numbers.py`."""
        return action_numbers(self._game.flow)

    @cached_property
    def observed(self) -> Observations:
        """The layout of observations; see `match/observations.py`."""
        return observations(self._game.flow.population)

    @cached_property
    def _rows(self) -> Rows:
        return self._game.rows

    @alone
    def actions_of(self, match: int) -> list[int]:
        """The action numbers of one match's choices, in the order of the choices."""
        pending = in_memory(self._game, self._memory(match)).pending
        if pending is None:
            return []
        return self.actions.numbers(pending.question, pending.options, pending.shown)

    @cached_property
    def masks(self) -> memoryview:
        """
        A row for each match, with a 1 for each action that is allowed now: always current from then
        on, and read-only, as `choices` are.
        """
        return self._first_masks()

    @alone
    def _first_masks(self) -> memoryview:
        size = self.actions.size
        self._table = action_table(self.actions)
        masks = memoryview(pages(self.number * size, huge=True))[: self.number * size]
        self._batch[Part.WIDTH], self._batch[Part.ACTIONS] = size, _at(self._table)
        self._kept = array("i", bytes(4 * KEPT * self.number))
        self._batch[Part.MASKS], self._batch[Part.KEPT] = address(masks), _at(self._kept)
        self._mark_all()
        return masks.toreadonly().cast("B", (self.number, size))

    def _mark_all(self) -> Sequence[int]:
        batch, mark = _at(self._batch), self._functions.rl_mark_all
        return self._threads.run(self.number, lambda part: mark(batch, part.start, len(part)))

    @alone
    def action_mask(self, into: Any = None) -> memoryview:
        """
        A copy of `masks`.

        `into` is an array of bytes or truth values to fill, else one is made. Raises `ValueError`
        for one of another shape, and if a decision has more choices than have numbers.
        """
        rows = room("into", into, (self.number, self.actions.size), "B")
        masks = self.masks
        self._refuse_without_number(self._mark_all())
        rows.cast("B")[:] = masks.cast("B")
        return rows

    def _refuse_without_number(self, matches: Sequence[int]) -> None:
        for match in matches:
            if match >= 0:
                self.actions_of(match)  # which raises

    @alone
    def step_actions(
        self,
        actions: Sequence[int],
        *,
        seeds: Sequence[int] | None = None,
        masks: Any = None,
        observations: Any = None,
        features: Any = None,
    ) -> None:
        """
        Do an action in each match, by number; a negative one leaves it where it is. With `seeds`,
        one for each match, a match that is over restarts instead.

        `masks` is an array to fill with the result of `action_mask`; `observations` and `features`
        are filled with the rows of the player who decides then (of seat 0 if a match is over). This
        is faster than separate calls. Raises `IllegalChoice` for an action that is not allowed; no
        match has moved if an action or array is refused.
        """
        numbers = one_for_each_match("actions", actions, self.number)
        begun = None if seeds is None else one_seed_for_each_match(seeds, self.number)
        rows = into = None
        if masks is not None:
            masks = room("masks", masks, (self.number, self.actions.size), "B")
        if features is not None:
            into = room("features", features, (self.number, self.observed.features.width), "f")
        if observations is not None or features is not None:
            rows = room("observations", observations, (self.number, self.observed.width), "i")
        current = self.masks
        self._refuse(numbers, restarts=begun is not None)
        is_after = self._bots is not None and self._bots.learners is not None
        is_made = rows is not None and not is_after  # by C, while it moves the matches
        to_rows, left = (address(rows), self._left()) if rows and is_made else (0, NO_BYTES)
        without = self._turn(numbers, are_actions=True, seeds=begun, rows=to_rows, left=left)
        self._refuse_without_number(without)
        if masks is not None:
            masks.cast("B")[:] = current.cast("B")
        if rows is not None:
            if is_made:
                self._fill_left(rows, left, self._players)
            else:
                self._observe(array("q", [max(0, player) for player in self._players]), rows)
            if into is not None:
                self._write_features(rows, into)

    def _refuse(self, actions: array[int], *, restarts: bool) -> None:
        """Raise `IllegalChoice` for an action that is not allowed now."""
        batch, numbers, refused = _at(self._batch), _at(actions), self._functions.rl_first_refused
        for match in self._threads.run(
            self.number, lambda part: refused(batch, part.start, len(part), numbers, restarts)
        ):
            if match >= 0:
                kind = "illegal" if 0 <= actions[match] < self.actions.size else "invalid"
                problem = f"match {match} has no action {readable_number(actions[match])} now"
                raise IllegalChoice(kind, problem)

    @alone
    def all_payoffs(self, into: Any = None) -> memoryview:
        """
        A row of payoffs for each match; zeros before its end, and after a fault.

        `into` is an array of 64-bit numbers to fill.
        """
        rows = room("into", into, (self.number, len(self._game.automatic)), "q")
        self._functions.rl_payoffs_many(_at(self._addresses), self.number, address(rows))
        return rows

    @alone
    def observations(self, seats: Sequence[int], into: Any = None) -> memoryview:
        """
        A row for each match: what the player at this seat may know, 32 bits per number.

        `into` is an array of 32-bit numbers to fill. C makes the rows if the visibility rules are
        constant in a match; else Python makes each of the seat's view. Raises `ValueError` for a
        seat that does not exist, and for more or fewer seats than matches.
        """
        observing = self._observing(seats)
        rows = room("into", into, (self.number, self.observed.width), "i")
        self._observe(observing, rows)
        return rows

    @alone
    def features(self, seats: Sequence[int], into: Any = None) -> memoryview[float]:
        """
        The observations encoded for a neural network: planes of boards, a 1 for each name.

        `observed.features` describes the columns. `into` is an array of 32-bit floats to fill.
        """
        observing = self._observing(seats)
        encoded = room("into", into, (self.number, self.observed.features.width), "f")
        rows = room("rows", None, (self.number, self.observed.width), "i")
        self._observe(observing, rows)
        self._write_features(rows, encoded)
        return encoded

    def _observing(self, seats: Sequence[int]) -> array[int]:
        observing = one_for_each_match("seats", seats, self.number)
        players = array("q", [len(self._game.flow.population.players)])
        refused = self._outside(observing, 0, players, 0)
        if refused >= 0:
            seats_there = f"there are {players[0]}, from 0"
            raise ValueError(
                f"match {refused} has no seat {readable_number(observing[refused])}: {seats_there}"
            )
        return observing

    def _left(self) -> bytearray:
        """Room for marks of rows that C does not make, whose tables are made before."""
        if not (self._batch[Part.SEEN] and self._rows.tables):
            self._seen = self._rows.by_seat(lambda: self._memory(0))
            self._batch[Part.COLUMNS], self._batch[Part.SEEN] = self.observed.width, _at(self._seen)
        return bytearray(self.number)

    def _observe(self, seats: array[int], rows: memoryview) -> None:
        left = self._left()
        batch, observers, to = _at(self._batch), _at(seats), address(rows)
        remaining, observe = address(memoryview(left)), self._functions.rl_rows
        self._threads.run(
            self.number,
            lambda part: observe(batch, part.start, len(part), observers, to, remaining),
        )
        self._fill_left(rows, left, seats)

    def _write_features(self, rows: memoryview, into: memoryview) -> None:
        of, width = self.observed.features, self.observed.width
        table, begin, to = _at(of.table), address(rows), address(into)

        def written(part: range) -> None:
            first, size = part.start, 4 * of.width
            read = begin + 4 * width * first, len(part), width, table, of.width
            self._functions.rl_features(*read, to + size * first)

        self._threads.run(self.number, written)

    def _fill_left(self, rows: memoryview, left: bytearray, seats: Sequence[int]) -> None:
        """Fill the rows that C did not."""
        if 1 in left:
            width, flat = self.observed.width, rows.cast("B").cast("i")
            for match in compress(range(self.number), left):
                row = self._rows.row(max(seats[match], 0), self._memory(match))
                flat[match * width : (match + 1) * width] = memoryview(row)

    @alone
    def payoffs(self, match: int) -> tuple[int, ...]:
        """The payoffs at the end of a match; empty before it."""
        memory = self._memory(match)
        if self._choices[match] != 0:
            return ()
        return tuple(memory.get("payoffs", seat) for seat in range(len(self._game.automatic)))

    @alone
    def is_capped(self, match: int) -> bool:
        """Whether the decision cap ended a match."""
        return bool(self._memory(match).get("capped"))
