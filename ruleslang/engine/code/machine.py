"""The machine of a match in C: a block of memory, with the interface of `Play`."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from itertools import compress, count
from operator import ne
from typing import Any

from attrs import frozen

from ruleslang.engine.cells.machine import Frame, Pending, Play
from ruleslang.engine.code.memory import LAST_TUPLE, NONE, Compiled, Memory
from ruleslang.engine.code.mover import LOW_HALF, Mover, raise_stopped
from ruleslang.engine.code.print_stmts import NOTES
from ruleslang.engine.code.printed_game import PrintedGame
from ruleslang.engine.flow.state_layout import STREAM, Layout
from ruleslang.engine.match.chance import Chance, KnownChance
from ruleslang.engine.match.faults import SLUGS, Fault

SLUG_OF = tuple(SLUGS)


def fault_of(number: int, origin: int) -> Fault | None:
    """Return the fault of a number, from 1; 0: none."""
    slug = SLUG_OF[number - 1]
    return Fault(slug, SLUGS[slug], origin) if number else None


class _Asked(dict[int, tuple[int, int] | None]):
    """The unpacked result of `rl_pick`: who decides, and the number of choices."""

    def __missing__(self, packed: int) -> tuple[int, int] | None:
        if packed < 0:
            raise_stopped()
            return None
        pending = self[packed] = packed >> 32, packed & LOW_HALF
        return pending


ASKED = _Asked({0: None})


@frozen(eq=False)
class ReadCells:
    """Cells that were read: their words, their values, and the places of those on the heap."""

    words: list[int]
    cells: list[Any]
    on_heap: list[int]


def read_cells(memory: Memory, layout: Layout, before: ReadCells | None) -> ReadCells:
    """
    Return the cells in a memory, updating the list read before.

    Most words are unchanged; those on the heap may refer to another value.
    """
    start = memory.of.places["S"]
    words = memory.words[start : start + layout.size].tolist()
    if before is None:
        places: Iterable[int] = range(len(words))
        cells: list[Any] = [None] * len(words)
    else:
        places = {*compress(count(), map(ne, words, before.words)), *before.on_heap}
        cells = before.cells
    known, on_heap = memory.of.known, []
    for at in places:
        word = words[at]
        if word > LAST_TUPLE:
            cells[at] = word
        elif word in known:
            cells[at] = known[word]
        else:
            cells[at] = memory.value(word)
            on_heap.append(at)
    return ReadCells(words, cells, on_heap)


class CPlay:
    """
    One playing of a flow by C; queries read its memory.

    `asked`, `cells` and `frames` were read since the last choice, which its `Mover` made.
    """

    __slots__ = ("asked", "cells", "chance", "frames", "game", "memory", "raised", "read")

    def __init__(self, game: PrintedGame, compiled: Compiled, *, is_clear: bool = True) -> None:
        self.game = game
        self.memory = Memory(compiled, is_clear=is_clear)
        self.cells: list[Any] | None = None
        self.frames: list[Frame] | None = None
        self.asked: tuple[int, int] | None = None  # not known, or nobody
        self.read: ReadCells | None = None
        self.chance: Chance | None = None  # it comes from streams
        self.raised: Fault | None = None  # by the source of chance

    # ------------------------------------------------------------ moving

    def moved(self) -> None:
        """Forget what was read."""
        self.cells = self.frames = self.asked = None

    def copy(self) -> CPlay:
        twin = object.__new__(CPlay)
        twin.game, twin.memory = self.game, self.memory.copy()
        twin.cells = twin.frames = twin.read = None
        twin.chance = None if self.chance is None else self.chance.copy()
        twin.asked, twin.raised = self.asked, self.raised
        return twin

    def open(self, seed: int) -> None:
        """Set up the opening position, in which dice are rolled."""
        memory = self.memory
        memory.put("keeps_outcomes", 1)
        memory.of.functions.rl_open(memory.address, seed & (1 << 64) - 1)
        self.moved()

    def start(self, seed: int, *, keeps_events: bool = False) -> None:
        """Play up to the first decision of a seed's match, if nothing was played or read before."""
        memory = self.memory
        functions = memory.of.functions
        start = functions.rl_start_with_events if keeps_events else functions.rl_start
        self.asked = ASKED[start(memory.address, seed & (1 << 64) - 1)]

    def begin(self, frames: list[Frame]) -> None:
        """Run a routine in the last of these frames, up to the first decision."""
        self._take_frames(frames)
        self.moved()
        go_on, at = self.memory.of.functions.rl_go_on, self.memory.address
        self.asked = ASKED[self._with_chance(partial(go_on, at, frames[-1][0]))]

    def called(self, routine: str, *arguments: Any) -> Any:
        """Return the answer of a routine that C can be asked for; raises its `Fault`."""
        return self._called(self.game.text.called[routine], *map(self.memory.word, arguments))

    def seen(self, seat: int, routine: str, *arguments: Any) -> Any:
        """Return the answer of a routine about what a seat sees; raises its `Fault`."""
        self.memory.put("S", seat, self.game.eyes)
        try:
            return self.called(routine, *arguments)
        finally:
            self.memory.put("S", 0, self.game.eyes)

    def preferred(self, player: int) -> Sequence[int] | None:
        """Return the places of a player's preferred choices; `None`: no line about the question."""
        left: Sequence[int] | None = self._called(-player)
        return left

    def _called(self, routine: int, *words: int) -> Any:
        memory, given = self.memory, array("q", [0, *words])
        fault = fault_of(memory.of.functions.rl_call(memory.address, routine, given), given[0])
        memory.of.raise_stopped()
        if fault is not None:
            raise fault
        return memory.value(given[0])

    def choose(self, index: int) -> None:
        """Make a choice of the pending decision, up to the next, without a `Mover`."""
        memory = self.memory
        self.moved()
        self.asked = ASKED[
            self._with_chance(partial(memory.of.picking.pick, memory.address, index))
        ]

    def _with_chance(self, step: Callable[[], int]) -> int:
        """Take a step; from its beginning again when the source of chance gave an outcome."""
        chance, memory = self.chance, self.memory
        if chance is None:
            return step()
        before, known = memory.copy(), chance if isinstance(chance, KnownChance) else None
        outcomes = [] if known is None else [*map(_in_words, known.ahead())]
        self._give(outcomes)
        while True:
            asked = step()
            if known is not None:
                known.take(len(outcomes) - memory.number_of_pairs(memory.get("given")))
                known = None
            if not memory.get("wanted"):
                self._give(())
                return asked
            try:
                outcomes += map(_in_words, self.game.given_chance.outcomes(self, chance))
            except Fault as fault:
                self.raised = fault.with_traceback(None)  # which would keep `before`
                return asked
            except BaseException:
                memory.take(before.address)
                raise
            memory.take(before.address)
            self._give(outcomes)

    def _give(self, outcomes: Sequence[int | tuple[int, ...]]) -> None:
        """Put outcomes before a step."""
        memory = self.memory
        words = [each if isinstance(each, int) else memory.word(each) for each in outcomes]
        memory.put("given", memory.pairs(words))

    def draw_from(self, chance: Chance) -> None:
        """Continue chance from a source that has no streams."""
        self.chance = chance
        self.memory.put("asks", 1)

    def mover(self, chosen: list[int]) -> Mover:
        """Return a function that makes the next choices, and adds them to these."""
        memory, asked = self.memory, self.waits_for
        packed = 0 if asked is None else asked[0] << 32 | asked[1]
        tables = self.game.actions_in_c, self.game.keys_in_c
        return memory.of.picking.mover(memory.address, packed, chosen, memory, tables)

    def draw(self, undrawn: int, card: int) -> None:
        """Put a card in place of an undrawn one; nothing happens if there is none such."""
        self.memory.of.functions.rl_draw(self.memory.address, undrawn, card)
        self.moved()

    def record(self, outcomes: Sequence[int | tuple[int, ...]]) -> None:
        """Let these be all outcomes of chance so far."""
        memory, linked = self.memory, NONE
        for outcome in outcomes:
            linked = memory.tuple([linked, memory.word(outcome)])
        memory.put("outcomes", linked)

    def divert(self, seed: int, words: Sequence[tuple[str, int]]) -> None:
        """Continue chance from this seed and these words of streams."""
        self.chance = None
        self.memory.put("asks", 0)
        streams = self.game.flow.layout.streams
        self.memory.put("seed", seed & (1 << 64) - 1)
        for at in streams.values():
            self.memory.put("streams", 0, at)
        for name, word in words:
            self.memory.put("streams", word, streams[name])
        self.moved()

    def finish(self, seed: int, players: Sequence[int], decisions: int) -> tuple[int, ...]:
        """Play to the end with the rulebook's players, by number; returns the payoffs."""
        memory, numbers = self.memory, array("q", players)
        memory.of.functions.rl_finish(memory.address, seed & (1 << 64) - 1, numbers, decisions)
        memory.of.raise_stopped()
        self.moved()
        return self.payoffs

    # ------------------------------------------------------------ its position

    @property
    def seed(self) -> int:
        """The seed of the streams."""
        return self.memory.unsigned("seed")

    @property
    def S(self) -> list[Any]:
        """The cells."""
        if self.cells is None:
            memory, layout = self.memory, self.game.flow.layout
            self.read = read_cells(memory, layout, self.read)
            self.cells = self.read.cells[:]
            base = layout[STREAM].base
            for number in layout.streams.values():
                self.cells[base + number] = memory.unsigned("streams", number)
        return self.cells

    def part(self, at: int, cells: int) -> list[Any]:
        """Return some of the cells, without reading the others."""
        return self.memory.values(self.memory.of.places["S"] + at, cells)

    @property
    def K(self) -> list[Frame]:
        """The frames, the outermost first."""
        if self.frames is None:
            self.frames = list(self._all_frames())[::-1]
        return self.frames

    def _all_frames(self) -> list[Frame]:
        memory, frames_of = self.memory, self.game.frames
        at, frames, words = memory.get("frame"), [], memory.frames()
        for _ in range(memory.get("frames")):
            size = 2 + len(frames_of.places[frames_of.routines[words[at + 1]]])
            frames.append(memory.values_of(words[at : at + size].tolist()))
            at = words[at - 1]
        return frames

    @property
    def pending(self) -> Pending | None:
        """The pending question."""
        memory = self.memory
        if not memory.get("waits"):
            return None
        options, shown = (memory.value(memory.get(register)) for register in ("options", "shown"))
        who, question = memory.get("who"), memory.get("question")
        return Pending(question, who, options, shown, memory.get("block"))

    @property
    def waits_for(self) -> tuple[int, int] | None:
        """The player who decides, and the number of choices."""
        if self.asked is None and self.memory.get("waits"):
            choices = self.memory.of.functions.rl_choices(self.memory.address)
            self.asked = self.memory.get("who"), choices
        return self.asked

    @property
    def fault(self) -> Fault | None:
        return self.raised or fault_of(self.memory.get("fault"), self.memory.get("origin"))

    @property
    def is_over(self) -> bool:
        """Whether the match is over."""
        return bool(self.memory.get("over"))

    @property
    def capped(self) -> bool:
        """Whether the decision cap was reached."""
        return bool(self.memory.get("capped"))

    @property
    def statement(self) -> int:
        """The statement at which candidates were compared."""
        return self.memory.get("statement")

    @property
    def answer(self) -> Any:
        """The answer of the routine that was begun."""
        return self.memory.value(self.memory.get("answer"))

    @property
    def payoffs(self) -> tuple[int, ...]:
        if self.memory.get("over") != 1 or self.fault is not None:  # 2: only a procedure has ended
            return ()
        seats = range(len(self.game.automatic))
        return tuple(self.memory.get("payoffs", seat) for seat in seats)

    # ------------------------------------------------------------ the record

    def all_outcomes(self) -> list[int | tuple[int, ...]]:
        """Return all outcomes of chance, in order."""
        words = self.memory.linked(self.memory.get("outcomes"))
        return [self.memory.value(word) for word in reversed(words)]

    def all_notes(self) -> list[tuple[str, int]]:
        """Return the safety limits that were reached, in order."""
        words = self.memory.linked(self.memory.get("notes"))[::-1]
        whats, origins = words[::2], words[1::2]
        return [(NOTES[note], origin) for note, origin in zip(whats, origins, strict=True)]

    # ------------------------------------------------------------ from one engine to the other

    def without_record(self) -> Play:
        """Return the position as a `Play`, without the record of what led there."""
        play = Play(self.game, self.S[:], self.seed, None)
        play.K = [frame[:] for frame in self.K]
        play.pending, play.answer = self.pending, self.answer
        play.fault, play.is_over, play.capped = self.fault, self.is_over, self.capped
        play.payoffs = self.payoffs
        return play

    def take(self, play: Play) -> None:
        """Take the position of a `Play`, in which streams are the source of chance in the end."""
        memory, layout = self.memory, self.game.flow.layout
        memory.clear()
        memory.put("keeps_outcomes", 1)
        memory.put("seed", play.seed & (1 << 64) - 1)
        base = layout[STREAM].base
        streams = range(base, base + len(layout.streams))
        for at, value in enumerate(play.S):
            if at in streams:
                memory.put("streams", value or 0, at - base)
            else:
                memory.put("S", memory.word(value), at)
        self._take_frames(play.K)
        self._take_status(play)
        if play.chance is not None:
            self.draw_from(play.chance)
        self.moved()

    def changed(self, before: Play, after: Play) -> CPlay:
        """Return a copy with the differences between two plays applied, the first equal to this."""
        twin = self.copy()
        memory = twin.memory
        for at, (old, new) in enumerate(zip(before.S, after.S, strict=True)):
            if old is not new and old != new:
                memory.put("S", memory.word(new), at)
        twin._take_frames(after.K)
        twin._take_pending(after)
        memory.of.functions.rl_look(memory.address)
        twin.moved()
        return twin

    def _take_frames(self, frames: list[Frame]) -> None:
        memory, end, last = self.memory, 0, 0
        into = memory.frames(sum(len(frame) + 1 for frame in frames))
        for frame in frames:
            for at, word in enumerate([last, *map(memory.word, frame)], start=end):
                into[at] = word
            last, end = end + 1, end + 1 + len(frame)
        memory.put("frame", last)
        memory.put("frames", len(frames))

    def _take_status(self, play: Play) -> None:
        memory = self.memory
        self._take_pending(play)
        memory.put("answer", memory.word(play.answer))
        memory.of.functions.rl_look(memory.address)
        memory.put("over", play.is_over and 2 - bool(play.payoffs))
        memory.put("capped", int(play.capped))
        if play.fault is not None:
            memory.put("fault", SLUG_OF.index(play.fault.slug) + 1)
            memory.put("origin", play.fault.origin)
        for seat, payoff in enumerate(play.payoffs):
            memory.put("payoffs", payoff, seat)
        self.record(play.all_outcomes())

    def _take_pending(self, play: Play) -> None:
        memory, pending = self.memory, play.pending
        if pending is not None:
            numbers = (pending.question, pending.who, pending.block, 1)
            for name, number in zip(("question", "who", "block", "waits"), numbers, strict=True):
                memory.put(name, number)
            memory.put("options", memory.word(tuple(pending.options)))
            memory.put("shown", memory.word(tuple(pending.shown)))


def _in_words(outcome: int | tuple[int, ...]) -> int | tuple[int, ...]:
    """Return an outcome that fits into words; an impossible one, of a forged save, stays so."""
    if isinstance(outcome, tuple):
        return tuple(map(_word, outcome))
    return _word(outcome)


def _word(outcome: int) -> int:
    return max(-1, min(int(outcome), (1 << 63) - 1))


def in_memory(game: Any, memory: Memory) -> CPlay:
    """Return the match that a memory holds."""
    play = object.__new__(CPlay)
    play.game, play.memory = game, memory
    play.moved()
    play.read = play.chance = play.raised = None
    return play


def memory_of(match: Any, game: PrintedGame | None, *, keeps_choices: bool) -> Memory:
    """Return a copy of a `Match` in memory that this game reads; raises `ValueError` for others."""
    play: Any = getattr(getattr(match, "engine", None), "play", None)
    if not isinstance(play, CPlay) or game is None or not game.reads(play.memory, play.game):
        raise ValueError(
            "`other` is no match of this game, with these settings, that the batch's engine plays"
        )
    match = match.copy()  # which no other thread moves meanwhile
    memory: Memory = match.engine.play.memory
    if keeps_choices:
        if match._is_dealt_again or match.start.position:
            raise ValueError("`other` has other chance or began elsewhere: no choices lead there")
        memory.keep_choices(match.engine.chosen)
    return memory
