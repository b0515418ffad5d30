"""Writing: names, states, whose turn it is, places of what is under way."""

from __future__ import annotations

from ruleslang.match.faults import Fault
from ruleslang.match.range_checks import check, kept, stopped
from ruleslang.match.values import Value
from ruleslang.meaning.evaluate import evaluate, evaluate_all
from ruleslang.meaning.machine import Frame, Invocation, Machine, Signal
from ruleslang.meaning.reading import place_of, unset
from ruleslang.program import expressions as e
from ruleslang.program import statements as s
from ruleslang.program import types as t


def let(m: Machine, x: s.Let, frame: Frame) -> Signal:
    """A new local, and what it may hold."""
    value = evaluate(m, x.value, frame.env)
    local = frame.locals[x.slot]
    check(local.type, value, local.name, x.origin)
    frame.env[x.slot] = value
    return None


def assign(m: Machine, x: s.Assign, frame: Frame) -> Signal:
    """A place takes a value."""
    write(m, x.place, evaluate(m, x.value, frame.env), frame, x.origin)
    return None


def swap_places(m: Machine, x: s.SwapPlaces, frame: Frame) -> Signal:
    """Two places change values."""
    left, right = read(m, x.left, frame), read(m, x.right, frame)
    write(m, x.left, right, frame, x.origin)
    write(m, x.right, left, frame, x.origin)
    return None


def read(m: Machine, place: s.Place, frame: Frame) -> Value:
    """What a place holds."""
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
    """A place takes a value; outside its declared range is a fault, or stops at the ends."""
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
    """A state takes a value."""
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
    """The lower end of a state's range: what a cost may bring it down to."""
    kind = m.tables.states[name].type
    if isinstance(kind, t.Optional):
        kind = kind.inner
    return kind.low if isinstance(kind, t.Number) else 0
