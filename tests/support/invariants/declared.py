"""The declarations of a program, as the invariants use them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ruleslang.program import types as t
from ruleslang.program.events import ActionRun, CardPlay, Event, ProcedureRun
from ruleslang.program.program import Program
from ruleslang.program.typing.environment import Known


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
