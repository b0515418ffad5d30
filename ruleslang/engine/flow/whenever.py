"""
Finds the `whenever` rules, their reads, and the places where they are tested.

A rule is identified by its rank in the text. It is true for pairs: its carrier (a card; -1: the
rulebook itself) and the member of its set (0 if it has none). Rules that may have been affected are
tested after each simple statement, and wherever a run says so; `settle` then runs what became
true. An example: docs/dev/flow-examples.md.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ruleslang.engine.flow import state_layout as f
from ruleslang.engine.flow.build_exprs import apply
from ruleslang.engine.flow.context import Lowering
from ruleslang.engine.flow.effects_in_force import in_force
from ruleslang.engine.flow.ir_exprs import NO, YES, Cell, Constant
from ruleslang.engine.flow.ir_stmts import Call, Do, If, Stmt, Stmts, Write, stmts_in
from ruleslang.engine.flow.operations import EFFECTS
from ruleslang.engine.flow.state_layout import LASTING as LASTING_CELL
from ruleslang.engine.flow.tables_and_routines import Rule, Span, reads_all
from ruleslang.engine.flow.whenever_tests import DUE, SETTLE, tests_routine
from ruleslang.program import expressions as e
from ruleslang.program import statements as s
from ruleslang.program import types as t
from ruleslang.program.effect_order import WrittenEffect
from ruleslang.program.passes.followed_reads import LASTING, Cells
from ruleslang.program.traits.reads import ACTIVE as WHOSE_TURN
from ruleslang.program.traits.reads import ANYTHING, COUNTS_AS
from ruleslang.program.traits.trait_classes import Cell as Part
from ruleslang.program.walk import find

COUNT = t.Number(0, 2**31 - 1)
MAY_BE_PLAYED = ANYTHING  # limits that are counted, windows that are open: only `playable` asks


def rules_of(lowering: Lowering) -> tuple[Rule, ...]:
    """
    Return the rules of a program, in the order of the text.

    The routines that their conditions call are lowered here before it is known where rules are
    tested, and are therefore dropped again.
    """
    routines, hooks = dict(lowering.routines), dict(lowering.hooks)
    rules = []
    for written in lowering.derived.effects.written:
        effect = written.effect
        if isinstance(effect, s.Whenever):
            force = in_force(lowering, written)
            if force is None:
                continue
            if force.holds != YES or force.body.expr(effect.condition) != NO:
                rules.append(Rule(written, effect, _reads(lowering, written, effect)))
    lowering.routines, lowering.hooks = routines, hooks
    lowering.later.clear()
    return tuple(rules)


def _reads(lowering: Lowering, written: WrittenEffect, effect: s.Whenever) -> Cells:
    """Return the changeable reads of a rule; effects only if some modify a value that it reads."""
    cells = lowering.derived.reads.cells([effect.condition])
    values_read = {cell.name for cell in cells if cell.kind == "value"}
    modified = {
        lasting.effect.value
        for lasting in lowering.derived.effects.written
        if isinstance(lasting.effect, s.Modifier) and isinstance(lasting.begun_by, s.Lasting)
    }
    if isinstance(written.begun_by, s.Lasting):
        return cells | {LASTING, WHOSE_TURN}
    cells = lowering.derived.reads.rules[effect.id]
    unchanging = set() if lowering.counts_as else {COUNTS_AS}
    return cells - unchanging - (set() if values_read & modified else {LASTING})


def changed_late(lowering: Lowering) -> bool:
    """
    Return whether something that rules read may change where no statement ends: costs are paid,
    nested turns end, lasting effects end, a card is played as another.
    """
    program = lowering.population.program
    costs = find(program, s.CountCost)
    parts = [Part("state", cost.place.name) for cost in costs]
    parts += [Part("state", cost.name) for cost in find(program, s.SharedCost)]
    if any(True for _ in find(program, s.CardCost)):
        parts.append(Part("zone"))
    if lowering.turns > 1:
        parts.append(WHOSE_TURN)
    if lowering.derived.effects.lastings:
        parts.append(LASTING)
    if lowering.counts_as:
        parts.append(COUNTS_AS)
    if program.windows or program.plays or lowering.limits:
        parts.append(MAY_BE_PLAYED)
    if (lowering.rules or lowering.spans) and (
        _may_skip_bodies(lowering) or _may_imagine(lowering)
    ):
        return True
    return _touches(lowering, parts)


def _may_imagine(lowering: Lowering) -> bool:
    """Return whether a position may be imagined while tests of rules are outstanding."""
    program = lowering.population.program
    offers = find(program, s.Offer)
    return any(True for _ in find(program, e.WhatWouldBe)) or any(
        offer.mode == "most" for offer in offers
    )


def _may_skip_bodies(lowering: Lowering) -> bool:
    """Return whether `in any case` may run for a run whose body never ran."""
    program = lowering.population.program
    bodies = (program.procedures, program.actions, program.plays)
    hooks = (node.effect for node in lowering.derived.effects.written)
    has_last = any(node.in_any_case is not None for node in find(bodies, s.Body))
    return has_last and any(
        isinstance(hook, s.Hook) and hook.moment == "instead of" for hook in hooks
    )


def spans_of(lowering: Lowering) -> tuple[Span, ...]:
    """Return the lasting statements that end when a condition is false."""
    return tuple(
        Span(
            lasting,
            lowering.derived.reads.cells([lasting.lifetime.condition]) | {LASTING, WHOSE_TURN},
        )
        for lasting in lowering.derived.effects.lastings
        if isinstance(lasting.lifetime, s.WhileHolds)
    )


# ---------------------------------------------------------------- what is touched


def touched(stmts: Sequence[Stmt]) -> Iterator[Part]:
    """Yield the cells that statements may change."""
    for stmt in stmts_in(stmts):
        match stmt:
            case Write(family=family) | Do("fill", (family,)):
                yield from _written(str(family))
            case Do(effect):
                changed = EFFECTS[effect].changes
                if changed is not None:
                    yield changed
                if changed == Part("zone"):
                    yield COUNTS_AS  # a card that goes elsewhere counts as itself


def _written(family: str) -> Iterator[Part]:
    family = family.removesuffix(f.in_a_row(""))
    name = family.partition(" ")[2]
    if family in (f.WHERE, f.ZONES) or family.startswith("zone "):
        yield Part("zone")
    elif family == f.ACTIVE:
        yield WHOSE_TURN
    elif family == LASTING_CELL:
        yield LASTING
    elif family == f.HISTORIES:
        yield Part("history")
    elif family == f.PLAYERS:
        yield Part("players")
    elif family == f.state_family(name):
        yield Part("state", name)
    elif family.startswith(f.dice_family("")):
        yield Part("dice")
    elif family in (f.LIMITS, f.PLAYS, f.WINDOWS):
        yield MAY_BE_PLAYED


def _touches(lowering: Lowering, parts: Sequence[Part]) -> bool:
    """Return whether any rule, or span with a condition, reads one of these."""
    spans = any(_is_read(span.reads, part) for span in lowering.spans for part in parts)
    return spans or bool(lowering.readers.of(parts))


def _is_read(reads: Cells, part: Part) -> bool:
    return any(
        reads_all(cell)
        or (cell.kind == part.kind and (not cell.name or not part.name or cell.name == part.name))
        for cell in reads
    )


# ---------------------------------------------------------------- where they are tested


def tests_after(lowering: Lowering, stmts: Sequence[Stmt]) -> list[Stmt]:
    """Test the rules that these statements may have affected."""
    parts = tuple(touched(stmts))
    if _touches(lowering, parts):
        return test_to_fixed_point(lowering, lowering.readers.of(parts))
    if not lowering.is_late:
        return []
    return [If(Cell(f.LATE, (), t.Truth()), tuple(test_to_fixed_point(lowering, lowering.rules)))]


def test_to_fixed_point(lowering: Lowering, rules: tuple[Rule, ...]) -> list[Stmt]:
    """Test rules, and run what became true."""
    test = Call(tests_routine(lowering, rules), (), DUE)
    return [test, If(DUE, (Call(SETTLE, ()),))] if lowering.rules else [test]


def taken_as_tested(lowering: Lowering) -> Stmts:
    """Test all rules before anything runs, without firing those that are true."""
    if not lowering.rules:
        return ()
    emptied = Write(f.QUEUE, (), Constant((), f.WAITING))
    return (Call(tests_routine(lowering, lowering.rules), (), DUE), emptied)


def test_all(lowering: Lowering) -> list[Stmt]:
    """Test all rules."""
    return test_to_fixed_point(lowering, lowering.rules) if lowering.rules or lowering.spans else []


def late(lowering: Lowering, stmts: Sequence[Stmt]) -> Stmts:
    """Let the next statement test the cells that these change outside a statement."""
    if not lowering.is_late or not _touches(lowering, tuple(touched(stmts))):
        return ()
    return (Write(f.LATE, (), YES),)


def after_quiet(lowering: Lowering, stmts: Stmts) -> list[Stmt]:
    """Test rules after statements that were quiet."""
    if any(isinstance(stmt, Call) for stmt in stmts_in(stmts)):
        return test_all(lowering)
    return tests_after(lowering, stmts)


def quietly(lowering: Lowering, stmts: Stmts) -> Stmts:
    """Run statements without tests of rules in between, whatever they call."""
    if not (lowering.rules or lowering.spans) or not any(
        isinstance(stmt, Call) for stmt in stmts_in(stmts)
    ):
        return stmts
    now, once = Cell(f.QUIET, (), COUNT), Constant(1, COUNT)
    return (
        Write(f.QUIET, (), apply("+", now, once, type=COUNT)),
        *stmts,
        Write(f.QUIET, (), apply("-", now, once, type=COUNT)),
    )
