"""
Start values, and `reset each P` (docs/reference/effects.md): both limits and states begin anew when
P does.
"""

from __future__ import annotations

from ruleslang.interpreter.evaluate import evaluate
from ruleslang.interpreter.machine import Machine
from ruleslang.match.faults import check, kept
from ruleslang.match.values import Env, Value
from ruleslang.program import declarations as d
from ruleslang.program import expressions as e
from ruleslang.program import types as t
from ruleslang.program.walk import find


class NoStart:
    """Stands for a start value that is another at each place."""


NO_START = NoStart()


def begin(m: Machine, state: d.State, index: tuple[Value, ...]) -> None:
    """A place of a state takes its start value: what is written, or none, or it is unset."""
    if state.start is not None:
        env: Env = dict(enumerate(index))
        value = evaluate(m, state.start, env)
        check(state.type, value, state.name, state.origin)
        m.state.write(state.name, index, kept(state.type, value))
    elif isinstance(state.type, t.Optional):
        m.state.write(state.name, index, None)
    elif index in m.state.states[state.name]:
        del m.state.states[state.name][index]
        m.state.change(state.name)


def written_start(m: Machine, state: d.State) -> Value | NoStart:
    """The start value of all places of a state, if the same is written for all."""
    if state.start is None:
        return None
    if any(True for _ in find(state.start, e.Local)):
        return NO_START
    return kept(state.type, evaluate(m, state.start, {}))


def reset_each(m: Machine, procedure: str) -> bool:
    """What begins anew with a procedure; whether anything was to be done."""
    names = m.tables.derived.resets.get(procedure, ())
    histories = m.tables.derived.forgotten.get(procedure, ())
    limits = m.tables.derived.limits.get(procedure, frozenset())
    for name in names:
        state = m.tables.states[name]
        for index in m.tables.indexes(state.index):
            begin(m, state, index)
    if limits and m.state.limits:
        m.state.limits = {k: n for k, n in m.state.limits.items() if k[0] not in limits}
        m.state.change("limits")
    for name in histories:
        if m.state.histories.pop(name, None):
            m.state.change(name)
    return bool(names or limits or histories)
