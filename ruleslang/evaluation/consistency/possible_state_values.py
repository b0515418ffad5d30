"""Computes the values that the states of a program can have in play, as far as its writes show."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, TypeAlias

from attrs import evolve, frozen

from ruleslang.language.checks.queries.call_graph import Node, in_play
from ruleslang.language.checks.subject import Subject
from ruleslang.program import declarations as d
from ruleslang.program import expressions as e
from ruleslang.program import statements as s
from ruleslang.program import types as t
from ruleslang.program.program import Program
from ruleslang.program.typing.environment import Scope, World, scope_of
from ruleslang.program.typing.expressions import type_of
from ruleslang.program.typing.lattice import plain
from ruleslang.program.walk import walk

ROUNDS = 8

Reached: TypeAlias = "tuple[int, int] | frozenset[int]"  # the least and highest number, or places


def reached_values(subject: Subject) -> dict[str, Reached]:
    """
    Return the possible values of each state of numbers, words or truth values, if fewer than its
    type has.

    >>> from ruleslang.library.load import load
    >>> pig = load("pig")
    >>> reached_values(Subject(pig.compiled, pig.spans)) == {}
    True
    """
    program, writes = subject.program, [*_writes(subject)]
    return {**_words(program, writes), **_numbers(program, subject.world, writes)}


@frozen(eq=False)
class _Write:
    """A write to a state: a `value`, or anything; or a subtraction of `less`."""

    state: str
    scope: Any
    value: e.Expr | None
    less: e.Expr | None = None


def _writes(subject: Subject) -> Iterator[_Write]:
    for declaration in _bodies(subject):
        for node in walk(declaration):
            match node:
                case s.Assign(s.StatePlace(name), value):
                    yield _Write(name, declaration, value)
                case s.SwapPlaces(left, right):
                    for place in (left, right):
                        if isinstance(place, s.StatePlace):
                            yield _Write(place.name, declaration, None)
                case s.CountCost(amount, place):
                    yield _Write(place.name, declaration, None, amount)
                case s.SharedCost(amount, name):
                    yield _Write(name, declaration, None, amount)


def _bodies(subject: Subject) -> Iterator[Any]:
    """Yield the parts that a match may run or a question imagines: no others write anything."""
    program, run = subject.program, in_play(subject)
    yield from (each for each in program.procedures if Node("procedure", each.name) in run)
    yield from (each for each in program.actions if Node("action", each.name) in run)
    yield from (each for each in program.plays if Node("play", each.name) in run)
    yield from subject.standings


def _words(program: Program, writes: list[_Write]) -> dict[str, Reached]:
    """Return the possible words, or truth values, of states that are only set to literals."""
    words_held: dict[str, Reached] = {}
    size = {word.name: len(word.words) for word in program.words}
    for state in program.states:
        if not isinstance(state.type, (t.WordOf, t.Truth)) or state.start is None:
            continue
        written = [write for write in writes if write.state == state.name]
        given = [state.start, *(write.value for write in written if write.less is None)]
        places = [_place(value) for value in given]
        paid = {0} if any(write.less is not None for write in written) else set()
        held = frozenset(place for place in (*places, *paid) if place is not None)
        most = size.get(state.type.list, 0) if isinstance(state.type, t.WordOf) else 2
        if None not in places and len(held) < most:
            words_held[state.name] = held
    return words_held


def _place(value: e.Expr | None) -> int | None:
    match value:
        case e.WordValue(_, place):
            return place
        case e.Literal(bool() as truth):
            return int(truth)
    return None


def _numbers(program: Program, world: World, writes: list[_Write]) -> dict[str, Reached]:
    """Return the range of each numeric state, if narrower than declared."""
    declared = {
        state.name: state
        for state in program.states
        if isinstance(state.type, t.Number) and state.start is not None
    }
    held = {
        name: type
        for name, state in declared.items()
        if isinstance(type := _of(state.start, state, world), t.Number)
    }
    for round in range(ROUNDS + 1):
        narrowed = _narrowed(world, held)
        grown = dict(held)
        for write in writes:
            if write.state in grown:
                grown[write.state] = _joined_with_write(
                    grown[write.state], write, declared[write.state], narrowed
                )
        if grown == held:
            break
        held = {
            name: _widened(held[name], grown[name], declared[name]) if round >= 2 else grown[name]
            for name in held
        }
    return {
        name: (range.low, range.high)
        for name, range in held.items()
        if range != declared[name].type
    }


def _joined_with_write(before: t.Number, write: _Write, state: d.State, world: World) -> t.Number:
    """Return the range joined with what a statement may write, within the declared range."""
    assert isinstance(state.type, t.Number)
    if write.less is not None:
        amount = plain(_of(write.less, write.scope, world))
        most = amount.high if isinstance(amount, t.Number) else state.type.high
        low = max(state.type.low, before.low - max(0, most))
        return t.Number(min(before.low, low), before.high)
    written = plain(_of(write.value, write.scope, world)) if write.value is not None else state.type
    if not isinstance(written, t.Number):
        return state.type
    low, high = (
        min(max(end, state.type.low), state.type.high) for end in (written.low, written.high)
    )
    return t.Number(min(before.low, low), max(before.high, high))


def _widened(before: t.Number, after: t.Number, state: d.State) -> t.Number:
    assert isinstance(state.type, t.Number)
    return t.Number(
        state.type.low if after.low < before.low else after.low,
        state.type.high if after.high > before.high else after.high,
    )


def _narrowed(world: World, held: Mapping[str, t.Number]) -> World:
    """Return the world with states narrowed to their ranges so far."""
    states = {
        name: evolve(state, type=held[name]) if name in held else state
        for name, state in world.known.states.items()
    }
    return evolve(world, known=evolve(world.known, states=states))


def _of(value: e.Expr | None, declaration: Any, world: World) -> t.Type:
    if value is None:
        return t.Never()
    return type_of(value, Scope(world, scope_of(world, declaration).locals))
