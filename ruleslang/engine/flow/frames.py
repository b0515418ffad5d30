"""
The frames of a flow's routines: which variables each keeps while a player is asked, and where.

A frame begins with the block at which the routine goes on and the routine's number, then come its
parameters and the variables that several of its blocks use. A routine that chooses a card, asks
whether to pay, and then moves the card is cut into two blocks; `card` is in both, so it has a
place, and `price`, which only the first block reads, has none:

    places["play a card"]  ->  {"player": 2, "card": 3}
"""

from __future__ import annotations

from ruleslang.engine.flow.ir_stmts import SetIn, read, stmts_in
from ruleslang.engine.flow.lower import Flow
from ruleslang.engine.flow.resumable_blocks import Block, variables_of
from ruleslang.source.memo_dict import MemoDict

HEADER = 2  # places of a frame before its variables: the block it goes on at, and its routine


class FrameLayout:
    """
    The places of variables in frames.

    `routines` are those with frames, in the order of their numbers; `places` maps the name of a
    routine to the place of each variable in its frame.
    """

    def __init__(self, flow: Flow) -> None:
        self.flow = flow
        self.routines = tuple(flow.cut.frames)
        self.numbers = {name: number for number, name in enumerate(self.routines)}
        self.places = MemoDict(self._places)
        self.set_from_above = _set_from_above(flow)
        self.blocks = MemoDict[str, list[Block]](lambda routine: [])
        for block in flow.cut.blocks:
            self.blocks[block.routine].append(block)

    def _places(self, routine: str) -> dict[str, int]:
        """Return the variables that a routine's frame must hold: those used in several blocks."""
        declared = self.flow.routines[routine]
        times_read: dict[str, int] = dict.fromkeys(read(declared.cleanup), 1)
        names = [parameter.name for parameter in declared.parameters]
        named = {variable.name for variable in declared.variables.values()}
        for block in self.blocks[routine]:
            for name in variables_of(block):
                times_read[name] = times_read.get(name, 0) + 1
        for local in self.flow.cut.frames[routine]:
            is_set_from_above = local.name in self.set_from_above.get(routine, ())
            if local.name not in names and (
                is_set_from_above or times_read.get(local.name, 0) > 1 or local.name in named
            ):
                names.append(local.name)
        return {name: HEADER + place for place, name in enumerate(names)}


def _set_from_above(flow: Flow) -> dict[str, set[str]]:
    """Return the variables of each routine that other routines assign."""
    variables: dict[str, set[str]] = {}
    for routine in flow.routines.values():
        for stmt in stmts_in((*routine.stmts, *routine.cleanup)):
            if isinstance(stmt, SetIn):
                variables.setdefault(stmt.routine, set()).add(stmt.variable.name)
    return variables
