"""
Assigns locals and states: `let`, `set`, swaps of places, start values and `reset each P`
(docs/reference/effects.md).
"""

from __future__ import annotations

from ruleslang.interpreter.evaluate import evaluate, evaluate_all
from ruleslang.interpreter.machine import Frame, Invocation, Machine, Signal
from ruleslang.interpreter.reading import place_of, unset
from ruleslang.match.faults import Fault, check, kept, stopped
from ruleslang.match.values import Env, Value
from ruleslang.program import declarations as d
from ruleslang.program import expressions as e
from ruleslang.program import statements as s
from ruleslang.program import types as t
from ruleslang.program.typing.lattice import plain
from ruleslang.program.walk import find


def let(m: Machine, x: s.Let, frame: Frame) -> Signal:
    """Declare and assign a local."""
    value = evaluate(m, x.value, frame.env)
    local = frame.locals[x.slot]
    check(local.type, value, local.name, x.origin)
    frame.env[x.slot] = value
    return None


def assign(m: Machine, x: s.Assign, frame: Frame) -> Signal:
    write(m, x.place, evaluate(m, x.value, frame.env), frame, x.origin)
    return None


def swap_places(m: Machine, x: s.SwapPlaces, frame: Frame) -> Signal:
    left, right = read(m, x.left, frame), read(m, x.right, frame)
    write(m, x.left, right, frame, x.origin)
    write(m, x.right, left, frame, x.origin)
    return None


def read(m: Machine, place: s.Place, frame: Frame) -> Value:
    match place:
        case s.LocalPlace(slot=slot):
            return frame.env[slot]
        case s.StatePlace(name=name):
            index = evaluate_all(m, place.index, frame.env)
            if index not in m.state.states[name]:
                raise unset(m, name, index, -1)
            return m.state.states[name][index]
        case s.ActivePlace():
            return m.state.active
        case s.PlaceOfUnderWay(name=name):
            return place_of(m, e.ReadPlace(place.subject, name), frame.env)


def write(m: Machine, place: s.Place, value: Value, frame: Frame, origin: int) -> None:
    """Assign a place; a value outside its declared range is a fault, or is clamped."""
    match place:
        case s.LocalPlace(slot=slot):
            local = frame.locals[slot]
            check(local.type, value, local.name, origin)
            frame.env[slot] = value
        case s.StatePlace(name=name):
            write_state(m, name, evaluate_all(m, place.index, frame.env), value, origin)
        case s.ActivePlace():
            if value is None:
                raise Fault("none-in-arithmetic", "it can be nobody's turn", origin)
            m.state.turn_to(value)
        case s.PlaceOfUnderWay(name=name):
            subject: Invocation = evaluate(m, place.subject, frame.env)
            if name not in subject.places:
                raise Fault("not-under-way", f"there is no `{name}` to set", origin)
            slot = subject.places[name]
            check(subject.locals[slot].type, value, name, origin)
            subject.env[slot] = value
            m.state.change("under way")


def write_state(
    m: Machine, name: str, index: tuple[Value, ...], value: Value, origin: int = -1
) -> None:
    state = m.tables.states[name]
    for place, at in zip(state.index, index, strict=True):
        if at is None or at not in m.tables.domain(place.type):
            slug = "none-in-arithmetic" if at is None else "not-a-member"
            raise Fault(slug, f"`{name}` has no such place", origin)
    if state.stops_at_the_ends:
        value = stopped(state.type, value)
    check(state.type, value, name, origin)
    m.state.write(name, index, kept(state.type, value))


def lowest(m: Machine, name: str) -> int:
    """The lower end of a state's range: a cost cannot reduce it further."""
    number = plain(m.tables.states[name].type)
    return number.low if isinstance(number, t.Number) else 0


# ---------------------------------------------------------------- start values


class NoStart:
    """Marks a start value that differs between places."""


NO_START = NoStart()


def begin(m: Machine, state: d.State, index: tuple[Value, ...]) -> None:
    """Give a place of a state its start value: the written one, or none, or unset."""
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
    """The start value of all places of a state, if it is written once for all."""
    if state.start is None:
        return None
    if any(True for _ in find(state.start, e.Local)):
        return NO_START
    return kept(state.type, evaluate(m, state.start, {}))


def reset_each(m: Machine, procedure: str) -> bool:
    """Reset what is reset with a procedure; returns whether there was anything."""
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
