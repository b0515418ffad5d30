"""Invariants about patterns: one entry per place, and no name bound where none can be."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ruleslang.program import declarations as d
from ruleslang.program import patterns
from ruleslang.program import statements as s
from ruleslang.program.typing.environment import Known
from ruleslang.program.walk import find, walk
from tests.support.invariants.broken import Broken
from tests.support.invariants.declared import declarations, places_of_event


def pattern_fits(k: Known) -> Iterator[Broken]:
    """A pattern has one entry per place of what it is about."""
    for where, declaration in declarations(k.program):
        for node in walk(declaration):
            pattern, places = _pattern(k, node)
            if pattern is not None and places is not None and len(pattern) != places:
                yield Broken("pattern-fits", where, f"{len(pattern)} entries for {places} places")


def _pattern(k: Known, node: Any) -> tuple[patterns.Pattern, int | None]:
    match node:
        case s.Hook() | s.UntilNextEnd() | s.UntilNextStart():
            return node.pattern, places_of_event(k, node.event)
        case s.Modifier(value=value) if value in k.values:
            return node.pattern, len(k.values[value].parameters)
        case s.WindowUse(window) if window in k.windows:
            return node.pattern, len(k.windows[window].parameters)
        case d.Standing(zone=str(zone)) if zone in k.zones:
            return node.index, len(k.zones[zone].index)
    return None, None


def until_binds_nothing(k: Known) -> Iterator[Broken]:
    """What stands in the pattern of a lasting effect is fixed at its start."""
    for where, declaration in declarations(k.program):
        for lasting in find(declaration, s.Lasting):
            if next(find(lasting.lifetime, patterns.BindEntry), None) is not None:
                yield Broken("until-binds-nothing", where, lasting.name)
