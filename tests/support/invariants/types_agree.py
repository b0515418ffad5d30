"""The invariant about types: every operand is of a type that its place takes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, get_args

from ruleslang.program import declarations as d
from ruleslang.program import expressions as e
from ruleslang.program import statements as s
from ruleslang.program import types as t
from ruleslang.program.typing.environment import Known, Scope, scope_of, world_of
from ruleslang.program.typing.expressions import type_of
from ruleslang.program.walk import find, walk
from tests.support.invariants.accepted import is_accepted
from tests.support.invariants.broken import Broken
from tests.support.invariants.declared import declarations
from tests.support.invariants.operands import (
    TRUTH,
    Operand,
    Wanted,
    asked,
    at_index,
    handed_over,
    is_collection,
    is_number,
    is_set_of,
    operands,
    wrong_order,
    wrong_variant,
)
from tests.support.invariants.pattern_and_member_types import wrong_entries
from tests.support.invariants.slot_types import wrong_slots

EXPRESSIONS = get_args(e.Expr)

# What a field of a statement, a clause or a head takes, by its name.
BY_FIELD: dict[str, Wanted] = {
    "condition": TRUTH,
    "where": TRUTH,
    "so_that": TRUTH,
    "while_": TRUTH,
    "until": TRUTH,
    "window_condition": TRUTH,
    "player": t.Player(),
    "by": t.Player(),
    "starting": t.Player(),
    "number": is_number,
    "times": is_number,
    "at_most": is_number,
    "low": is_number,
    "high": is_number,
    "cards": is_set_of(t.Card),
    "pieces": is_set_of(t.Piece),
    "which": is_set_of(t.DieIn),
    "source": is_collection,
    "space": t.Optional(t.Space()),
    "among": is_set_of(t.Player),
    "asks": is_set_of(t.Player),
    "players": is_set_of(t.Player),
    "winners": is_set_of(t.Player),
    "to": t.Player(),
    "seen_by": t.Player(),
    "card": t.Card(),
    "played_as": t.Title(),
    "what": lambda type: isinstance(type, (t.UnderWay, t.Never)),
}

RUN_THROUGH = (s.ForEach, s.TogetherForEach, s.Rank)  # their `subject`
COSTS = (s.CountCost, s.SharedCost, s.CardCost)  # their `amount`


def types_agree(k: Known) -> Iterator[Broken]:
    """Every operand is of a type that its place takes, and every variant is that of its types."""
    world = world_of(k.program)
    for where, declaration in declarations(k.program):
        scope = scope_of(world, declaration)
        of_hooks = {id(each) for hook in find(declaration, s.Hook) for each in find(hook, s.Answer)}
        for node in walk(declaration):
            if isinstance(node, (t.Unknown, t.Maybe)):
                yield Broken("types-agree", where, f"{node} is a type of lowering alone")
            if isinstance(node, EXPRESSIONS):
                for wrong in (wrong_variant(node, scope), wrong_order(node, scope)):
                    if wrong is not None:
                        yield Broken("types-agree", where, f"{type(node).__name__} {wrong}")
                found: Iterable[Operand] = operands(node, scope)
            else:
                found = _of_statement(node, scope, None if id(node) in of_hooks else declaration)
            for message in (*wrong_entries(node, scope), *wrong_slots(node, scope)):
                yield Broken("types-agree", where, f"{type(node).__name__}: {message}")
            for operand, wanted, label in found:
                given = type_of(operand, scope)
                if not _takes(wanted, given, scope):
                    message = f"{type(node).__name__}: {label} is {given}"
                    yield Broken("types-agree", where, message)


def _takes(wanted: Wanted, given: t.Type, scope: Scope) -> bool:
    if callable(wanted):
        return wanted(given)
    return is_accepted(given, wanted, scope.world.kinds)


# ---------------------------------------------------------------- statements and heads


def _of_statement(node: Any, scope: Scope, declaration: Any) -> Iterator[Operand]:
    for name, wanted in BY_FIELD.items():
        value = getattr(node, name, None)
        if isinstance(value, EXPRESSIONS):
            yield value, wanted, name
    if isinstance(node, RUN_THROUGH):
        yield node.subject, is_collection, "subject"
    if isinstance(node, COSTS):
        yield node.amount, is_number, "amount"
    if isinstance(node, s.SwapMembers):
        yield node.left, asked(node.of), "left"
        yield node.right, asked(node.of), "right"
    yield from _of_declared_place(node, scope, declaration)
    yield from _of_index(node, scope)


def _of_declared_place(node: Any, scope: Scope, declaration: Any) -> Iterator[Operand]:
    known = scope.world.known
    match node:
        case s.Let(slot, value) | d.ValueLet(slot, value):
            yield value, scope.local(slot), "value"
        case s.Assign(s.StatePlace(name), value) if known.states[name].stops_at_the_ends:
            yield value, is_number, "value"
        case s.Assign(place, value):
            yield value, place_written(place, scope), "value"
        case s.Call(procedure, arguments):
            yield from handed_over(known.procedures.get(procedure), arguments)
        case s.OpenWindow(window, arguments):
            yield from handed_over(known.windows.get(window), arguments)
        case d.Value():
            for case in node.cases:
                yield case.value, node.type, "value"
        case d.State(start=start) if start is not None:
            yield start, node.type, "start"
        case s.Answer(value) if isinstance(declaration, d.Procedure) and declaration.answers:
            yield value, declaration.answers, "answer"


def _of_index(node: Any, scope: Scope) -> Iterator[Operand]:
    known = scope.world.known
    match node:
        case s.StatePlace(name) | s.RevealState(name) | s.SharedCost(_, name):
            yield from at_index(known.states.get(name), node.index)
        case s.ZoneTarget(name):
            yield from at_index(known.zones.get(name), node.index)
        case s.DiceTarget(name) | s.RollDice(name) | s.RevealDice(name) | s.RollNew(_, name):
            yield from at_index(known.dice.get(name), node.index)


def place_written(place: s.Place, scope: Scope) -> t.Type:
    """What may be written to a place."""
    match place:
        case s.LocalPlace(slot):
            return scope.local(slot)
        case s.StatePlace(name):
            return type_of(e.ReadState(name), scope)
        case s.ActivePlace():
            return t.Player()
        case s.PlaceOfUnderWay(subject, name):
            return type_of(e.ReadPlace(subject, name), scope)
