"""
The named values that depend on what is under way, not only on the state of the match.

An engine that keeps a value while nothing that it reads is written must not keep these.
"""

from __future__ import annotations

from typing import Any

from ruleslang.program import expressions as e
from ruleslang.program import statements as s
from ruleslang.program import types as t
from ruleslang.program.effect_order import read_for_force
from ruleslang.program.passes.effects_by_event import EffectTable
from ruleslang.program.program import Program
from ruleslang.program.walk import walk

_UNDER_WAY: tuple[type[Any], ...] = (e.Playable, e.ThisUnderWay, t.UnderWay)


def under_way_values(program: Program, effects: EffectTable) -> frozenset[str]:
    """The values that ask, by themselves or by others, what is playable or under way."""
    parts = _parts(program, effects)
    nodes = {name: [*walk(tuple(some))] for name, some in parts.items()}
    found = {name for name, some in nodes.items() if any(isinstance(it, _UNDER_WAY) for it in some)}
    calls = {
        name: {each.name for each in some if isinstance(each, e.CallValue)}
        for name, some in nodes.items()
    }
    while True:
        more = {name for name, called in calls.items() if called & found} - found
        if not more:
            return frozenset(found)
        found |= more


def _parts(program: Program, effects: EffectTable) -> dict[str, list[object]]:
    """Each value, with its modifiers and their spans."""
    parts: dict[str, list[object]] = {each.name: [each] for each in program.values}
    for one in effects.written:
        if isinstance(one.effect, s.Modifier):
            read = (one.effect, *read_for_force(one.begun_by))
            parts.setdefault(one.effect.value, []).extend(read)
    return parts
