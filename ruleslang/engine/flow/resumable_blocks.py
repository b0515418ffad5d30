"""
Cuts routines that wait into basic blocks, at the points where they may stop.

A block runs its statements and continues at another one. Variables that live longer are in the
frame of the routine. Statements in which nothing waits stay nested, and may leave the block: by
`Return`, or by `Next` and `Leave` of a loop that was cut, whose blocks are in `labels`.
An example: docs/dev/flow-examples.md.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import TypeAlias

from attrs import define, field, frozen

from ruleslang.engine.flow import ir_stmts as p
from ruleslang.engine.flow.build_exprs import apply
from ruleslang.engine.flow.ir_exprs import Apply, Constant, Expr, Variable
from ruleslang.engine.flow.ir_stmts import End as EndStmt
from ruleslang.engine.flow.tables_and_routines import Routine
from ruleslang.program import types as t
from ruleslang.program.typing.lattice import members

NUMBER = t.Number(0, 2**31 - 1)


@frozen
class Jump:
    """Continue at a block."""

    to: int


@frozen
class Branch:
    """Continue at one of two blocks."""

    condition: Expr
    yes: int
    no: int


@frozen
class CallThen:
    """Call a routine, then continue; `Block.takes` of that block receives the answer."""

    routine: str
    arguments: tuple[Expr, ...]
    then: int


@frozen
class AskThen:
    """Ask a player, then continue; `Block.takes` of that block receives the choice."""

    ask: p.Ask
    then: int


@frozen
class EndThen:
    """End a run; if there is none and none is required, continue."""

    end: EndStmt
    then: int


@frozen
class CancelThen:
    """Cancel a run."""

    cancel: p.Cancel


@frozen
class Over:
    """No successor: the statements have left the block already."""


End: TypeAlias = Jump | Branch | CallThen | AskThen | EndThen | CancelThen | Over


@define
class Block:
    """
    A basic block.

    `statement` is the number of the statement at which the routine stands while it waits to
    continue with this block; `takes` is the variable that receives the result.
    """

    number: int
    routine: str
    takes: Variable | None = None
    stmts: list[p.Stmt] = field(factory=list)
    end: End = Over()
    statement: int = -1
    labels: Mapping[str, tuple[int, int]] = field(factory=dict)


@frozen(eq=False)
class Cut:
    """All blocks; the entry and landing of each routine; the variables of its frame, in order."""

    blocks: tuple[Block, ...]
    entries: Mapping[str, int]
    landings: Mapping[str, int]
    frames: Mapping[str, tuple[Variable, ...]]


def cut(routines: Mapping[str, Routine]) -> Cut:
    """Cut all routines that wait."""
    cutter = _Cutter({name for name, waiting in routines.items() if waiting.waits})
    entries = {}
    frames = {}
    for name in sorted(cutter.waiting):
        routine = routines[name]
        first = len(cutter.blocks)
        entries[name] = cutter.whole(routine)
        here = [(block.stmts, block.takes) for block in cutter.blocks[first:]]
        assigned_in_stmts = p.assigned(tuple(stmt for stmts, _ in here for stmt in stmts))
        ends = p.assigned(tuple(block.end for block in cutter.blocks[first:]))
        takes = {takes.name: takes for _, takes in here if takes is not None}
        variables = (
            {parameter.name: parameter for parameter in routine.parameters}
            | assigned_in_stmts
            | ends
            | takes
        )
        frames[name] = tuple(variables.values())
    _shorten(cutter.blocks)
    return Cut(tuple(cutter.blocks), entries, cutter.landings, frames)


def _shorten(blocks: list[Block]) -> None:
    """Thread jumps through empty blocks; a block at which a frame waits is kept."""

    def last(number: int) -> int:
        reached = {number}
        while True:
            here = blocks[number]
            if here.stmts or here.takes is not None or not isinstance(here.end, Jump):
                return number
            number = here.end.to
            if number in reached:
                return number
            reached.add(number)

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
    statement: int = p.NOWHERE
    labels: dict[str, tuple[int, int]] = field(factory=dict)
    landings: dict[str, int] = field(factory=dict)

    def whole(self, routine: Routine) -> int:
        """Cut a routine; returns its first block."""
        self.routine, self.statement, self.labels = routine.name, p.NOWHERE, {}
        entry = self._new()
        last = self._cut_stmts(routine.stmts, entry)
        if last is not None:
            last.stmts.append(p.Return())
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

    def _cut_stmts(self, stmts: Iterable[p.Stmt], block: Block) -> Block | None:
        """Append statements to a block; returns the block that continues, if any."""
        here: Block | None = block
        before = self.statement  # where it stands again behind the statements of an inner block
        for stmt in stmts:
            if isinstance(stmt, p.Landing):
                self.statement = p.NOWHERE
                here = self._new()
                self.landings[self.routine] = here.number
                continue
            if here is None:
                continue
            if isinstance(stmt, p.At):
                self.statement = stmt.statement
            here = self._cut_stmt(stmt, here)
        self.statement = before
        return here

    def _cut_stmt(self, stmt: p.Stmt, block: Block) -> Block | None:
        match stmt:
            case p.Ask():
                return self._wait(block, lambda then: AskThen(stmt, then), stmt.into)
            case p.Call(routine=routine) if routine in self.waiting:
                return self._wait(
                    block, lambda then: CallThen(routine, stmt.arguments, then), stmt.into
                )
            case EndStmt():
                then = self._new()
                block.end = EndThen(stmt, then.number)
                return then
            case p.Cancel():
                block.end = CancelThen(stmt)
                return None
            case p.Stretch():
                after = self._new()
                self.labels[stmt.label] = after.number, after.number
                block.labels = dict(self.labels)
                last = self._cut_stmts(stmt.body, block)
                self.labels.pop(stmt.label)
                if last is not None:
                    last.end = Jump(after.number)
                return after
            case p.If() if self._splits(stmt):
                return self._if(stmt, block)
            case p.Each() if self._splits(stmt):
                return self._cut_each_loop(stmt, block)
            case p.Loop() if self._splits(stmt):
                return self._loop(stmt, block)
        block.stmts.append(stmt)
        return None if isinstance(stmt, p.Return | p.Next | p.Leave | p.Fail | p.Win) else block

    def _splits(self, stmt: p.Stmt) -> bool:
        return any(
            isinstance(inner, p.Ask | EndStmt | p.Cancel | p.Stretch)
            or (isinstance(inner, p.Call) and inner.routine in self.waiting)
            for inner in p.stmts_in((stmt,))
        )

    def _wait(self, block: Block, end: Callable[[int], End], into: Variable | None) -> Block:
        then = self._new(into)
        block.end = end(then.number)
        return then

    def _if(self, stmt: p.If, block: Block) -> Block | None:
        yes, no = self._new(), self._new()
        block.end = Branch(stmt.condition, yes.number, no.number)
        ends = [self._cut_stmts(stmt.then, yes), self._cut_stmts(stmt.otherwise, no)]
        going = [end for end in ends if end is not None]
        if not going:
            return None
        after = self._new()
        for last in going:
            last.end = Jump(after.number)
        return after

    def _loop(self, stmt: p.Loop, block: Block) -> Block:
        head, tail, after = self._new(), self._new(), self._new()
        block.end = Jump(head.number)
        return self._body(stmt.label, stmt.body, stmt.tail, head, head, tail, after)

    def _body(
        self,
        label: str,
        body: tuple[p.Stmt, ...],
        then: tuple[p.Stmt, ...],
        head: Block,
        begin: Block,
        tail: Block,
        after: Block,
    ) -> Block:
        """Cut the body of a loop that begins in a block, and its tail, which leads to the head."""
        self.labels[label] = tail.number, after.number
        begin.labels = dict(self.labels)
        last = self._cut_stmts(body, begin)
        if last is not None:
            last.end = Jump(tail.number)
        self.labels.pop(label)
        end = self._cut_stmts(then, tail)
        if end is not None:
            end.end = Jump(head.number)
        return after

    def _cut_each_loop(self, stmt: p.Each, block: Block) -> Block:
        over = Variable(f"{stmt.label}_over", stmt.over.type)
        place = Variable(f"{stmt.label}_place", NUMBER)
        block.stmts += [p.Set(over, stmt.over), p.Set(place, Constant(0, NUMBER))]
        head, begin, tail, after = self._new(), self._new(), self._new(), self._new()
        block.end = Jump(head.number)
        size = apply("number of", over, type=NUMBER)
        head.end = Branch(apply("<", place, size), begin.number, after.number)
        one_more = apply("+", place, Constant(1, NUMBER), type=NUMBER)
        entry = Apply("entry", (over, one_more), members(over.type))
        begin.stmts += [p.Set(stmt.variable, entry), p.Set(place, one_more)]
        return self._body(stmt.label, stmt.body, (), head, begin, tail, after)


def variables_of(block: Block) -> set[str]:
    """Return the names of all variables that a block reads or assigns."""
    nodes = (tuple(block.stmts), block.end)
    names = p.read(nodes) | set(p.assigned(nodes))
    return names | ({block.takes.name} if block.takes is not None else set())
