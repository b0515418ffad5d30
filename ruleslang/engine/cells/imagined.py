"""
Evaluates hypothetical positions: runs something in a copy of the cells and frames, and reads the
result.

It also searches for what can be done most often: every way is done in a
hypothetical position, and those after it; positions reached in several orders are evaluated once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from attrs import field, frozen

from ruleslang.engine.cells.machine import WAITS, Capped, Frame, Left, Play, Won, drop, enter
from ruleslang.engine.flow import state_layout as cells
from ruleslang.engine.flow.lower import Flow
from ruleslang.engine.match.faults import fail
from ruleslang.program import limits

Cells = list[Any]
Runs = Callable[..., None]
Asked = Callable[..., Any]
Position = tuple[tuple[Any, ...], ...]


def would_be(
    M: Play,
    S: Cells,
    run: Runs,
    arguments: Sequence[Any],
    seen: Asked,
    seen_arguments: Sequence[Any],
) -> Any:
    """Return the result of a function in the position after a run."""
    with imagined(M, S) as T:
        _run(M, T, run, arguments)
        return seen(M, T, *seen_arguments)


@contextmanager
def imagined(M: Play, S: Cells) -> Iterator[Cells]:
    """
    Return the match in a copy of its cells, with nothing queued and no secret questions. Everything
    is restored except the counts of steps and of the record.
    """
    kept = (M.K, M.F, M.base, M.seen, M.noted, M.notes, M.taken, M.answer, M.statement)
    evaluation, M.evaluation = M.evaluation, None
    T: Cells = M.game.imagined(S)
    M.S = T
    M.K = [frame[:] for frame in M.K]
    M.F = M.K[-1] if M.K else []
    M.base, M.seen, M.noted = len(M.K), {}, []
    try:
        yield T
    finally:
        for at in M.game.counters:
            S[at] = T[at]
        M.S, M.evaluation = S, evaluation
        M.K, M.F, M.base, M.seen, M.noted, M.notes, M.taken, M.answer, M.statement = kept


def _run(M: Play, S: Cells, run: Runs, arguments: Sequence[Any]) -> None:
    """Run something to its end, or until it is left."""
    base = M.base
    try:
        try:
            run(M, S, *arguments)
        except (Left, Capped):
            drop(M, S, base)
    except Won as won:
        _win(M, S, won)


def _win(M: Play, S: Cells, won: Won) -> None:
    try:
        drop(M, S, M.base)
    except Won as later:
        _win(M, S, later)
    else:
        S[M.game.winners] = tuple(sorted(won.winners))


def run_to_its_end(M: Play, S: Cells, frame: Frame) -> None:
    """Run a routine that waits in a hypothetical position, where nobody is asked."""
    block, blocks = enter(M, frame), M.game.blocks
    while block >= 0:
        block = blocks[block](M, S)
    if block == WAITS:
        fail("asked-nobody", -1)


# ---------------------------------------------------------------- as often as possible


@frozen(eq=False)
class _Search:
    """How often actions can be done from a position, memoised by its distinctive cells."""

    M: Play
    ways: Asked
    doing: Runs
    who: int
    origin: int
    ranges: Sequence[tuple[int, int]]
    known: dict[Position, int] = field(factory=dict)
    path: list[Position] = field(factory=list)

    def often(self, S: Cells, way: Any) -> int:
        """Return how often in total, if this way is done first."""
        M = self.M
        S[M.game.steps] += 1
        if S[M.game.steps] > limits.STEPS:
            fail("endless", -1)
        with imagined(M, S) as T:
            _run(M, T, self.doing, (self.who, way))
            return 1 + (0 if T[M.game.winners] else self._from_here(T))

    def _from_here(self, S: Cells) -> int:
        here = tuple([tuple(S[low:high]) for low, high in self.ranges])
        if here not in self.known:
            if here in self.path or len(self.path) >= limits.OFTEN:
                fail("endless", self.origin)
            self.path.append(here)
            ways = self.ways(self.M, S, self.who)
            self.known[here] = max([self.often(S, way) for way in ways], default=0)
            self.path.pop()
        return self.known[here]


def searching(flow: Flow) -> Callable[..., tuple[int, tuple[Any, ...]]]:
    """Return the function that searches for what can be done most often."""
    ranges = compared(flow)

    def most_often(
        M: Play, S: Cells, ways: Asked, doing: Runs, who: int, origin: int
    ) -> tuple[int, tuple[Any, ...]]:
        search = _Search(M, ways, doing, who, origin, ranges)
        legal = ways(M, S, who)
        times = [search.often(S, way) for way in legal]
        best = max(times, default=0)
        return best, tuple([way for way, often in zip(legal, times, strict=True) if often == best])

    return most_often


def compared(flow: Flow) -> tuple[tuple[int, int], ...]:
    """Return the ranges of cells that distinguish positions derived from the same one."""
    program, families = flow.population.program, flow.layout.families
    names = [cells.ACTIVE, cells.PLAYERS, cells.TITLES, cells.COUNTING, cells.LASTING]
    names += [cells.state_family(state.name) for state in program.states]
    names += [cells.dice_family(die.name) for die in program.dice]
    names += [cells.ZONES, cells.SPACE, cells.LIMITS, cells.MARKS, cells.FACES]
    names += [cells.facts_family(place) for place in flow.shown_facts]
    names += [name for name in families if name.startswith("shown ")]
    some = [families[name] for name in names if name in families]
    ranges: list[tuple[int, int]] = []
    for low, high in sorted((of.base, of.base + of.cells) for of in some):
        if ranges and low <= ranges[-1][1]:
            ranges[-1] = ranges[-1][0], max(high, ranges[-1][1])
        else:
            ranges.append((low, high))
    return tuple(ranges)
