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
from operator import index
from threading import RLock
from typing import Any, Never, Self, SupportsIndex, TypeAlias

from ruleslang.engine.code.batch_actions import BatchActions
from ruleslang.engine.code.batch_rows import BatchRows
from ruleslang.engine.code.check_arguments import (
    LEAST,
    no_choice,
    one_for_each_match,
    one_seed_for_each_match,
    readable_number,
    room,
    rows_of_ones,
    whole_number,
    whole_numbers,
    whole_seeds,
)
from ruleslang.engine.code.compiled_game import Bots, CompiledGame
from ruleslang.engine.code.in_threads import Threads, processors
from ruleslang.engine.code.machine import CPlay, in_memory, memory_of
from ruleslang.engine.code.memory import Matches, Memory
from ruleslang.engine.flow.action_numbers import ActionNumbers, action_numbers
from ruleslang.engine.match.observations import Observations, observations
from ruleslang.engine.match.one_mover import CLOSED, alone, take

Matched: TypeAlias = Callable[[CPlay, list[int]], Any]
Saved: TypeAlias = Callable[[list[tuple[int, list[int]]], bytes | None, int], str]
Chooses: TypeAlias = Callable[[int, Any], int]  # for a match of this number, and its `Match`
NO_BYTES = bytearray()


class LockStep:
    """
    Matches of one game in lockstep, each with its own seed.

    `choices` has for each match the number of choices (0: over; negative: a fault's number,
    negated), and `players` the seat that decides (-1: none); both are always current, and
    read-only. Choices are numbered in the order that all engines share.

    Many matches run on several threads. A second thread that calls meanwhile gets a `RuntimeError`.
    A forked process has its own matches from then on. `with game.in_lock_step(seeds) as batch:`
    closes them.
    """

    def __init__(
        self,
        game: Any,  # compiled; the type is not part of the public interface
        seeds: Sequence[int],
        threads: int | None = None,
        bots: Bots | None = None,
        matched: Matched | None = None,
        saved: Saved | None = None,
    ) -> None:
        """Begin matches; with `matched`, which makes one of a row, and `saved`, rows keep them."""
        self._bots, self._matched, self._saved = bots, matched, saved
        self._choosing: dict[int, Chooses] = {}  # by seat, outside of C
        self._game: CompiledGame = game
        self._functions = self._game.compiled.functions
        most = threads if game.compiled.code.is_native else 1
        self._threads = Threads(processors() if most is None else most, game.compiled)
        begun = whole_seeds(seeds)
        if not begun:
            raise ValueError("no seed was given, so there is no match to start")
        self.number: int = len(begun)
        self._moving: Any = RLock()
        self._held = 0
        of = Matches(game.compiled, self.number)
        self._matches: Matches | None = of
        self._addresses, self._batch, self._at = of.addresses, of.batch, of.at
        self.needed_bytes: int = of.bytes
        self._choices, self._batch.choices = of.column("q")
        self._players, self._batch.players = of.column("q")
        self._batch.bots = 0 if bots is None else game.compiled.code.lent(bots.seats)
        self._batch.keeps_choices = matched is not None
        self.choices: memoryview[int] = self._choices.toreadonly()
        self.players: memoryview[int] = self._players.toreadonly()
        self._begin(range(self.number), begun)

    def __reduce_ex__(self, protocol: SupportsIndex) -> Never:
        """Refuse `pickle`, and `copy`, which would make another reference to the same memory."""
        raise TypeError(
            "matches in lock step are not pickled, and copied by their method `copy`: begin others "
            "of the same seeds, and make the same choices"
        )

    def __len__(self) -> int:
        return self.number

    def __repr__(self) -> str:
        over = sum(choices <= 0 for choices in self.choices)
        name = self._game.flow.population.program.name
        return f"LockStep({name!r}, matches={self.number}, over={over})"

    def __getitem__(self, matches: SupportsIndex | slice | Sequence[int]) -> Any:
        """Return a match, `batch[3]`, or copies of several, `batch[2:5]` and `batch[[3, 3, 7]]`."""
        if isinstance(matches, slice):
            return self.copy(range(self.number)[matches])
        if isinstance(matches, Iterable):
            return self.copy(matches)
        number = index(matches)
        if not -self.number <= number < self.number:  # an `IndexError` ends a loop over a batch
            raise IndexError(self._no_match(number))
        return self.match(number % self.number)

    def __enter__(self) -> Self:
        take(self._moving)  # a closed one raises
        self._moving.release()
        return self

    def __exit__(self, *problem: object) -> None:
        self.close()

    def close(self) -> None:
        """
        Free the memory; a second call has no effect.

        `choices` and `players` stay as they were; every other call raises `ValueError`, also one
        in which this is called.
        """
        if (lock := self._moving) is not CLOSED:
            take(lock)
            self._moving = CLOSED
            lock.release()
        if self._held:  # C still reads the memory
            return
        self._threads.close()
        for name in ("_rows", "_actions"):  # which have the memory too
            self.__dict__.pop(name, None)
        self._matches = None

    def _check(self, match: int) -> None:
        if not 0 <= whole_number("match", match) < self.number:
            raise ValueError(self._no_match(match))

    def _no_match(self, number: int) -> str:
        return f"there is no match {number}: they are numbered 0 to {self.number - 1}"

    def _memory(self, match: int) -> Memory:
        """Return a copy of a match."""
        self._check(match)
        assert self._matches is not None  # closed ones have no lock to be asked
        return self._matches.copy(match)

    def _begin(self, matches: Sequence[int], seeds: Sequence[int]) -> None:
        which, first_seeds = array("q", matches), array("Q", seeds)
        begin_many = self._functions.rl_start_many

        def begin(part: range) -> int:
            return int(begin_many(self._at, part.start, len(part), which, first_seeds))

        if len({*which}) < len(which):  # the same match twice: one after the other
            begin(range(len(which)))
        else:
            self._threads.run(len(which), begin)
        self._let_bots()

    def _let_learners(self) -> int:
        """Let learned players decide; returns a match with unnumbered choices, or -1."""
        if self._bots is None or self._bots.learners is None:
            return -1
        return self._bots.learners(self._at, self.number)

    @alone
    def let_choose(self, seats: Iterable[int], choose: Chooses) -> None:
        """
        Let a function choose at these seats from now on, as bots do: it gets the number of a match
        and its `Match`, and returns the number of a choice. Raises `ValueError` unless the batch
        was begun with `keep_choices`.
        """
        self._refuse_without_choices()
        self._choosing |= dict.fromkeys(whole_numbers("seats", seats), choose)
        self._let_bots()

    def _let_bots(self) -> Sequence[int]:
        """Return all bots that C does not ask choose; matches with unnumbered choices, or -1."""
        without = self._let_learners()
        if not self._choosing:
            return [without]
        while waiting := [at for at, seat in enumerate(self.players) if seat in self._choosing]:
            picks = array("q", [-1]) * self.number
            for at in waiting:
                picks[at] = self._choosing[self.players[at]](at, self._match(at))
                if not 0 <= picks[at] < self.choices[at]:
                    raise no_choice(at, self.choices[at], picks[at])
            self._move(picks, are_actions=False)
            self._let_learners()
        return self._actions.mark_all() if self._batch.masks else []

    def _outside(self, numbers: array[int], least: int, ends: array[int] | int, apart: int) -> int:
        """Return the first match whose number is below `least` or beyond its end; below 0: none."""
        return int(self._functions.rl_first_outside(numbers, self.number, least, ends, apart))

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
        refused = self._outside(places, LEAST, self._batch.choices, 1)
        if refused >= 0:
            raise no_choice(refused, self.choices[refused], places[refused])
        self._move(places, are_actions=False)
        self._let_bots()

    def _move(
        self,
        picks: array[int],
        *,
        are_actions: bool,
        seeds: array[int] | None = None,
        rows: memoryview | None = None,
        left: bytearray = NO_BYTES,
    ) -> Sequence[int]:
        """Move all in C; returns for each thread a match with unnumbered choices, or -1."""
        given = picks, are_actions, seeds or 0, rows or 0, left or 0
        turn = self._functions.rl_turn
        return self._threads.run(
            self.number, lambda part: turn(self._at, part.start, len(part), *given)
        )

    @alone
    def play(self, match: int, *choices: int) -> None:
        """
        Make these choices, by number, one after another in one match; all others stay. Raises
        `IllegalChoice` at the first illegal one; those before it are made.
        """
        self._check(match)
        picks = array("q", [-1]) * self.number
        for choice in whole_numbers("choices", choices):
            if not 0 <= choice < self.choices[match]:
                raise no_choice(match, self.choices[match], choice)
            picks[match] = choice
            self._move(picks, are_actions=False)
            self._let_bots()

    @alone
    def copy(self, matches: Sequence[int] | None = None) -> LockStep:
        """
        Return a separate batch of some of these matches, in the order given (`None`: of all).

        A match may be named several times. Copies have the same future chance and functions.
        """
        which = range(self.number) if matches is None else whole_numbers("matches", matches)
        if not which:
            raise ValueError("no match was named, so there is nothing to copy")
        for match in which:
            self._check(match)
        how = self._threads.number, self._bots, self._matched, self._saved
        twin = LockStep(self._game, [0] * len(which), *how)
        twin._take(range(len(which)), self._addresses, which)
        twin._choosing = self._choosing
        return twin

    @alone
    def match(self, match: int) -> Any:
        """
        Return a separate `Match` at the position of this one, with its past, for everything that a
        batch does not offer. Raises `ValueError` unless the batch was begun with `keep_choices`.
        """
        self._refuse_without_choices()
        return self._match(match)

    def _match(self, match: int) -> Any:
        memory = self._memory(match)
        assert self._matched is not None
        return self._matched(in_memory(self._game, memory), memory.kept_choices())

    def _refuse_without_choices(self) -> None:
        if self._matched is None:
            raise ValueError("these matches keep no choices: begin them with `keep_choices=True`")

    @alone
    def save(self, *, seal_key: bytes | None = None) -> str:
        """
        Return all matches as text for `Game.resume_in_lock_step`, sealed as in `Match.to_json`; not
        for players. Raises `ValueError` unless the batch was begun with `keep_choices`.
        """
        self._refuse_without_choices()
        memories = map(self._memory, range(self.number))
        played = [(memory.unsigned("seed"), memory.kept_choices()) for memory in memories]
        assert self._saved is not None
        return self._saved(played, seal_key, self.needed_bytes)

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
            game = None if self._bots is not None else self._game
            memory = memory_of(other, game, keeps_choices=self._matched is not None)
            self._put_matches(into, [memory.address])
        elif other._game is self._game:
            other._lend(self, into)
        else:
            raise ValueError("`other` is a batch of another game, or with other bots or settings")

    @alone
    def _lend(self, to: LockStep, into: Sequence[int]) -> None:
        to._put_matches(into, self._addresses)

    def _put_matches(self, into: Sequence[int], addresses: Sequence[int]) -> None:
        if len(addresses) != len(into):
            raise ValueError(f"`other` has {len(addresses)} matches, for {len(into)} places")
        if addresses is not self._addresses:
            self._take(into, addresses, range(len(into)))

    def _take(self, into: Sequence[int], addresses: Sequence[int], which: Sequence[int]) -> None:
        """Copy matches at some addresses; raises `MemoryError`."""
        to, kind = array("q", into), self._game.compiled.code.addresses
        taken = array(kind, [addresses[match] for match in which])
        if self._functions.rl_copy_many(self._at, len(to), to, taken) >= 0:
            raise MemoryError("there is not enough memory for these copies")

    @alone
    def mask(self, width: int) -> memoryview:
        """Return a row for each match, with a 1 for each choice below this number."""
        return rows_of_ones(self.choices, whole_number("width", width))

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
    def _rows(self) -> BatchRows:
        assert self._matches is not None
        return BatchRows(self._game.rows, self._threads, self._matches)

    @alone
    def actions_of(self, match: int) -> list[int]:
        """Return the action numbers of one match's choices, in the order of the choices."""
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
        return self._actions.masks

    @cached_property
    @alone
    def _actions(self) -> BatchActions:
        assert self._matches is not None
        self._game.number_actions()
        return BatchActions(self.actions, self._game.actions_in_c, self._threads, self._matches)

    @alone
    def action_mask(self, into: Any = None) -> memoryview:
        """
        Return a copy of `masks`.

        `into` is an array of bytes or truth values to fill; without it, one is created. Raises
        `ValueError` for one of another shape, and if a decision has too many choices.
        """
        rows = room("into", into, (self.number, self.actions.size), "B")
        masks = self.masks
        self._refuse_without_number(self._actions.mark_all())
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
        Perform an action in each match, by number; a negative one leaves it where it is. With
        `seeds`, one for each match, a match that is over restarts instead.

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
        self._actions.refuse(numbers, restarts=begun is not None)
        is_after = self._choosing or (self._bots is not None and self._bots.learners is not None)
        is_made = rows is not None and not is_after  # by C, while it moves the matches
        to_rows, left = (rows, self._rows.left()) if rows and is_made else (None, NO_BYTES)
        without = self._move(numbers, are_actions=True, seeds=begun, rows=to_rows, left=left)
        after = self._let_bots()
        self._refuse_without_number(after if self._choosing else [*without, *after])
        if masks is not None:
            masks.cast("B")[:] = current.cast("B")
        if rows is not None:
            if is_made:
                self._rows.fill_left(rows, left, self.players)
            else:
                self._rows.fill(array("q", [max(0, player) for player in self.players]), rows)
            if into is not None:
                self._rows.encode(rows, into)

    @alone
    def all_payoffs(self, into: Any = None) -> memoryview:
        """
        Return a row of payoffs for each match; zeros before its end, and after a fault.

        `into` is an array of 64-bit numbers to fill.
        """
        rows = room("into", into, (self.number, len(self._game.automatic)), "q")
        self._functions.rl_payoffs_many(self._batch.states, self.number, rows)
        return rows

    @alone
    def observations(self, seats: Sequence[int], into: Any = None) -> memoryview:
        """
        Return a row for each match: what the player at this seat may know, 32 bits per number.

        `into` is an array of 32-bit numbers to fill. C makes the rows if the visibility rules are
        constant in a match; otherwise Python makes each row from the seat's view. Raises
        `ValueError` for a seat that does not exist, and for more or fewer seats than matches.
        """
        observing = self._observing(seats)
        rows = room("into", into, (self.number, self.observed.width), "i")
        self._rows.fill(observing, rows)
        return rows

    @alone
    def features(self, seats: Sequence[int], into: Any = None) -> memoryview[float]:
        """
        Return the observations encoded for a neural network: planes of boards, a 1 for each name.

        `observed.features` describes the columns. `into` is an array of 32-bit floats to fill.
        """
        observing = self._observing(seats)
        encoded = room("into", into, (self.number, self.observed.features.width), "f")
        rows = room("rows", None, (self.number, self.observed.width), "i")
        self._rows.fill(observing, rows)
        self._rows.encode(rows, encoded)
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

    @alone
    def payoffs(self, match: int) -> tuple[int, ...]:
        """Return the payoffs at the end of a match; empty before it."""
        return in_memory(self._game, self._memory(match)).payoffs

    @alone
    def is_capped(self, match: int) -> bool:
        """Return whether the decision cap ended a match."""
        return bool(self._memory(match).get("capped"))
