"""
Rules that act at once: which there are, what they read, and where they are tested.

A rule is known by its place in the written order. What it is true for is a pair: its carrier (a
card; -1: the rulebook itself) and the member of its set (0 if it has none). Rules that may have
been touched are tested behind each simple statement, and wherever a run says so; `settling` then
runs what became true.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ruleslang.flow.constant_folding import apply
from ruleslang.flow.context import Lowering
from ruleslang.flow.effects_in_force import in_force
from ruleslang.flow.operations import EFFECTS
from ruleslang.flow.state_layout import (
    ACTIVE,
    HISTORIES,
    LATE,
    LIMITS,
    PLAYERS,
    PLAYS,
    QUEUE,
    QUIET,
    WAITING,
    WHERE,
    WINDOWS,
    ZONES,
    dice_family,
    in_a_row,
    state_family,
)
from ruleslang.flow.state_layout import LASTING as LASTING_CELL
from ruleslang.flow.steps import Call, Do, If, Step, Steps, Write, steps_in
from ruleslang.flow.tables_and_routines import Rule, Span, reads_all
from ruleslang.flow.whenever_tests import DUE, SETTLE, tests_routine
from ruleslang.flow.words import NO, YES, Cell, Constant
from ruleslang.program import expressions as e
from ruleslang.program import statements as s
from ruleslang.program import types as t
from ruleslang.program.effect_order import WrittenEffect
from ruleslang.program.passes.reads import LASTING, Cells
from ruleslang.program.traits.reads import ACTIVE as WHOSE_TURN
from ruleslang.program.traits.reads import ANYTHING, COUNTS_AS
from ruleslang.program.traits.trait_classes import Cell as Part
from ruleslang.program.walk import find

COUNT = t.Number(0, 2**31 - 1)
MAY_BE_PLAYED = ANYTHING  # limits that are counted, windows that are open: only `playable` asks


def rules_of(whole: Lowering) -> tuple[Rule, ...]:
    """
    The rules of a program, in the written order.

    What their conditions call is lowered here before it is known where rules are tested, so these
    routines are dropped again.
    """
    routines, hooks = dict(whole.routines), dict(whole.hooks)
    found = []
    for written in whole.derived.effects.written:
        effect = written.effect
        if isinstance(effect, s.Whenever):
            force = in_force(whole, written)
            if force is not None and _may_hold(force.body.word(effect.condition)):
                found.append(Rule(written, effect, _reads(whole, written, effect)))
    whole.routines, whole.hooks = routines, hooks
    return tuple(found)


def _may_hold(condition: object) -> bool:
    return condition != NO


def _reads(whole: Lowering, written: WrittenEffect, effect: s.Whenever) -> Cells:
    """
    What a rule reads that may change; lasting effects only if some modify a value that it asks.
    """
    cells = whole.derived.reads.cells([effect.condition])
    asked = {each.name for each in cells if each.kind == "value"}
    modified = {
        each.effect.value
        for each in whole.derived.effects.written
        if isinstance(each.effect, s.Modifier) and isinstance(each.begun_by, s.Lasting)
    }
    if isinstance(written.begun_by, s.Lasting):
        return cells | {LASTING, WHOSE_TURN}
    cells = whole.derived.reads.rules[effect.id]
    unchanging = set() if whole.counts_as else {COUNTS_AS}
    return cells - unchanging - (set() if asked & modified else {LASTING})


def changed_late(whole: Lowering) -> bool:
    """
    Whether something that rules read may change where no statement ends: costs are paid, turns
    inside of turns end, lasting effects end, a card is played as another.
    """
    program = whole.everyone.program
    costs = find(program, s.CountCost)
    parts = [Part("state", cost.place.name) for cost in costs]
    parts += [Part("state", cost.name) for cost in find(program, s.SharedCost)]
    if any(True for _ in find(program, s.CardCost)):
        parts.append(Part("zone"))
    if whole.turns > 1:
        parts.append(WHOSE_TURN)
    if whole.derived.effects.lastings:
        parts.append(LASTING)
    if whole.counts_as:
        parts.append(COUNTS_AS)
    if program.windows or program.plays or whole.limits:
        parts.append(MAY_BE_PLAYED)
    if (whole.rules or whole.spans) and (_may_skip_bodies(whole) or _may_imagine(whole)):
        return True
    return _touches(whole, parts)


def _may_imagine(whole: Lowering) -> bool:
    """Whether something may be imagined, perhaps where no rules have been tested for a while."""
    program = whole.everyone.program
    offers = find(program, s.Offer)
    return any(True for _ in find(program, e.WhatWouldBe)) or any(
        each.mode == "most" for each in offers
    )


def _may_skip_bodies(whole: Lowering) -> bool:
    """Whether `in any case` may be done of a run of which the body never ran."""
    program = whole.everyone.program
    bodies = (program.procedures, program.actions, program.plays)
    hooks = (each.effect for each in whole.derived.effects.written)
    has_last = any(each.in_any_case is not None for each in find(bodies, s.Body))
    return has_last and any(
        isinstance(each, s.Hook) and each.moment == "instead of" for each in hooks
    )


def spans_of(whole: Lowering) -> tuple[Span, ...]:
    """The lasting statements that end when a condition is false."""
    return tuple(
        Span(each, whole.derived.reads.cells([each.lifetime.condition]) | {LASTING, WHOSE_TURN})
        for each in whole.derived.effects.lastings
        if isinstance(each.lifetime, s.WhileHolds)
    )


# ---------------------------------------------------------------- what is touched


def touched(steps: Sequence[Step]) -> Iterator[Part]:
    """What steps may change that rules read."""
    for step in steps_in(steps):
        match step:
            case Write(family=family) | Do("fill", (family,)):
                yield from _written(str(family))
            case Do(effect):
                changed = EFFECTS[effect].changes
                if changed is not None:
                    yield changed
                if changed == Part("zone"):
                    yield COUNTS_AS  # a card that goes elsewhere counts as itself


def _written(family: str) -> Iterator[Part]:
    family = family.removesuffix(in_a_row(""))
    name = family.partition(" ")[2]
    if family in (WHERE, ZONES) or family.startswith("zone "):
        yield Part("zone")
    elif family == ACTIVE:
        yield WHOSE_TURN
    elif family == LASTING_CELL:
        yield LASTING
    elif family == HISTORIES:
        yield Part("history")
    elif family == PLAYERS:
        yield Part("players")
    elif family == state_family(name):
        yield Part("state", name)
    elif family.startswith(dice_family("")):
        yield Part("dice")
    elif family in (LIMITS, PLAYS, WINDOWS):
        yield MAY_BE_PLAYED


def _touches(whole: Lowering, parts: Sequence[Part]) -> bool:
    """Whether any rule, or span that a condition ends, reads one of these."""
    spans = any(_is_read(each.reads, one) for each in whole.spans for one in parts)
    return spans or bool(whole.readers.of(parts))


def _is_read(reads: Cells, part: Part) -> bool:
    return any(
        reads_all(cell)
        or (cell.kind == part.kind and (not cell.name or not part.name or cell.name == part.name))
        for cell in reads
    )


# ---------------------------------------------------------------- where they are tested


def settled(whole: Lowering, steps: Sequence[Step]) -> list[Step]:
    """What follows steps that may have touched rules."""
    parts = tuple(touched(steps))
    if _touches(whole, parts):
        return test_and_settle(whole, whole.readers.of(parts))
    if not whole.is_late:
        return []
    return [If(Cell(LATE, (), t.Truth()), tuple(test_and_settle(whole, whole.rules)))]


def test_and_settle(whole: Lowering, rules: tuple[Rule, ...]) -> list[Step]:
    """Rules are tested, and what became true runs."""
    test = Call(tests_routine(whole, rules), (), DUE)
    return [test, If(DUE, (Call(SETTLE, ()),))] if whole.rules else [test]


def taken_as_tested(whole: Lowering) -> Steps:
    """All rules are tested before anything runs; what is true already fires none."""
    if not whole.rules:
        return ()
    emptied = Write(QUEUE, (), Constant((), WAITING))
    return (Call(tests_routine(whole, whole.rules), (), DUE), emptied)


def settle_all(whole: Lowering) -> list[Step]:
    """All rules are tested."""
    return test_and_settle(whole, whole.rules) if whole.rules or whole.spans else []


def late(whole: Lowering, steps: Sequence[Step]) -> Steps:
    """What is behind steps that are no statement: the next statement tests what they touched."""
    if not whole.is_late or not _touches(whole, tuple(touched(steps))):
        return ()
    return (Write(LATE, (), YES),)


def after_quiet(whole: Lowering, steps: Steps) -> list[Step]:
    """What follows steps after none of which rules were tested."""
    if any(isinstance(each, Call) for each in steps_in(steps)):
        return settle_all(whole)
    return settled(whole, steps)


def quietly(whole: Lowering, steps: Steps) -> Steps:
    """Steps after none of which rules are tested, whatever they call."""
    if not (whole.rules or whole.spans) or not any(
        isinstance(each, Call) for each in steps_in(steps)
    ):
        return steps
    now, one = Cell(QUIET, (), COUNT), Constant(1, COUNT)
    return (
        Write(QUIET, (), apply("+", now, one, type=COUNT)),
        *steps,
        Write(QUIET, (), apply("-", now, one, type=COUNT)),
    )
