"""
The cells that rules, named values and expressions may read, directly or through named values.

The result may contain too much, never too little. An engine may skip the test of a rule, or keep a
value, while none of its cells was written; a match must not show a difference made by the excess.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, TypeAlias

from attrs import frozen

from ruleslang.program import declarations as d
from ruleslang.program import patterns
from ruleslang.program import statements as s
from ruleslang.program.effect_order import WrittenEffect, read_for_force
from ruleslang.program.events import ActionRun, CardPlay, Event, ProcedureRun, event_name
from ruleslang.program.passes.effects_by_event import EffectTable
from ruleslang.program.program import Program
from ruleslang.program.traits.effects import own_statements
from ruleslang.program.traits.reads import ACTIVE, ANYTHING, COUNTS_AS, cells_read
from ruleslang.program.traits.statements import traits
from ruleslang.program.traits.trait_classes import Cell, CellKind, ReplacedRun, WindowOpening
from ruleslang.program.walk import children, find
from ruleslang.source.walk import asked_once


@frozen(eq=False)
class Imagined:
    """
    All that may run: the statements, without those in their blocks, and what else is read for it.
    """

    blocks: tuple[s.Block, ...]
    parts: tuple[Any, ...]

    def statements(self) -> Iterator[s.Statement]:
        """Yield every statement that may run."""
        for block in self.blocks:
            yield from own_statements(block)


def imagined_run(
    program: Program,
    effects: EffectTable,
    rules: Mapping[s.EffectId, frozenset[Cell]],
    event: Event,
) -> Imagined:
    """
    Return the code that may run when an event happens in an imagined position.

    `rules` maps each `whenever` rule there to the cells that it reads.
    """
    waiting: list[Event | WrittenEffect] = [event]
    seen: set[object] = {event}
    blocks: list[s.Block] = []
    parts: list[Any] = []
    acting = {effect.effect.id: effect for effect in effects.written if effect.effect.id in rules}
    while waiting:
        part = waiting.pop()
        body, read = _body(program, part)
        blocks.append(body)
        parts.append(read)
        more: list[Event | WrittenEffect] = []
        writes: list[Cell] = []
        if not isinstance(part, WrittenEffect):
            more += _hooks(effects, part)
            writes += _reset(program, part)
        for node in own_statements(body):
            here = traits(node)
            more += [run for run in here.runs if not isinstance(run, WindowOpening | ReplacedRun)]
            writes += here.writes
        for cell in writes:
            more += [acting[id] for id, reads in rules.items() if _touches(cell, reads)]
        for next_run in more:
            key = next_run.effect.id if isinstance(next_run, WrittenEffect) else next_run
            if key not in seen:
                seen.add(key)
                waiting.append(next_run)
    return Imagined(tuple(blocks), tuple(parts))


def _body(program: Program, run: Event | WrittenEffect) -> tuple[s.Block, Any]:
    """Return the statements of what runs, and what is read for it."""
    if isinstance(run, WrittenEffect):
        effect = run.effect
        assert not isinstance(effect, s.Modifier)
        return effect.block, (effect, *read_for_force(run.begun_by))
    bodies = [declared.body for declared in _declared(program, run)]
    statements = tuple(
        node for body in bodies for node in (*body.statements, *(body.in_any_case or ()))
    )
    return statements, tuple(_declared(program, run))


def _declared(program: Program, event: Event) -> tuple[d.Procedure | d.Action | d.Play, ...]:
    match event:
        case ProcedureRun(name):
            return tuple(procedure for procedure in program.procedures if procedure.name == name)
        case ActionRun(name):
            return tuple(action for action in program.actions if action.name == name)
        case CardPlay():
            return program.plays


def _hooks(effects: EffectTable, event: Event) -> Iterable[WrittenEffect]:
    name = event_name(event)
    return (
        effect
        for effect in effects.written
        if isinstance(effect.effect, s.Hook) and event_name(effect.effect.event) == name
    )


def _reset(program: Program, event: Event) -> Iterator[Cell]:
    for state in program.states:
        if event in state.reset_each:
            yield Cell("state", state.name)


def _touches(written: Cell, reads: frozenset[Cell]) -> bool:
    """Return whether a write may change what a rule reads."""
    return any(
        cell.kind in (written.kind, "anything")
        and (not cell.name or not written.name or cell.name == written.name)
        for cell in reads
    )


Direct: TypeAlias = Mapping[str, set[Cell]]
Cells: TypeAlias = "frozenset[Cell]"  # without indexes; named values among them, and what they read

LASTING = Cell("lasting")

# Parts of heads, which may compare what a card counts as.
_COMPARING: Any = (patterns.KindEntry, patterns.EqualEntry, patterns.MemberEntry, s.Change)
_STORED: frozenset[CellKind] = frozenset(("state", "zone", "dice"))


@frozen(eq=False)
class ReadTable:
    """
    The cells that each named value reads: itself, through its modifiers and through other values.

    `rules` has the cells of each rule that is in force by itself, with its span; `imagined` those
    of a run of a procedure or action in an imagined position.
    """

    values: Mapping[str, Cells]
    rules: Mapping[s.EffectId, Cells]
    imagined: Imaginings

    def cells(self, parts: Iterable[Any]) -> Cells:
        """Return the cells that some parts read, directly or through named values."""
        direct = frozenset(_direct(tuple(parts)))
        return direct.union(*(self._followed(cell) for cell in direct))

    def _followed(self, cell: Cell) -> Cells:
        if cell.kind == "value":
            return self.values[cell.name]
        return self.imagined.reads(cell.name) if cell.kind == "imagined" else frozenset()

    def reads_one_of(self, parts: Iterable[Any], names: frozenset[str]) -> bool:
        """Return whether some parts may read a state, dice or a zone of these names."""
        return any(
            cell.kind == "anything"
            or (cell.kind in _STORED and (cell.name in names or (not cell.name and bool(names))))
            for cell in self.cells(parts)
        )

    def reads_what_cards_are(self, parts: Iterable[Any]) -> bool:
        """Return whether some parts may read which definition a card counts as."""
        return not self.cells(parts).isdisjoint((ANYTHING, COUNTS_AS))


class Imaginings:
    """The cells read by runs in imagined positions, computed on demand."""

    def __init__(self, program: Program, effects: EffectTable, direct: Direct) -> None:
        self._program, self._effects, self._direct = program, effects, direct
        self._acting: Mapping[s.EffectId, Cells] | None = None
        self._runs: dict[str, Imagined] = {}
        self._reads: dict[str, Cells] = {}

    def run(self, name: str) -> Imagined:
        """Return all that may run when this procedure or action does."""
        if name not in self._runs:
            procedures = {procedure.name for procedure in self._program.procedures}
            event = ProcedureRun(name) if name in procedures else ActionRun(name)
            rules = self._rules_that_act()
            self._runs[name] = imagined_run(self._program, self._effects, rules, event)
        return self._runs[name]

    def reads(self, name: str) -> Cells:
        """Return the cells that this procedure or action reads, and everything that it runs."""
        if name not in self._reads:
            self._reads[name] = _followed(self._direct, self.read_itself(name), self)
        return self._reads[name]

    def read_itself(self, name: str) -> Cells:
        """Return the cells read directly, not through named values or nested imagined runs."""
        return frozenset(_direct(self.run(name).parts))

    def acts(self, rule: s.EffectId) -> bool:
        """Return whether a rule acts at once in an imagined position."""
        return rule in self._rules_that_act()

    def all_act(self) -> bool:
        """Return whether every rule acts at once in an imagined position."""
        acting = self._rules_that_act()
        return all(
            effect.effect.id in acting
            for effect in self._effects.written
            if isinstance(effect.effect, s.Whenever)
        )

    def _rules_that_act(self) -> Mapping[s.EffectId, Cells]:
        """Return the cells read by each rule that also acts at once in an imagined position."""
        if self._acting is None:
            reads = {
                effect.effect.id: _of_rule(self._direct, effect, None)
                for effect in self._effects.written
                if isinstance(effect.effect, s.Whenever)
            }
            self._acting = {
                id: cells
                for id, cells in reads.items()
                if not any(cell.kind == "imagined" for cell in cells)
            }
        return self._acting


def read_table(program: Program, effects: EffectTable) -> ReadTable:
    """Return the cells that all named values and rules of a program read."""
    direct = {value.name: {LASTING, *_direct(value)} for value in program.values}
    for written in effects.written:
        if isinstance(written.effect, s.Modifier):
            direct[written.effect.value].update(_direct(written.effect), _of_span(written))
    imagined = Imaginings(program, effects, direct)
    return ReadTable(
        {name: _followed(direct, (Cell("value", name),), imagined) for name in direct},
        {
            whenever.effect.id: _of_rule(direct, whenever, imagined)
            for whenever in effects.whenevers
        },
        imagined,
    )


def _direct(part: Any) -> frozenset[Cell]:
    if isinstance(part, tuple):
        return frozenset[Cell]().union(*map(_direct, children(part)))
    return _direct_of(part)


@asked_once
def _direct_of(part: object) -> frozenset[Cell]:
    cells = {Cell(cell.kind, cell.name) for cell in cells_read(part)}
    compares = next(find(part, _COMPARING), None) is not None
    return frozenset(cells | {COUNTS_AS} if compares else cells)


def _followed(direct: Direct, cells: Iterable[Cell], imagined: Imaginings | None) -> Cells:
    """Return some cells, and what the values and given imagined runs among them read."""
    followed: set[Cell] = set()
    waiting = list(cells)
    while waiting:
        cell = waiting.pop()
        if cell not in followed:
            followed.add(cell)
            if cell.kind == "value":
                waiting += direct[cell.name]
            elif cell.kind == "imagined" and imagined is not None:
                waiting += imagined.read_itself(cell.name)
    return frozenset(followed)


def _of_rule(direct: Direct, written: WrittenEffect, imagined: Imaginings | None) -> Cells:
    """Return the cells that a rule reads, and whose turn it is: players are in turn order."""
    assert isinstance(written.effect, s.Whenever)
    read = {*_direct(written.effect.condition), *_of_span(written), ACTIVE}
    return _followed(direct, read, imagined)


def _of_span(written: WrittenEffect) -> Iterator[Cell]:
    """Yield the cells that decide whether an effect is in force; if printed, also the zones."""
    begun_by = written.begun_by
    yield from _direct(read_for_force(begun_by))
    if isinstance(begun_by, d.Standing) and written.carriers is not None:
        yield Cell("zone", begun_by.zone or "")
        yield COUNTS_AS
