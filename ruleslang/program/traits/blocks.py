"""What blocks do: their statements one by one, whether they come to an end, how they are left."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import get_args

from ruleslang.program import statements as s
from ruleslang.program.traits.statements import traits
from ruleslang.program.traits.trait_classes import Leaving
from ruleslang.program.walk import children

_LATER = frozenset((*get_args(s.Statement), *get_args(s.Effect)))


def own_statements(block: Iterable[s.Statement]) -> Iterator[s.Statement]:
    """The statements of a block and of the blocks in it, but not those of effects it begins."""
    for node in block:
        yield node
        for inner in traits(node).blocks:
            yield from own_statements(inner)


def statements_of_run(block: Iterable[s.Statement]) -> Iterator[s.Statement]:
    """The same, without blocks that are runs of their own: what leaves these leaves only them."""
    for node in block:
        yield node
        here = traits(node)
        for inner in () if here.own_run else here.blocks:
            yield from statements_of_run(inner)


def own_parts(node: s.Statement) -> Iterator[object]:
    """The parts of a statement that are no statements and no effects: what it reads itself."""
    for part in children(node):
        if type(part) not in _LATER:
            yield from _without_blocks(part)


def _without_blocks(part: object) -> Iterator[object]:
    """A part; when it holds statements, as a case of `depending` does, the rest of it."""
    inside = list(children(part))
    if any(type(each) in _LATER for each in inside):
        for each in inside:
            if type(each) not in _LATER:
                yield from _without_blocks(each)
    else:
        yield part


def ways_out(block: Iterable[s.Statement]) -> Iterator[Leaving]:
    """How the statements of a block, and of the blocks in it, leave the body they stand in."""
    for node in block:
        here = traits(node)
        if here.leaves is not None:
            yield here.leaves
        for inner in here.blocks:
            for way in ways_out(inner):
                if not (here.own_run and way.what == "body"):
                    yield way


def may_leave(node: s.Statement, *, acts_at_once: bool) -> bool:
    """
    Whether what comes after a statement may not be reached, leaving its blocks aside.

    `acts_at_once` says that the program has rules that act at once, so that any write may end more.
    """
    here = traits(node)
    return (
        here.may_lack_choices
        or here.own_run
        or here.leaves is not None
        or bool(here.runs)
        or (acts_at_once and any(cell.kind not in ("local", "shown") for cell in here.writes))
    )


def falls_through(block: Iterable[s.Statement]) -> bool:
    """Whether what comes after a block may be reached, as far as the block itself says."""
    return all(map(_goes_on, block))


def _goes_on(node: s.Statement) -> bool:
    here = traits(node)
    if here.leaves is not None and here.leaves.surely:
        return False
    if here.blocks_run == "exactly one":
        return any(map(falls_through, here.blocks))
    return here.blocks_run != "for ever"
