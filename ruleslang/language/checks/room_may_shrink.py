"""Reports `room-may-shrink`: the capacity of a zone can fall below the number of its cards."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ruleslang.language.checks.queries.call_graph import effects
from ruleslang.language.checks.subject import Subject
from ruleslang.program import declarations as d
from ruleslang.program import expressions as e
from ruleslang.program import statements as s
from ruleslang.program import types as t
from ruleslang.program.traits.effects import effect_traits
from ruleslang.program.traits.reads import cells_read
from ruleslang.program.walk import find
from ruleslang.source.diagnostic import Diagnostic, warning
from ruleslang.source.span import Span

CHANGING = ("zone", "players", "active", "pieces", "dice", "counts as", "anything")


def room_may_shrink(span: Span, zone: d.Zone) -> Diagnostic:
    """The capacity of a zone can shrink, and nothing removes the surplus."""
    return warning(
        "room-may-shrink",
        span,
        f"`{zone.name}` may come to hold fewer cards than lie there",
        help=f"say what then happens: `whenever {_surplus(zone)}`",
    )


def _surplus(zone: d.Zone) -> str:
    """The condition with which a rule detects the surplus."""
    match zone.index:
        case ():
            return f"number of {zone.name} > …"
        case (d.IndexPlace(type=t.Player()),):
            return f"there is p in players where number of {zone.name}(p) > …"
        case (d.IndexPlace(type=t.Space(str(board))),):
            return f"there is s in {board} where number of {zone.name}(s) > …"
        case _:
            return f"there is … where number of {zone.name}(…) > …"


def _shrinks(subject: Subject, size: Any, seen: frozenset[str] = frozenset()) -> bool:
    """Whether a capacity depends on state that can decrease."""
    if any(cell.kind in CHANGING for cell in cells_read(size)):
        return True
    if any(_is_lowered(subject, read.name) for read in find(size, e.ReadState)):
        return True
    called = {call.name for call in find(size, e.CallValue)} - seen
    changed = {modifier.value for modifier in find(subject.program, s.Modifier)}
    return bool(called & changed) or any(
        _shrinks(subject, value, seen | called)
        for value in subject.program.values
        if value.name in called
    )


def _is_lowered(subject: Subject, state: str) -> bool:
    """Whether a state is ever reset, or set other than by raising it."""
    declared = next(
        (declaration for declaration in subject.program.states if declaration.name == state), None
    )
    if declared is None or declared.reset_each:
        return True
    return any(
        _place_of(node.place) == state and not _is_raised(node)
        for node in find(subject.program, s.Assign)
    )


def _place_of(place: Any) -> str | None:
    return place.name if isinstance(place, s.StatePlace) else None


def _is_raised(node: s.Assign) -> bool:
    match node.value:
        case e.Arithmetic("+", e.ReadState(name), e.Literal(int(more))):
            return name == _place_of(node.place) and more >= 0
        case _:
            return False


def check(subject: Subject) -> Iterator[Diagnostic]:
    watched = {
        read.name
        for effect in effects(subject)
        for read in find(effect_traits(effect).watches, e.ReadZone)
    }
    for zone in subject.program.zones:
        if (
            zone.at_most is not None
            and zone.name not in watched
            and _shrinks(subject, zone.at_most)
        ):
            yield room_may_shrink(subject.span(zone.origin), zone)
