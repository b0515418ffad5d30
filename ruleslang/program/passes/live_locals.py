"""
Which locals a body may still read once it stands at a statement.

A local that no later line reads tells nothing apart: what it holds has been used up.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from ruleslang.program import statements as s
from ruleslang.program.locals import READS, Slot, slots_in
from ruleslang.program.passes.effects_by_event import bodies
from ruleslang.program.program import Program
from ruleslang.program.slot_uses import defined_in
from ruleslang.program.traits.statements import traits
from ruleslang.program.walk import walk

_LOOPS = (s.ForEach, s.Repeat, s.TakeTurns, s.TogetherForEach)
_NONE: frozenset[Slot] = frozenset()

MOST_KEPT = 64  # programs

_made: dict[int, tuple[Program, Mapping[int, frozenset[Slot]]]] = {}


def read_later(program: Program) -> Mapping[int, frozenset[Slot]]:
    """
    For each statement, by its `id`, the slots that it or what follows it in its body reads.

    Those that it gives a value itself are not among them.
    """
    found = _made.get(id(program))
    if found is None or found[0] is not program:
        if len(_made) >= MOST_KEPT:
            _made.clear()
        found = _made[id(program)] = program, _read_later(program)
    return found[1]


def _read_later(program: Program) -> Mapping[int, frozenset[Slot]]:
    found: dict[int, frozenset[Slot]] = {}
    for block in _outermost_blocks(program):
        _in_block(block, _NONE, found)
    return found


def _outermost_blocks(program: Program) -> Iterator[s.Block]:
    for node in walk(bodies(program)):
        if isinstance(node, s.Body):
            yield node.statements
        elif isinstance(node, s.Hook | s.Whenever):
            yield node.block


def _in_block(block: s.Block, after: frozenset[Slot], found: dict[int, frozenset[Slot]]) -> None:
    for statement in reversed(block):
        own, made = _reads(statement), frozenset(defined_in(statement))
        again = own - made if isinstance(statement, _LOOPS) else _NONE
        for each in traits(statement).blocks:
            _in_block(each, after | again, found)
        after = found[id(statement)] = (own | after) - made


def _reads(statement: s.Statement) -> frozenset[Slot]:
    return frozenset(slot for each in walk(statement) for slot in slots_in(each, (READS,)))
