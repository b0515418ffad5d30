"""Which blocks need functions of their own, and which stand at the end of others."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from attrs import frozen

from ruleslang.flow.resumable_blocks import AskThen, Block, Branch, CallThen, Cut, EndThen, Jump
from ruleslang.flow.steps import Call, Do, Each, Leave, Next, Set, SetIn
from ruleslang.flow.walk import inside, steps_in
from ruleslang.flow.words import Bind, Find, Variable

SMALL = 2  # steps of a block that stands at the end of several others
DEEP = 6  # blocks that stand at the end of each other


@frozen(eq=False)
class BlockOrder:
    """`stops` are the blocks at which a match may go on; `jumps` how many others lead to each."""

    blocks: tuple[Block, ...]
    stops: frozenset[int]
    jumps: Counter[int]

    def follows(self, number: int, path: tuple[int, ...]) -> bool:
        """Whether a block stands where the last one of a path goes on at it."""
        block = self.blocks[number]
        if number in path or len(path) >= DEEP or block.takes is not None:
            return False
        is_small = len(block.steps) <= SMALL and not isinstance(block.end, Branch)
        return self.jumps[number] == 1 or is_small


def block_order(cut: Cut) -> BlockOrder:
    """The order of all blocks."""
    stops = {*cut.entries.values(), *cut.landings.values()}
    jumps: Counter[int] = Counter()
    for block in cut.blocks:
        stops |= set(_labels_left(block))
        match block.end:
            case Jump(to):
                jumps[to] += 1
            case Branch(yes=yes, no=no):
                jumps.update((yes, no))
            case CallThen(then=then) | AskThen(then=then) | EndThen(then=then):
                stops.add(then)
    return BlockOrder(cut.blocks, frozenset(stops), jumps)


def _labels_left(block: Block) -> Iterator[int]:
    for step in steps_in(tuple(block.steps)):
        match step:
            case Next(label) if label in block.labels:
                yield block.labels[label][0]
            case Leave(label) if label in block.labels:
                yield block.labels[label][1]


def still_known(block: Block, known: Iterable[str]) -> set[str]:
    """
    The names of variables that hold what the frame does behind a block, of those known before and
    those that it surely sets.
    """
    nodes = tuple(inside((tuple(block.steps), block.end)))
    if any(isinstance(e, Call | SetIn) or _changes_place(e) for e in nodes):
        return set()
    found = set(known)
    for step in block.steps:
        match step:
            case Set(variable=Variable(name)) | Do(into=Variable(name)):
                found.add(name)
    return found - {e.variable.name for e in nodes if isinstance(e, Bind | Find | Each)}


def _changes_place(node: object) -> bool:
    return isinstance(node, Do) and node.effect == "change place"
