"""
Turns the readings of a game into states that are set before a match begins and never change.

So all alternatives are one program, compiled once, and an unset reading is a fault at the first
rule that reads it, which shows in which games it matters at all. Readings that determine sizes,
copies or the number of players cannot be opened, and stay options.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Set
from typing import TypeVar, cast

from attrs import evolve, frozen

from ruleslang.explanation.proving.given_state import Position
from ruleslang.program import declarations as d
from ruleslang.program import expressions as e
from ruleslang.program import types as t
from ruleslang.program.apply_settings import value_of_option
from ruleslang.program.program import Compiled, Program
from ruleslang.program.walk import find, rebuilt

T = TypeVar("T")


@frozen
class Opened:
    """The game with open readings; `fixed` could not be opened, `unread` are read by no rule."""

    compiled: Compiled
    opened: tuple[str, ...]
    fixed: tuple[str, ...]
    unread: tuple[str, ...]

    def position(self, values: Mapping[str, str], without: str = "") -> Position:
        """The opening with these readings, others at their defaults, and `without` left unset."""
        options = {declared.name: declared for declared in self.compiled.program.options}
        lines = []
        for name in self.opened:
            option = options[name]
            chosen = values.get(name, option.values[option.default])
            value = value_of_option(option, option.values.index(chosen))
            assert isinstance(value, e.WordValue | int)
            expr = e.Literal(value) if isinstance(value, int) else value
            if name != without:
                lines.append(d.GivenState(name, (), expr))
        return Position("", tuple(lines), None)


def opened(compiled: Compiled, readings: Iterable[d.Option]) -> Opened:
    """Open the given readings of a game."""
    program = compiled.program
    wanted = {reading.name: reading for reading in readings}
    fixed = {name for name in wanted if name in _sizing(program)}
    played = (program, compiled.choosers, compiled.measures)
    read = {read_option.name for read_option in find(played, e.ReadOption)} & {*wanted}
    states = {name: _state(wanted[name]) for name in wanted if name in read - fixed}
    changed = _without_reads(program, states.keys())
    return Opened(
        Compiled(
            evolve(changed, states=(*changed.states, *states.values())),
            choosers=_without_reads(compiled.choosers, states.keys()),
            measures=_without_reads(compiled.measures, states.keys()),
        ),
        tuple(states),
        tuple(name for name in wanted if name in fixed),
        tuple(name for name in wanted if name not in read | fixed),
    )


def _sizing(program: Program) -> frozenset[str]:
    """The options that determine sizes, copies or the number of players."""
    by = {name for node in find(program, d.BySettings) for name in node.options}
    tests = {node.name for node in find(program.begins_only_if, e.ReadOption)}
    return frozenset(by | tests)


def _state(option: d.Option) -> d.State:
    if option.truth:
        kind: t.Type = t.Truth()
    elif option.number:
        kind = t.Number(int(option.values[0]), int(option.values[-1]))
    else:
        kind = t.WordOf(option.name)
    return d.State(option.name, (), kind, None, (), False, d.Seen("all"), origin=option.origin)


def _without_reads(node: T, names: Set[str]) -> T:
    """Replace the reads of these options by reads of states."""

    def changed(value: object) -> object:
        if isinstance(value, e.ReadOption) and value.name in names:
            return e.ReadState(value.name)
        return rebuilt(value, lambda _, part: changed(part))

    return cast("T", changed(node))
