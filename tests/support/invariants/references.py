"""Invariants about references: named things are declared, and fit."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sized
from typing import Any

from ruleslang.program import declarations as d
from ruleslang.program import expressions as e
from ruleslang.program import types as t
from ruleslang.program.builtins import FUNCTIONS
from ruleslang.program.events import CardPlay
from ruleslang.program.references import Declared, references
from ruleslang.program.typing.environment import Known
from ruleslang.program.walk import walk
from tests.support.invariants.broken import Broken
from tests.support.invariants.declared import declarations


def reference_resolves(k: Known) -> Iterator[Broken]:
    """Everything that is named exists."""
    tables = _tables(k)
    for where, declaration in declarations(k.program):
        for node in walk(declaration):
            for each in references(node):
                if each.name not in tables[each.what]:
                    kind = type(node).__name__
                    yield Broken("reference-resolves", where, f"{kind} names {each.name!r}")


def _tables(k: Known) -> dict[Declared, Mapping[str, Any]]:
    """What is declared, by what a reference calls it."""
    return {
        "words": k.words,
        "die": k.dice_kinds,
        "option": k.options,
        "kind": k.kinds,
        "field": k.fields,
        "definition": k.definitions,
        "play": k.plays,
        "standing": k.card_standings,
        "zone": k.zones,
        "state": k.states,
        "history": k.histories,
        "dice": k.dice,
        "board": k.boards,
        "piece": k.pieces,
        "kind or piece": {**k.kinds, **k.pieces},
        "value": k.values,
        "built-in function": FUNCTIONS,
        "procedure": k.procedures,
        "action": k.actions,
        "window": k.windows,
    }


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
    """How many entries a node gives, and how few and how many what it names takes."""
    given: Any = getattr(node, "arguments", getattr(node, "index", None))
    if not isinstance(given, tuple) or isinstance(node, (d.FieldValue, d.State)):
        return 0, 0, 0  # such a field is that of all its places; a state names a zone beside it
    for each in references(node):
        match each.what:
            case "built-in function" if each.name in FUNCTIONS:
                function = FUNCTIONS[each.name]
                return len(given), function.least, len(function.takes)
            case "value" if each.name in k.values:
                return _exactly(given, k.values[each.name].parameters)
            case "procedure" if each.name in k.procedures:
                return _exactly(given, k.procedures[each.name].parameters)
            case "window" if each.name in k.windows:
                return _exactly(given, k.windows[each.name].parameters)
            case "field" if each.name in k.fields:
                fields = (field for kind in k.program.kinds for field in kind.fields)
                numbers = [len(field.index) for field in fields if field.name == each.name]
                return len(given), min(numbers), max(numbers)
            case "state" if each.name in k.states:
                return _exactly(given, k.states[each.name].index)
            case "zone" if each.name in k.zones:
                return _exactly(given, k.zones[each.name].index)
            case "dice" if each.name in k.dice:
                return _exactly(given, k.dice[each.name].index)
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
        case t.UnderWay(event, kind):
            return kind is None or (isinstance(event, CardPlay) and kind in k.kinds)
    return True


def origin_exists(k: Known) -> Iterator[Broken]:
    """Every origin is an index into the origins, or -1."""
    for where, declaration in declarations(k.program):
        for node in walk(declaration):
            origin = getattr(node, "origin", -1)
            if not -1 <= origin < len(k.program.origins):
                yield Broken("origin-exists", where, f"{type(node).__name__} has {origin}")
