"""
Routines that wait, cut into blocks: straight pieces between the points at which they may stop.

A block does its steps and goes on at another one. What it keeps beyond its end lies in the frame of
its routine. Steps in which nothing waits stay as they are, and may leave the block: by `Return`, or
by `Next` and `Leave` of a loop that was cut, whose blocks `labels` names.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import TypeAlias

from attrs import define, field, frozen

from ruleslang.flow.constant_folding import apply
from ruleslang.flow.steps import (
    NOWHERE,
    Ask,
    At,
    Call,
    Cancel,
    Each,
    Fail,
    If,
    Landing,
    Leave,
    Loop,
    Next,
    Return,
    Set,
    Step,
    Stretch,
    Win,
    assigned,
    read,
    steps_in,
)
from ruleslang.flow.steps import End as EndStep
from ruleslang.flow.tables_and_routines import Routine
from ruleslang.flow.words import Apply, Constant, Variable, Word
from ruleslang.program import types as t
from ruleslang.program.typing.lattice import members

NUMBER = t.Number(0, 2**31 - 1)


@frozen
class Jump:
    """Goes on at a block."""

    to: int


@frozen
class Branch:
    """Goes on at one of two."""

    condition: Word
    yes: int
    no: int


@frozen
class CallThen:
    """A routine runs, then it goes on; there `Block.takes` takes the answer."""

    routine: str
    arguments: tuple[Word, ...]
    then: int


@frozen
class AskThen:
    """A player is asked, then it goes on; there `Block.takes` takes what was chosen."""

    ask: Ask
    then: int


@frozen
class EndThen:
    """A run is ended; if there is none and need not be, it goes on."""

    end: EndStep
    then: int


@frozen
class CancelThen:
    """A run is cancelled."""

    cancel: Cancel


@frozen
class Over:
    """The steps of the block have already left it, so no jump follows them."""


End: TypeAlias = Jump | Branch | CallThen | AskThen | EndThen | CancelThen | Over


@define
class Block:
    """
    A piece of a routine.

    `statement` is the number of the statement at which the routine stands while it waits to go on
    with this block; `takes` the variable that takes what it waited for.
    """

    number: int
    routine: str
    takes: Variable | None = None
    steps: list[Step] = field(factory=list)
    end: End = Over()
    statement: int = -1
    labels: Mapping[str, tuple[int, int]] = field(factory=dict)


@frozen(eq=False)
class Cut:
    """
    All blocks; where each routine begins, and lands; which variables its frame holds, in order.
    """

    blocks: tuple[Block, ...]
    entries: Mapping[str, int]
    landings: Mapping[str, int]
    frames: Mapping[str, tuple[Variable, ...]]


def cut(routines: Mapping[str, Routine]) -> Cut:
    """The blocks of all routines that wait."""
    cutter = _Cutter({name for name, each in routines.items() if each.waits})
    entries = {}
    frames = {}
    for name in sorted(cutter.waiting):
        routine = routines[name]
        first = len(cutter.blocks)
        entries[name] = cutter.whole(routine)
        here = [(each.steps, each.takes) for each in cutter.blocks[first:]]
        made = assigned(tuple(step for steps, _ in here for step in steps))
        ends = assigned(tuple(each.end for each in cutter.blocks[first:]))
        takes = {takes.name: takes for _, takes in here if takes is not None}
        own = {each.name: each for each in routine.parameters} | made | ends | takes
        frames[name] = tuple(own.values())
    _shorten(cutter.blocks)
    return Cut(tuple(cutter.blocks), entries, cutter.landings, frames)


def _shorten(blocks: list[Block]) -> None:
    """Jumps over blocks that only jump on; where a frame waits its block stays, with its place."""

    def last(number: int) -> int:
        met = {number}
        while True:
            here = blocks[number]
            if here.steps or here.takes is not None or not isinstance(here.end, Jump):
                return number
            number = here.end.to
            if number in met:
                return number
            met.add(number)

    for block in blocks:
        match block.end:
            case Jump(to):
                block.end = Jump(last(to))
            case Branch(condition, yes, no):
                block.end = Branch(condition, last(yes), last(no))
        block.labels = {name: (last(a), last(b)) for name, (a, b) in block.labels.items()}


@define
class _Cutter:
    waiting: set[str]
    blocks: list[Block] = field(factory=list)
    routine: str = ""
    statement: int = NOWHERE
    labels: dict[str, tuple[int, int]] = field(factory=dict)
    landings: dict[str, int] = field(factory=dict)

    def whole(self, routine: Routine) -> int:
        """The blocks of a routine; the first."""
        self.routine, self.statement, self.labels = routine.name, NOWHERE, {}
        entry = self._new()
        last = self._all(routine.steps, entry)
        if last is not None:
            last.steps.append(Return())
        return entry.number

    def _new(self, takes: Variable | None = None) -> Block:
        block = Block(
            len(self.blocks),
            self.routine,
            takes,
            statement=self.statement,
            labels=dict(self.labels),
        )
        self.blocks.append(block)
        return block

    def _all(self, steps: Iterable[Step], block: Block) -> Block | None:
        """Steps put at the end of a block; the block that then goes on, if one does."""
        here: Block | None = block
        before = self.statement  # where it stands again behind the steps of an inner block
        for step in steps:
            if isinstance(step, Landing):
                self.statement = NOWHERE
                here = self._new()
                self.landings[self.routine] = here.number
                continue
            if here is None:
                continue
            if isinstance(step, At):
                self.statement = step.statement
            here = self._one(step, here)
        self.statement = before
        return here

    def _one(self, step: Step, block: Block) -> Block | None:
        match step:
            case Ask():
                return self._wait(block, lambda then: AskThen(step, then), step.into)
            case Call(routine=routine) if routine in self.waiting:
                return self._wait(
                    block, lambda then: CallThen(routine, step.arguments, then), step.into
                )
            case EndStep():
                then = self._new()
                block.end = EndThen(step, then.number)
                return then
            case Cancel():
                block.end = CancelThen(step)
                return None
            case Stretch():
                after = self._new()
                self.labels[step.label] = after.number, after.number
                block.labels = dict(self.labels)
                last = self._all(step.body, block)
                self.labels.pop(step.label)
                if last is not None:
                    last.end = Jump(after.number)
                return after
            case If() if self._splits(step):
                return self._if(step, block)
            case Each() if self._splits(step):
                return self._each(step, block)
            case Loop() if self._splits(step):
                return self._loop(step, block)
        block.steps.append(step)
        return None if isinstance(step, Return | Next | Leave | Fail | Win) else block

    def _splits(self, step: Step) -> bool:
        return any(
            isinstance(each, Ask | EndStep | Cancel | Stretch)
            or (isinstance(each, Call) and each.routine in self.waiting)
            for each in steps_in((step,))
        )

    def _wait(self, block: Block, end: Callable[[int], End], into: Variable | None) -> Block:
        then = self._new(into)
        block.end = end(then.number)
        return then

    def _if(self, step: If, block: Block) -> Block | None:
        yes, no = self._new(), self._new()
        block.end = Branch(step.condition, yes.number, no.number)
        ends = [self._all(step.then, yes), self._all(step.otherwise, no)]
        going = [each for each in ends if each is not None]
        if not going:
            return None
        after = self._new()
        for each in going:
            each.end = Jump(after.number)
        return after

    def _loop(self, step: Loop, block: Block) -> Block:
        head, tail, after = self._new(), self._new(), self._new()
        block.end = Jump(head.number)
        return self._body(step.label, step.body, step.tail, head, head, tail, after)

    def _body(
        self,
        label: str,
        body: tuple[Step, ...],
        then: tuple[Step, ...],
        head: Block,
        begin: Block,
        tail: Block,
        after: Block,
    ) -> Block:
        """The body of a loop that begins in a block, and its tail, which leads to the head."""
        self.labels[label] = tail.number, after.number
        begin.labels = dict(self.labels)
        last = self._all(body, begin)
        if last is not None:
            last.end = Jump(tail.number)
        self.labels.pop(label)
        end = self._all(then, tail)
        if end is not None:
            end.end = Jump(head.number)
        return after

    def _each(self, step: Each, block: Block) -> Block:
        over = Variable(f"{step.label}_over", step.over.type)
        place = Variable(f"{step.label}_place", NUMBER)
        block.steps += [Set(over, step.over), Set(place, Constant(0, NUMBER))]
        head, begin, tail, after = self._new(), self._new(), self._new(), self._new()
        block.end = Jump(head.number)
        there = apply("number of", over, type=NUMBER)
        head.end = Branch(apply("<", place, there), begin.number, after.number)
        one_more = apply("+", place, Constant(1, NUMBER), type=NUMBER)
        entry = Apply("entry", (over, one_more), members(over.type))
        begin.steps += [Set(step.variable, entry), Set(place, one_more)]
        return self._body(step.label, step.body, (), head, begin, tail, after)


def variables_of(block: Block) -> set[str]:
    """The names of all variables that a block reads or gives values."""
    nodes = (tuple(block.steps), block.end)
    found = read(nodes) | set(assigned(nodes))
    return found | ({block.takes.name} if block.takes is not None else set())
