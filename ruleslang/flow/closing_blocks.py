"""What is done in any case, however a body was left: it may read locals that were not made."""

from __future__ import annotations

from attrs import evolve

from ruleslang.flow.context import Body, is_tuple, or_empty
from ruleslang.flow.steps import Set, Steps
from ruleslang.flow.walk import assigned, read
from ruleslang.flow.whenever import quietly
from ruleslang.flow.words import Variable
from ruleslang.program import statements as s
from ruleslang.program import types as t


def in_any_case(b: Body, block: s.Block, given: tuple[Variable, ...], first: Steps) -> Steps:
    """The steps of `in any case`, of a body whose steps are made; `given` and what `first` sets
    are always there.
    """
    known = {each.name for each in (*given, *assigned(first).values())}
    before = dict(b.variables)
    missing = [b.missing(slot) for slot, each in before.items() if each.name not in known]
    last = quietly(b.whole, b.quietly(block))
    b.variables.update(before)
    needed = read(last)
    emptied = (
        Set(each, or_empty(evolve(each, type=t.Optional(each.type)), each.type))
        for each in missing
        if is_tuple(each.type) and each.name in needed
    )
    return (*emptied, *last)
