"""
What may run in an imagined position: a procedure or an action, with what it calls, the hooks on
all of that, and the rules that act at once on what it writes.

A rule whose own condition asks what would be is not tested there (decision 0037).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from attrs import frozen

from ruleslang.program import declarations as d
from ruleslang.program import statements as s
from ruleslang.program.effect_order import WrittenEffect, read_for_force
from ruleslang.program.events import ActionRun, CardPlay, Event, ProcedureRun, event_name
from ruleslang.program.passes.effects_by_event import EffectTable
from ruleslang.program.program import Program
from ruleslang.program.traits.blocks import own_statements
from ruleslang.program.traits.statements import traits
from ruleslang.program.traits.trait_classes import Cell, ReplacedRun, WindowOpening


@frozen(eq=False)
class Imagined:
    """
    All that may run: the statements, without those in their blocks, and what else is read for it.
    """

    blocks: tuple[s.Block, ...]
    parts: tuple[Any, ...]

    def statements(self) -> Iterator[s.Statement]:
        """Every statement that may run."""
        for block in self.blocks:
            yield from own_statements(block)


def imagined_run(
    program: Program,
    effects: EffectTable,
    rules: Mapping[s.EffectId, frozenset[Cell]],
    event: Event,
) -> Imagined:
    """
    What may run when something happens in an imagined position.

    `rules` has what each rule reads that acts at once there.
    """
    waiting: list[Event | WrittenEffect] = [event]
    seen: set[object] = {event}
    blocks: list[s.Block] = []
    parts: list[Any] = []
    acting = {each.effect.id: each for each in effects.written if each.effect.id in rules}
    while waiting:
        found = waiting.pop()
        body, read = _body(program, found)
        blocks.append(body)
        parts.append(read)
        more: list[Event | WrittenEffect] = []
        writes: list[Cell] = []
        if not isinstance(found, WrittenEffect):
            more += _hooks(effects, found)
            writes += _reset(program, found)
        for node in own_statements(body):
            here = traits(node)
            more += [run for run in here.runs if not isinstance(run, WindowOpening | ReplacedRun)]
            writes += here.writes
        for cell in writes:
            more += [acting[id] for id, reads in rules.items() if _touches(cell, reads)]
        for each in more:
            key = each.effect.id if isinstance(each, WrittenEffect) else each
            if key not in seen:
                seen.add(key)
                waiting.append(each)
    return Imagined(tuple(blocks), tuple(parts))


def _body(program: Program, found: Event | WrittenEffect) -> tuple[s.Block, Any]:
    """The statements of what runs, and what is read for it."""
    if isinstance(found, WrittenEffect):
        effect = found.effect
        assert not isinstance(effect, s.Modifier)
        return effect.block, (effect, *read_for_force(found.begun_by))
    bodies = [each.body for each in _declared(program, found)]
    statements = tuple(
        node for body in bodies for node in (*body.statements, *(body.in_any_case or ()))
    )
    return statements, tuple(_declared(program, found))


def _declared(program: Program, event: Event) -> tuple[d.Procedure | d.Action | d.Play, ...]:
    match event:
        case ProcedureRun(name):
            return tuple(each for each in program.procedures if each.name == name)
        case ActionRun(name):
            return tuple(each for each in program.actions if each.name == name)
        case CardPlay():
            return program.plays


def _hooks(effects: EffectTable, event: Event) -> Iterable[WrittenEffect]:
    name = event_name(event)
    return (
        each
        for each in effects.written
        if isinstance(each.effect, s.Hook) and event_name(each.effect.event) == name
    )


def _reset(program: Program, event: Event) -> Iterator[Cell]:
    """What begins anew when something begins."""
    for state in program.states:
        if event in state.reset_each:
            yield Cell("state", state.name)


def _touches(written: Cell, reads: frozenset[Cell]) -> bool:
    """Whether a write may change what a rule reads."""
    return any(
        cell.kind in (written.kind, "anything")
        and (not cell.name or not written.name or cell.name == written.name)
        for cell in reads
    )
