"""
The effects on each event or value: hooks of procedures, modifiers of values, and rules.

Each list is in the written order. The match decides whether an effect is in force at a moment, and
which of several comes first.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any, TypeAlias, TypeVar

from attrs import frozen

from ruleslang.program import declarations as d
from ruleslang.program import expressions as e
from ruleslang.program import statements as s
from ruleslang.program import types as t
from ruleslang.program.effect_order import WrittenEffect, read_for_force, written_effects
from ruleslang.program.events import event_name
from ruleslang.program.passes.recursive_values import BINDING
from ruleslang.program.passes.strong_components import components
from ruleslang.program.program import Program
from ruleslang.program.walk import find
from ruleslang.source.walk import asked_once

Key = TypeVar("Key")
HookTarget: TypeAlias = "tuple[str, str]"  # the moment, and what `event_name` calls the event


@frozen(eq=False)
class EffectTable:
    """
    The effects of a program by their targets.

    `written` are all effects in the written order, `places` their places in it, `written_hooks` and
    `written_modifiers` those among them. `hooks`, `modifiers` and `whenevers` hold the effects of
    the rulebook and of cards, which are in force by themselves. `lastings` are the statements that
    begin others. `watches` says whether a write may make a rule act at once or end a lasting
    effect: where it is no, nothing need be tested after a write.
    """

    written: tuple[WrittenEffect, ...]
    written_hooks: Mapping[HookTarget, tuple[WrittenEffect, ...]]
    written_modifiers: Mapping[str, tuple[WrittenEffect, ...]]
    hooks: Mapping[HookTarget, tuple[WrittenEffect, ...]]
    modifiers: Mapping[str, tuple[WrittenEffect, ...]]
    whenevers: tuple[WrittenEffect, ...]
    lastings: tuple[s.Lasting, ...]
    places: Mapping[s.EffectId, int]
    watches: bool


def effect_table(program: Program) -> EffectTable:
    """Return the effects of a program by their targets."""
    written = written_effects(program)
    standing = [effect for effect in written if isinstance(effect.begun_by, d.Standing)]
    lastings = tuple(find(bodies(program), s.Lasting))
    return EffectTable(
        written=written,
        written_hooks=_hooks(written),
        written_modifiers=_modifiers(written),
        hooks=_hooks(standing),
        modifiers=_modifiers(standing),
        whenevers=tuple(effect for effect in standing if isinstance(effect.effect, s.Whenever)),
        lastings=lastings,
        places={effect.effect.id: effect.place for effect in written},
        watches=any(isinstance(effect.effect, s.Whenever) for effect in written)
        or any(isinstance(lasting.lifetime, s.WhileHolds) for lasting in lastings),
    )


def bodies(program: Program) -> tuple[object, ...]:
    """Return all declarations whose statements may begin effects, reveal facts, count limits."""
    return (
        program.procedures,
        program.actions,
        program.plays,
        program.standings,
        program.card_standings,
    )


def _hooks(effects: Iterable[WrittenEffect]) -> dict[HookTarget, tuple[WrittenEffect, ...]]:
    return _grouped(
        ((effect.effect.moment, event_name(effect.effect.event)), effect)
        for effect in effects
        if isinstance(effect.effect, s.Hook)
    )


def _modifiers(effects: Iterable[WrittenEffect]) -> dict[str, tuple[WrittenEffect, ...]]:
    return _grouped(
        (effect.effect.value, effect) for effect in effects if isinstance(effect.effect, s.Modifier)
    )


def _grouped(pairs: Iterable[tuple[Key, WrittenEffect]]) -> dict[Key, tuple[WrittenEffect, ...]]:
    grouped: dict[Key, list[WrittenEffect]] = {}
    for key, effect in pairs:
        grouped.setdefault(key, []).append(effect)
    return {key: tuple(effects) for key, effects in grouped.items()}


_UNDER_WAY: Any = (e.Playable, e.ThisUnderWay, t.UnderWay)


def under_way_values(program: Program, effects: EffectTable) -> frozenset[str]:
    """Return the values that, transitively, read what is playable or under way."""
    parts = _parts(program, effects)
    names = {name for name, some in parts.items() if any(map(_reads_under_way, some))}
    calls = {name: set().union(*map(_calls, some)) for name, some in parts.items()}
    while True:
        more = {name for name, called in calls.items() if called & names} - names
        if not more:
            return frozenset(names)
        names |= more


@asked_once
def _reads_under_way(part: object) -> bool:
    return next(find(part, _UNDER_WAY), None) is not None


# What the text of a value may lead to at most: calls of values, without and with loops.
MOST_CALLS, MOST_IN_LOOPS = 1_000, 1_000_000
_LOOPS: Any = BINDING
IN_A_LOOP = 8  # calls for which one in a loop counts


def deep_values(program: Program, effects: EffectTable) -> frozenset[str]:
    """
    Return the values that call themselves, or that may lead to very many calls of others.

    An engine computes each of their calls once in an evaluation, and counts these.
    """
    parts = _parts(program, effects)
    found = set[str]()
    for most, count in ((MOST_CALLS, _calls), (MOST_IN_LOOPS, _calls_in_loops)):
        calls = {
            name: sum((count(part) for part in some), Counter[str]())
            for name, some in parts.items()
        }
        sizes: dict[str, int] = {}
        for group in components(calls):  # callees come before their callers
            for name in group:
                inner = (times * sizes.get(value, 1) for value, times in calls[name].items())
                calls_itself = len(group) > 1 or name in calls[name]
                sizes[name] = most + 1 if calls_itself else 1 + sum(inner)
        found |= {name for name, size in sizes.items() if size > most}
    return frozenset(found)


@asked_once
def _calls(part: object) -> Counter[str]:
    """Return how often each value is called in the text of a part."""
    return Counter(call.name for call in find(part, e.CallValue))


@asked_once
def _calls_in_loops(part: object) -> Counter[str]:
    """Return how often each value may be called in a part."""
    calls = Counter(_calls(part))
    in_loops = {id(call): call for loop in find(part, _LOOPS) for call in find(loop, e.CallValue)}
    for call in in_loops.values():
        calls[call.name] += IN_A_LOOP - 1
    return calls


def _parts(program: Program, effects: EffectTable) -> dict[str, list[object]]:
    """Return each value, with its modifiers and their spans."""
    parts: dict[str, list[object]] = {value.name: [value] for value in program.values}
    for effect in effects.written:
        if isinstance(effect.effect, s.Modifier):
            read = (effect.effect, *read_for_force(effect.begun_by))
            parts.setdefault(effect.effect.value, []).extend(read)
    return parts
