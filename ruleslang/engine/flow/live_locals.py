"""
Which locals of a frame can still matter while its routine waits: liveness over basic blocks.

A frame keeps what it held in earlier turns of a loop until it is written again. Two positions are
the same game if they differ in that alone.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import TypeAlias

from ruleslang.engine.flow import ir_stmts as p
from ruleslang.engine.flow.ir_exprs import Bind, Find, PlaceOf, Variable
from ruleslang.engine.flow.lower import Flow
from ruleslang.engine.flow.resumable_blocks import AskThen, Block, Branch, CallThen, EndThen, Jump

ReadByOthers: TypeAlias = Mapping[str, frozenset[str]]
STAGE = "stage_"  # how far a run has come, which is asked from outside


def live_locals(
    flow: Flow, routine: str, read_by_others: ReadByOthers
) -> dict[int, frozenset[str]]:
    """
    Return the names of the locals that matter when a routine continues at a block, for each of its
    blocks; without the one that receives the answer it waits for.
    """
    blocks = [block for block in flow.cut.blocks if block.routine == routine]
    landing = flow.cut.landings.get(routine)
    always = read_by_others.get(routine, frozenset()) | {STAGE}
    always |= p.read(flow.routines[routine].cleanup)
    sets = {block.number: {block.takes.name} if block.takes else set() for block in blocks}
    needs = {block.number: _needs(block, sets[block.number]) for block in blocks}
    then = {block.number: {*_next_blocks(block), *_block_if_any(landing)} for block in blocks}
    live: dict[int, frozenset[str]] = dict(needs)
    changes = True
    while changes:
        changes = False
        for block in reversed(blocks):
            number = block.number
            after = frozenset[str]().union(*(live.get(to, frozenset()) for to in then[number]))
            now = needs[number] | (after - sets[number])
            if now != live[number]:
                live[number], changes = now, True
    taken = {block.number: block.takes for block in blocks}
    return {
        number: (names | always) - ({takes.name} if (takes := taken[number]) else set())
        for number, names in live.items()
    }


def _block_if_any(number: int | None) -> tuple[int, ...]:
    return () if number is None else (number,)


def _next_blocks(block: Block) -> Iterator[int]:
    """Yield the blocks of the same routine at which it may go on."""
    match block.end:
        case Jump(to):
            yield to
        case Branch(_, yes, no):
            yield from (yes, no)
        case CallThen(then=then) | AskThen(then=then) | EndThen(then=then):
            yield then
    for stmt in p.stmts_in(block.stmts) if block.labels else ():
        match stmt:
            case p.Next(label) if label in block.labels:
                yield block.labels[label][0]
            case p.Leave(label) if label in block.labels:
                yield block.labels[label][1]


def _bound(node: object) -> set[str]:
    """Return the variables that expressions bind, which are read only inside them."""
    return {expr.variable.name for expr in p.inside(node) if isinstance(expr, Bind | Find)}


def _sets(stmt: p.Stmt) -> set[str]:
    """Return the variables that a statement assigns on every path."""
    match stmt:
        case p.Set(variable=Variable(name)) | p.Ask(into=Variable(name)):
            return {name}
        case p.Do(into=Variable(name)) | p.Call(into=Variable(name)):
            return {name}
    return set()


def _needs(block: Block, known: set[str]) -> frozenset[str]:
    """Return the variables that a block reads before assigning; assigned ones become known."""
    needed = _needed(block.stmts, known)
    return frozenset(needed | (p.read(block.end) - known - _bound(block.end)))


def _needed(stmts: Iterable[p.Stmt], known: set[str]) -> set[str]:
    """Return the variables read that are not `known`; assigned ones become known."""
    needed: set[str] = set()
    for stmt in stmts:
        match stmt:
            case p.If(condition, then, otherwise):
                bound = known | _bound(condition)
                needed |= p.read(condition) - bound
                needed |= _needed(then, {*bound}) | _needed(otherwise, {*bound})
            case p.Each(_, variable, over, body):
                needed |= p.read(over) - known - _bound(over)
                needed |= _needed(body, {*known, variable.name})
            case p.Loop(_, body, tail):
                needed |= _needed(body, {*known}) | _needed(tail, {*known})
            case p.Stretch(_, body):
                needed |= _needed(body, {*known})
            case _:
                needed |= p.read(stmt) - known - _bound(stmt)
        known |= _sets(stmt) | (_bound(stmt) if not isinstance(stmt, p.Each | p.Loop) else set())
    return needed


def read_by_others(flow: Flow) -> ReadByOthers:
    """Return each routine's locals that others read, where a run is asked for what it holds."""
    named: dict[str, set[str]] = {}
    for routine in flow.routines.values():
        for node in p.inside((routine.stmts, routine.cleanup)):
            if isinstance(node, PlaceOf):
                places = node.places
            elif isinstance(node, p.Do):
                places = tuple(
                    pair
                    for given in node.given
                    if isinstance(given, tuple)
                    for pair in given
                    if isinstance(pair, tuple) and len(pair) == 2 and isinstance(pair[0], str)
                )
            else:
                continue
            for of, local in places:
                named.setdefault(of, set()).add(local)
                named.setdefault(f"original {of}", set()).add(local)
    return {of: frozenset(locals) for of, locals in named.items()}
