"""The checks of `types-agree` for patterns, revealed facts, and members of phrases."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, TypeAlias

from ruleslang.program import declarations as d
from ruleslang.program import expressions as e
from ruleslang.program import operation_variants_by_type as variants
from ruleslang.program import patterns
from ruleslang.program import statements as s
from ruleslang.program import types as t
from ruleslang.program.events import CardPlay, Event, event_name
from ruleslang.program.locals import Slot
from ruleslang.program.typing.environment import Scope
from ruleslang.program.typing.expressions import type_of
from ruleslang.program.typing.lattice import members
from tests.support.invariants.accepted import is_accepted
from tests.support.invariants.operands import other_variant

Types: TypeAlias = "tuple[t.Type | None, ...]"  # None: not known here

RUN_THROUGH = (e.Where, e.AsFarAs, e.ThereIs, e.Every, e.Image, e.UnionOver, e.Fold, e.With)
RUN_THROUGH_BY_STATEMENTS = (s.ForEach, s.TogetherForEach, s.Rank)


def wrong_entries(node: Any, scope: Scope) -> Iterator[str]:
    """What is wrong with the patterns, keys and members of one node, not of those inside it."""
    for entry, type in _entries(node, scope):
        wrong = _wrong_entry(entry, type, scope)
        if wrong is not None:
            yield f"an entry {wrong}"
    for key in getattr(node, "keys", ()):
        wrong = other_variant(key.order, variants.ordering(type_of(key.value, scope)))
        if wrong is not None:
            yield f"a key {wrong}"
    if isinstance(node, (s.Choice, s.Rank)):
        of = members(type_of(node.source if isinstance(node, s.Choice) else node.subject, scope))
        wrong = other_variant(node.sorting, variants.standard_order(of))
        if wrong is not None:
            yield wrong
    if isinstance(node, s.RevealFact):
        sides = type_of(node.fact, scope), type_of(node.value, scope)
        wrong = other_variant(node.comparing, variants.comparing(*sides))
        if wrong is not None:
            yield wrong
    for slot, given in _bound(node, scope):
        if not is_accepted(given, scope.local(slot), scope.world.kinds):
            yield f"runs through {given} with {scope.local(slot)}"


# ---------------------------------------------------------------- members


def _bound(node: Any, scope: Scope) -> Iterator[tuple[Slot, t.Type]]:
    """The locals that hold members, and what these are."""
    if isinstance(node, (*RUN_THROUGH, *RUN_THROUGH_BY_STATEMENTS, e.Ranked, e.SpreadBy)):
        yield node.variable, members(type_of(node.subject, scope))
    if isinstance(node, e.SpreadBy):
        yield node.variable, members(type_of(node.step, scope))
    if isinstance(node, s.Choice) and node.member is not None:
        yield node.member, members(type_of(node.source, scope))


# ---------------------------------------------------------------- patterns


def _entries(node: Any, scope: Scope) -> Iterator[tuple[patterns.Entry, t.Type | None]]:
    """The entries of the heads in a node, each with the type of the place it stands for."""
    known = scope.world.known
    match node:
        case s.Hook() | s.UntilNextEnd() | s.UntilNextStart():
            yield from _zipped(node.pattern, types_of_event(node.event, scope))
        case s.Modifier(value=value) if value in known.values:
            yield from _zipped(node.pattern, _types(known.values[value].parameters))
        case s.WindowUse(window) if window in known.windows:
            yield from _zipped(node.pattern, _types(known.windows[window].parameters))
        case d.Standing(zone=str(zone)) if zone in known.zones:
            yield from _zipped(node.index, _types(known.zones[zone].index))
        case s.Depending():
            given = type_of(node.subject, scope)
            yield from ((entry, given) for case in node.cases for entry in case.entries)
    if isinstance(node, s.Hook) and node.by is not None:
        yield node.by, t.Player()


def _zipped(
    pattern: patterns.Pattern, types: Types
) -> Iterator[tuple[patterns.Entry, t.Type | None]]:
    yield from zip(pattern or (), types, strict=False)


def types_of_event(event: Event, scope: Scope) -> Types:
    """The types of the places that a pattern about an event has."""
    if isinstance(event, CardPlay):
        return (t.Card(),)
    known, name = scope.world.known, event_name(event)
    if name in known.procedures:
        return _types(known.procedures[name].parameters)
    if name in known.actions:
        return tuple(each.type for each in known.actions[name].choices)
    return ()


def _types(places: tuple[Any, ...]) -> Types:
    return tuple(place.type for place in places)


def _wrong_entry(entry: patterns.Entry, type: t.Type | None, scope: Scope) -> str | None:
    if type is None:
        return None
    match entry:
        case patterns.BindEntry(slot):
            if not is_accepted(type, scope.local(slot), scope.world.kinds):
                return f"binds {type} to {scope.local(slot)}"
        case patterns.EqualEntry(value, comparing):
            intended = variants.comparing(type, type_of(value, scope))
            return other_variant(comparing, intended)
        case patterns.MemberEntry(of, comparing):
            return other_variant(comparing, variants.comparing_member(type, type_of(of, scope)))
        case patterns.KindEntry(of=of):
            return other_variant(of, variants.asked_of(type))
    return None
