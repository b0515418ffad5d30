"""
The machine of a Python match: cells, frames, chance; and the functions that blocks call.

`choose` and `copy` suffice for a search; names, views and hashes are made from a `Play` by
`picture`, on demand.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any, NamedTuple, TypeAlias

from ruleslang.engine.flow.printed_names import routine_name
from ruleslang.engine.match.chance import Chance
from ruleslang.engine.match.faults import SLUGS, Fault, fail
from ruleslang.program import limits
from ruleslang.source.budget import spend

Frame: TypeAlias = list[Any]
Outcomes: TypeAlias = "tuple[Outcomes, int | tuple[int, ...]] | None"  # the last one outermost
Notes: TypeAlias = "tuple[Notes, tuple[str, int]] | None"

MOST_NOTED = limits.NOTED
COUNTED_APART = 64  # frames between those at which it is kept how many are below
WAITS, DONE = -1, -2  # instead of a block: a player is asked; nothing is under way any more


class Won(Exception):
    """The match is over with these winners."""

    def __init__(self, winners: tuple[int, ...]) -> None:
        super().__init__("won")
        self.winners = winners


class Capped(Exception):
    """The decision cap is reached."""


ENDINGS = (Won, Capped, Fault, RecursionError, MemoryError)  # the ends of a match


class Left(Exception):
    """A run is ended that had begun before the hypothetical position."""


class Pending(NamedTuple):
    """The pending question: its number, the player, and the options."""

    question: int
    who: int
    options: Sequence[Any]
    shown: tuple[Any, ...]
    block: int  # that goes on


new_pending = partial(tuple.__new__, Pending)  # without the function that takes its fields by name


class Play:
    """One playing of a flow."""

    __slots__ = (
        "F",
        "K",
        "S",
        "answer",
        "base",
        "capped",
        "chance",
        "counted",
        "evaluation",
        "fault",
        "game",
        "is_over",
        "noted",
        "notes",
        "outcomes",
        "payoffs",
        "pending",
        "seed",
        "seen",
        "statement",
        "taken",
        "values",
    )

    def __init__(self, game: Any, cells: list[Any], seed: int, chance: Chance | None) -> None:
        self.game = game
        self.S = cells
        self.K: list[Frame] = []
        self.F: Frame = []
        self.counted: list[tuple[int, Frame, int]] = []  # frames: how many, the last, runs of them
        self.base = 0  # frames below this one belong to the match, while something is imagined
        self.seed = seed
        self.chance = chance
        self.outcomes: Outcomes = None
        self.taken: Any = None
        self.evaluation: dict[Any, Any] | None = None  # calls of deep values in one under way
        self.seen: dict[Any, Any] = {}  # the same, while a player of the language is asked
        self.statement = -1
        self.answer: Any = None
        self.pending: Pending | None = None
        self.fault: Fault | None = None
        self.notes: Notes = None
        self.noted: list[Any] = []
        self.is_over = False
        self.capped = False
        self.payoffs: tuple[int, ...] = ()

    def copy(self) -> Play:
        """Return an independent copy."""
        twin = Play(self.game, self.S[:], self.seed, None)
        if self.chance is not None:
            twin.chance = self.chance.copy()
        twin.K = [frame[:] for frame in self.K]
        twin.F = twin.K[-1] if twin.K else []
        twin.outcomes, twin.pending, twin.answer = self.outcomes, self.pending, self.answer
        twin.fault, twin.is_over, twin.capped = self.fault, self.is_over, self.capped
        twin.payoffs, twin.notes = self.payoffs, self.notes
        return twin

    def part(self, at: int, cells: int) -> list[Any]:
        """Return some of the cells."""
        return self.S[at : at + cells]

    def begin(self, frames: list[Frame]) -> None:
        """Run a routine in the last of these frames, up to the first decision."""
        self.K, self.F = frames, frames[-1]
        self.is_over = False
        self._go_on(frames[-1][0])

    def called(self, routine: str, *arguments: Any) -> Any:
        """Return the answer of a routine that doesn't wait."""
        return self.game.space[routine_name(routine)](self, self.S, *arguments)

    def call(self, routine: str, arguments: Sequence[Any]) -> None:
        """Run a routine that doesn't wait."""
        try:
            self.answer = self.called(routine, *arguments)
            self.is_over = True
        except ENDINGS as ending:
            self._end_by(ending)

    def choose(self, index: int) -> None:
        """Make a choice, up to the next decision."""
        pending = self.pending
        assert pending is not None
        self.pending = None
        cells = self.S
        options, game = pending.options, self.game
        cells[game.asked] += 1
        cells[game.noted] += len(options)
        self.taken = options[index]
        if cells[game.noted] > MOST_NOTED:
            self._end_by(Fault("too-much", SLUGS["too-much"]))
        else:
            self._go_on(pending.block)

    def _go_on(self, block: int) -> None:
        """Continue at a block, up to the next decision or the end."""
        cells, blocks = self.S, self.game.blocks
        try:
            while block >= 0:
                block = blocks[block](self, cells)
            if block == DONE:
                self.is_over = True
        except ENDINGS as ending:
            self._end_by(ending)
        else:
            if self.game.watches and self.pending is not None:
                self.game.watch(self)

    def _end_by(self, ending: BaseException) -> None:
        match ending:
            case Won():
                self._win(ending)
            case Capped():
                self.capped = True
                self.game.leave_all(self)
                self._cap()
            case Fault():
                self.game.leave_all(self)
                self._stop(ending)
            case RecursionError():
                self._stop(Fault("endless", "calls inside calls without end"))
            case _:
                self._stop(Fault("too-much", "there is not enough memory"))

    def _win(self, won: Won) -> None:
        try:
            drop(self, self.S, 0)
        except Won as later:
            self._win(later)
        except Fault as fault:
            self._stop(fault)
        else:
            self._end(won.winners)

    def _stop(self, fault: Fault) -> None:
        self.fault, self.is_over, self.pending = fault, True, None
        self.game.secrets.left(self, 0)

    def _cap(self) -> None:
        self.game.secrets.left(self, 0)
        try:
            self._end(self.game.winners_at_the_end(self, self.S) or ())
        except Fault as fault:
            self._stop(fault)

    def _end(self, winners: tuple[int, ...]) -> None:
        self.is_over, self.pending = True, None
        self.S[self.game.winners] = tuple(sorted(winners))
        try:
            self.payoffs = self.game.payoffs_of(self)
        except Fault as fault:
            self._stop(fault)

    def all_outcomes(self) -> list[int | tuple[int, ...]]:
        """Return all outcomes of chance, in order."""
        return list(_outcomes(self.outcomes))[::-1]

    def all_notes(self) -> list[tuple[str, int]]:
        """Return the safety limits that were reached, in order."""
        notes, linked = [], self.notes
        while linked is not None:
            linked, noted = linked
            notes.append(noted)
        return notes[::-1]


def _outcomes(linked: Outcomes) -> Iterator[int | tuple[int, ...]]:
    while linked is not None:
        linked, outcome = linked
        yield outcome


def note(M: Play, S: list[Any], number: int) -> None:
    """Count entries of the record; too many are a fault."""
    at = M.game.noted
    S[at] += number
    if S[at] > MOST_NOTED:
        fail("too-much", -1)


# ---------------------------------------------------------------- what blocks call


def enter(M: Play, frame: Frame) -> int:
    """Call a routine that waits."""
    frames = M.K
    frames.append(frame)
    M.F = frame
    most = M.game.most_runs
    if len(frames) > most and _runs_under_way(M) > most:
        fail("endless", -1)
    entry: int = frame[0]
    return entry


def _runs_under_way(M: Play) -> int:
    """
    Return the number of frames that are runs.

    Counted incrementally: frames below the last counted one that is unchanged are unchanged too.
    """
    frames, counted, is_run = M.K, M.counted, M.game.runs
    while counted and not _is_waiting(frames, *counted[-1][:2]):
        counted.pop()
    place, _, runs = counted[-1] if counted else (0, None, 0)
    for frame in frames[place:]:
        runs += is_run[frame[1]]
    if len(frames) - place > COUNTED_APART:
        counted.append((len(frames), frames[-1], runs))
    return runs


def _is_waiting(frames: list[Frame], place: int, frame: Frame) -> bool:
    return place <= len(frames) and frames[place - 1] is frame


def leave(M: Play, answer: Any) -> int:
    """Return from a routine that waits."""
    frames = M.K
    frames.pop()
    M.taken = answer
    if len(frames) == M.base:
        M.answer = answer
        return DONE
    below = M.F = frames[-1]
    block: int = below[0]
    return block


def noted(M: Play, value: Any) -> Any:
    """Note a value that a rule reads."""
    M.noted.append(value)
    return value


def end(M: Play, S: list[Any], event: str, may_lack: bool, origin: int, then: int) -> int:
    """Leave the innermost run of an event; returns the block of its landing."""
    place = run_under_way(M, event)
    if place is not None:
        return _land(M, S, place)
    if not may_lack:
        fail("not-under-way", origin)
    return then


def run_under_way(M: Play, event: str) -> int | None:
    """Return the frame number of the innermost run of an event."""
    events, frames = M.game.events, M.K
    for place in range(len(frames) - 1, -1, -1):
        if events[frames[place][1]] == event and M.game.is_under_way(frames[place]):
            return place
    return None


def _land(M: Play, S: list[Any], place: int) -> int:
    if place < M.base:
        raise Left
    drop(M, S, place + 1)
    M.F = M.K[-1]
    return int(M.game.landings[M.F[1]])


def cancel(M: Play, S: list[Any], place: int, origin: int) -> int:
    """Leave a run, without the hooks after it."""
    frame = M.K[place]
    if not M.game.is_under_way(frame):
        fail("not-under-way", origin)
    landing = _land(M, S, place)
    M.game.skip_what_is_behind(frame)
    return landing


def place_of(M: Play, run: int, places: tuple[tuple[str, str], ...]) -> Any:
    """The value of a local in a run, by the routine of its frame; none if it has no such local."""
    for frame in M.game.frames_of(M.K, run):
        at = M.game.place_in(frame[1], places)
        if at is not None:
            return frame[at]
    return None


def below(M: Play, routine: int) -> Frame:
    """Return the innermost frame of a routine."""
    return next(frame for frame in reversed(M.K) if frame[1] == routine)


def drop(M: Play, S: list[Any], place: int) -> None:
    """Drop all frames from a place on, the innermost first."""
    frames, cleanups = M.K, M.game.cleanups
    if not any(cleanups):
        del frames[place:]
    while len(frames) > place:
        cleanup = cleanups[frames[-1][1]]
        if cleanup is not None:
            cleanup(M, S, frames[-1])
        frames.pop()
    M.game.secrets.left(M, place - 1)


def endless() -> None:
    """Fail after a million steps without a decision."""
    fail("endless", -1)


def asking(
    *, counted: int, steps: int, steps_in_all: int, cap: int, automatic: Sequence[bool]
) -> dict[str, Callable[..., Any]]:
    """Return the functions that blocks call to ask, for these cells, cap and seats."""
    most = limits.STEPS_IN_MATCH

    def count(M: Play, S: list[Any]) -> None:
        """Count a decision, forced choice or silent iteration towards the cap."""
        if S[counted] >= cap:
            raise Capped
        S[counted] += 1
        if S[steps]:
            spend(S[steps])
        S[steps_in_all] += S[steps]
        S[steps] = 0
        if S[steps_in_all] > most:
            fail("endless", -1)

    def ask(
        M: Play,
        S: list[Any],
        question: int,
        who: int,
        options: Sequence[Any],
        shown: tuple[Any, ...],
        block: int,
    ) -> int:
        """Ask a player; a single option is taken without asking."""
        count(M, S)
        if len(options) == 1:
            M.taken = options[0]
            return block
        if automatic[who]:
            fail("asked-automatic", -1)
        M.F[0] = block
        M.pending = new_pending((question, who, options, shown, block))
        return WAITS

    return {"ask": ask, "count": count}
