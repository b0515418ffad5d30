"""The declarations of a program by name."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, TypeVar

from attrs import fields as attrs_fields
from attrs import frozen

from ruleslang.program import declarations as d
from ruleslang.program import types as t
from ruleslang.program.events import ActionRun, CardPlay, Event, ProcedureRun
from ruleslang.program.program import Program

Named = TypeVar("Named", bound=Any)


@frozen
class Known:
    """The declarations of a program by name; of two with one name the last stands here."""

    program: Program
    words: Mapping[str, d.Words]
    dice_kinds: Mapping[str, d.Die]
    options: Mapping[str, d.Option]
    kinds: Mapping[str, d.Kind]
    definitions: Mapping[str, d.Definition]
    plays: Mapping[str, d.Play]
    card_standings: Mapping[str, d.Standing]
    zones: Mapping[str, d.Zone]
    states: Mapping[str, d.State]
    histories: Mapping[str, d.History]
    dice: Mapping[str, d.Dice]
    boards: Mapping[str, d.Board]
    pieces: Mapping[str, d.Piece]
    values: Mapping[str, d.Value]
    procedures: Mapping[str, d.Procedure]
    actions: Mapping[str, d.Action]
    windows: Mapping[str, d.Window]
    fields: Mapping[str, d.FieldType]


def known(program: Program) -> Known:
    """The tables of a program."""
    names = [each.name for each in attrs_fields(Known)][1:-1]
    tables: dict[str, Any] = {name: _by_name(getattr(program, name)) for name in names}
    fields = {field.name: field for kind in program.kinds for field in kind.fields}
    return Known(program, fields=fields, **tables)


def declarations(program: Program) -> Iterator[tuple[str, Any]]:
    """Every declaration, with what a message calls it."""
    groups: tuple[tuple[str, tuple[Any, ...]], ...] = (
        ("words", program.words),
        ("die", program.dice_kinds),
        ("option", program.options),
        ("kind", program.kinds),
        ("card", program.definitions),
        ("play", program.plays),
        ("while", program.card_standings),
        ("zone", program.zones),
        ("state", program.states),
        ("history", program.histories),
        ("dice", program.dice),
        ("board", program.boards),
        ("piece", program.pieces),
        ("value", program.values),
        ("procedure", program.procedures),
        ("action", program.actions),
        ("window", program.windows),
        ("while", program.standings),
    )
    for word, group in groups:
        for declaration in group:
            yield f"{word} {declaration.name}", declaration
    if program.ending.winners is not None:
        yield "header", program.ending


def places_of_event(k: Known, event: Event) -> int | None:
    """How many places a pattern about an event has; None: what it names is not declared."""
    match event:
        case ProcedureRun(name):
            return len(k.procedures[name].parameters) if name in k.procedures else None
        case ActionRun(name):
            return len(k.actions[name].choices) if name in k.actions else None
        case CardPlay():
            return 1


def kinds_above(k: Known, kind: str) -> Iterator[d.Kind]:
    """A kind and its parents, the nearest first; ends where a parent is unknown or comes again."""
    seen: set[str] = set()
    name: str | None = kind
    while name is not None and name in k.kinds and name not in seen:
        seen.add(name)
        yield k.kinds[name]
        name = k.kinds[name].parent


def size_of(k: Known, kind: t.Type) -> int | None:
    """How many members a type has that can be an index of printed fields; None: not such a type."""
    match kind:
        case t.Number(low, high):
            return high - low + 1
        case t.Truth():
            return 2
        case t.Player():
            return k.program.seats.high
        case t.Team():
            return len(k.program.teams.names)
        case t.WordOf(name) if name in k.words:
            return len(k.words[name].words)
        case t.Space(str(name)) if name in k.boards:
            return len(k.boards[name].spaces)
    return None


def _by_name(group: Iterable[Named]) -> Mapping[str, Named]:
    return {each.name: each for each in group}
