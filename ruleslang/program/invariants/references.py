"""Invariants about references: that what an expression or statement names is declared, and fits."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sized
from typing import Any

from ruleslang.program import declarations as d
from ruleslang.program import expressions as e
from ruleslang.program import statements as s
from ruleslang.program import types as t
from ruleslang.program.builtins import FUNCTIONS
from ruleslang.program.events import PLAY, ActionRun, ProcedureRun
from ruleslang.program.invariants.broken import Broken
from ruleslang.program.known import Known, declarations, invocable
from ruleslang.program.walk import walk

_FUNCTIONS = {each.name: each for each in FUNCTIONS}


def reference_resolves(k: Known) -> Iterator[Broken]:
    """Everything that is named exists."""
    for where, declaration in declarations(k.program):
        for node in walk(declaration):
            table, name = _reference(k, node)
            if name is not None and name not in table:
                yield Broken("reference-resolves", where, f"{type(node).__name__} names {name!r}")
        yield from _lists_of_names(k, where, declaration)


def _reference(k: Known, node: Any) -> tuple[Mapping[str, Any], str | None]:
    match node:
        case e.ReadState() | s.StatePlace() | s.RevealState() | s.SharedCost():
            return k.states, node.name
        case e.ReadZone() | e.ZoneAt() | s.ZoneTarget():
            return k.zones, node.name
        case e.ReadDice() | e.DiceAt() | s.DiceTarget() | s.RevealDice():
            return k.dice, node.name
        case s.RollDice() | s.RollNew():
            return k.dice, node.dice
        case s.RollDie():
            return k.dice_kinds, node.die
        case e.ReadOption():
            return k.options, node.name
        case e.ReadField():
            return k.fields, node.name
        case e.CallValue():
            return k.values, node.name
        case s.Modifier():
            return k.values, node.value
        case e.CallBuiltIn():
            return _FUNCTIONS, node.function
    return _reference_of_behaviour(k, node)


def _reference_of_behaviour(k: Known, node: Any) -> tuple[Mapping[str, Any], str | None]:
    match node:
        case ProcedureRun():
            return k.procedures, node.name
        case ActionRun():
            return k.actions, node.name
        case s.Call() | e.ProcedureCall():
            return k.procedures, node.procedure
        case s.OpenWindow() | s.WindowUse():
            return k.windows, node.window
        case e.IsKind() | s.KindEntry():
            return {**k.kinds, **k.pieces}, node.kind
        case e.IsPiece():
            return k.pieces, node.piece
        case s.End() | e.ThisUnderWay():
            return _under_way(k), node.procedure
        case d.Zone():
            return k.kinds, node.kind
        case d.Dice():
            return k.dice_kinds, node.die
    return {}, None


def _under_way(k: Known) -> Mapping[str, Any]:
    return {**k.procedures, **k.actions, **k.windows, PLAY: None}


def _lists_of_names(k: Known, where: str, declaration: Any) -> Iterator[Broken]:
    named: list[tuple[Mapping[str, Any], str]] = []
    match declaration:
        case d.Definition():
            named += [(k.plays, name) for name in declaration.plays]
            named += [(k.card_standings, name) for name in declaration.standings]
            named.append((k.kinds, declaration.kind))
        case d.Window():
            named += [(k.actions, name) for name in declaration.offers]
        case d.Standing(zone=str(zone)):
            named.append((k.zones, zone))
    for node in walk(declaration):
        if isinstance(node, s.Offer):
            named += [(k.actions, name) for name in node.actions]
    for table, name in named:
        if name not in table:
            yield Broken("reference-resolves", where, f"names {name!r}")


def arguments_fit(k: Known) -> Iterator[Broken]:
    """Calls and indices have as many entries as what they name has places."""
    for where, declaration in declarations(k.program):
        for node in walk(declaration):
            given, least, most = _counts(k, node)
            if not least <= given <= most:
                yield Broken(
                    "arguments-fit",
                    where,
                    f"{type(node).__name__} has {given} entries, not {least}..{most}",
                )


def _counts(k: Known, node: Any) -> tuple[int, int, int]:
    match node:
        case e.CallBuiltIn(name) if name in _FUNCTIONS:
            return len(node.arguments), _FUNCTIONS[name].least, _FUNCTIONS[name].most
        case e.CallValue(name) if name in k.values:
            return _exactly(node.arguments, k.values[name].parameters)
        case s.Call(name) | e.ProcedureCall(name) if name in k.procedures:
            return _exactly(node.arguments, k.procedures[name].parameters)
        case s.OpenWindow(name) if name in k.windows:
            return _exactly(node.arguments, k.windows[name].parameters)
        case e.ReadField(name) if name in k.fields:
            return _exactly(node.index, k.fields[name].index)
    return _counts_of_index(k, node)


def _counts_of_index(k: Known, node: Any) -> tuple[int, int, int]:
    match node:
        case (
            e.ReadState(name) | s.StatePlace(name) | s.RevealState(name) | s.SharedCost(name=name)
        ) if name in k.states:
            return _exactly(node.index, k.states[name].index)
        case e.ReadZone(name) | e.ZoneAt(name) | s.ZoneTarget(name) if name in k.zones:
            return _exactly(node.index, k.zones[name].index)
        case e.ReadDice(name) | e.DiceAt(name) | s.DiceTarget(name) | s.RevealDice(name) if (
            name in k.dice
        ):
            return _exactly(node.index, k.dice[name].index)
        case s.RollDice(dice=name) | s.RollNew(dice=name) if name in k.dice:
            return _exactly(node.index, k.dice[name].index)
    return 0, 0, 0


def _exactly(given: Sized, wanted: Sized) -> tuple[int, int, int]:
    return len(given), len(wanted), len(wanted)


def constant_exists(k: Known) -> Iterator[Broken]:
    """Every constant is a member of its type."""
    for where, declaration in declarations(k.program):
        for node in walk(declaration):
            if not _exists(k, node):
                yield Broken("constant-exists", where, f"{node}")


def _exists(k: Known, node: Any) -> bool:
    match node:
        case e.WordValue(name, place):
            return name in k.words and 0 <= place < len(k.words[name].words)
        case e.SeatValue(seat):
            return 0 <= seat < k.program.seats.high
        case e.TeamValue(team):
            return 0 <= team < len(k.program.teams.names)
        case e.TitleValue(name):
            return name in k.definitions
        case e.SpaceValue(name, place):
            return name in k.boards and 0 <= place < len(k.boards[name].spaces)
    return True


def type_exists(k: Known) -> Iterator[Broken]:
    """Every type speaks of what is declared, and no range is empty."""
    for where, declaration in declarations(k.program):
        for node in walk(declaration):
            if not _type_exists(k, node):
                yield Broken("type-exists", where, f"{node}")


def _type_exists(k: Known, node: Any) -> bool:
    match node:
        case t.Number(low, high):
            return low <= high
        case t.WordOf(name):
            return name in k.words
        case t.Card(kind) | t.Title(kind):
            return kind is None or kind in k.kinds
        case t.Piece(name):
            return name is None or name in k.pieces
        case t.Space(name):
            return name is None or name in k.boards
        case t.DieIn(name):
            return name in k.dice
        case t.UnderWay(procedure, kind):
            return invocable(k, procedure) and (kind is None or kind in k.kinds)
    return True


def origin_exists(k: Known) -> Iterator[Broken]:
    """Every origin is an index into the origins, or -1."""
    for where, declaration in declarations(k.program):
        for node in walk(declaration):
            if not -1 <= getattr(node, "origin", -1) < len(k.program.origins):
                yield Broken("origin-exists", where, f"{type(node).__name__} has {node.origin}")
