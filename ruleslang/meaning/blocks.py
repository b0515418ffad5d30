"""
Runs the statements of a block in order, until one leaves.

A simple statement is a plain function; one that may ask a player, or runs a block, is a generator
that yields decisions. Both answer None, or a signal that leaves the procedure or hook (`stop`,
`answer`). After each simple statement the rules that act at once are tested
(docs/reference/effects.md).
"""

from __future__ import annotations

from ruleslang.match.faults import Fault
from ruleslang.meaning.machine import Frame, Machine, Work
from ruleslang.program import statements as s


def run_block(m: Machine, block: s.Block, frame: Frame) -> Work:
    """Who runs a body keeps its frame in `m.frames` meanwhile."""
    for statement in block:
        heard = m.heard
        if heard.statement:
            m.about_to_run(statement, frame)
        if heard.reached:
            m.reached(statement)
        try:
            simple = m.simple.get(type(statement))
            if simple is not None:
                signal = simple(m, statement, frame)
                if (
                    m.state.version != m.tested
                    and m.watches
                    and not m.quiet
                    and m.meanings.is_due(m)
                ):
                    frame.at = statement
                    yield from m.meanings.settle(m)
            else:
                frame.at = statement
                signal = yield from m.compound[type(statement)](m, statement, frame)
        except Fault as fault:
            if fault.origin < 0:
                fault.origin = statement.origin
            raise
        if signal is not None:
            return signal
    return None


def run_atomic(m: Machine, block: s.Block, frame: Frame) -> None:
    """A block that asks nobody, as one step: `in any case`."""
    m.quiet += 1
    for _ in run_block(m, block, frame):
        raise AssertionError("`in any case` asks a player")
    m.quiet -= 1
