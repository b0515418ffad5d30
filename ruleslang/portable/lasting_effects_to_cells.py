"""Lasting effects, from the state of the interpreter to cells, and back."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ruleslang.flow.context import raw
from ruleslang.flow.flow import Flow
from ruleslang.flow.lasting_effects import locals_in, pattern_of
from ruleslang.flow.state_layout import LASTING
from ruleslang.match.values import Value
from ruleslang.meaning.patterns import ANYTHING
from ruleslang.meaning.state import ActiveLasting, State
from ruleslang.portable.value_codec import Codec
from ruleslang.program import patterns
from ruleslang.program import statements as s
from ruleslang.program import types as t
from ruleslang.program.locals import LocalDecl
from ruleslang.program.passes.derived_tables import derive
from ruleslang.program.typing.expressions import type_of
from ruleslang.program.typing.scope import Scope, world_of


def put_lasting(flow: Flow, cells: list[Any], state: State) -> None:
    """Writes the active lasting effects of a state, in which no run is under way, to its cell."""
    numbers = {each.name: n for n, each in enumerate(_lastings(flow))}
    if LASTING in flow.layout.families:
        cells[flow.layout[LASTING].base] = tuple(
            (
                last.age,
                numbers[last.statement.name],
                raw(last.holder),
                raw(last.card),
                None,
                None if last.places is None else tuple(map(_raw, last.places)),
                tuple(raw(last.env[slot]) for slot in last.statement.captures),
            )
            for last in state.lasting
        )


def _raw(place: Value) -> Any:
    is_compared = isinstance(place, tuple) and place[0] in ("is", "in")
    return raw(place[1]) if is_compared else None


def take_lasting(flow: Flow, codec: Codec, cells: Sequence[Any], state: State) -> None:
    """Reads the active lasting effects from their cell into the state."""
    if LASTING not in flow.layout.families:
        return
    state.lasting = tuple(_active(flow, codec, *row) for row in cells[flow.layout[LASTING].base])


def _active(
    flow: Flow,
    codec: Codec,
    age: int,
    number: int,
    holder: int | None,
    card: int | None,
    run: int | None,
    fixed: tuple[Any, ...] | None,
    captured: tuple[Any, ...],
) -> ActiveLasting:
    statement = _lastings(flow)[number]
    locals = locals_in(derive(flow.population.program).effects, statement)
    given = zip(statement.captures, captured, strict=True)
    return ActiveLasting(
        statement,
        locals,
        {slot: codec.value(locals[slot].type, value) for slot, value in given},
        age,
        codec.value(t.Player(), holder),
        codec.value(t.Card(), card),
        None if run is None else codec.runs.get(run),
        None if fixed is None else _places(flow, codec, statement, locals, fixed),
    )


def _lastings(flow: Flow) -> tuple[s.Lasting, ...]:
    return derive(flow.population.program).effects.lastings


def _places(
    flow: Flow,
    codec: Codec,
    statement: s.Lasting,
    locals: tuple[LocalDecl, ...],
    fixed: tuple[Any, ...],
) -> tuple[Value, ...]:
    """What a pattern compares with, as the interpreter has it."""
    types = {slot: local.type for slot, local in enumerate(locals)}
    scope = Scope(world_of(flow.population.program), types)
    found: list[Value] = []
    for entry, value in zip(pattern_of(statement) or (), fixed, strict=True):
        match entry:
            case patterns.EqualEntry(value=wanted, comparing=how):
                found.append(("is", codec.value(type_of(wanted, scope), value), how))
            case patterns.MemberEntry(set=among, comparing=how):
                found.append(("in", codec.value(type_of(among, scope), value), how))
            case patterns.KindEntry(kind=kind, of=of):
                found.append(("kind", kind, of))
            case _:
                found.append(ANYTHING)
    return tuple(found)
