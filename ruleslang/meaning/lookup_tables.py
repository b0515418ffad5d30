"""
What the interpreter looks up once for all matches of one program with the same settings.

In: a `Population`. Out: `Tables`: the same, and which effects stand on what.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from attrs import field, fields, frozen

from ruleslang.match.population import Population, Settings, population_of
from ruleslang.match.values import CardDefinition
from ruleslang.program import declarations as d
from ruleslang.program import expressions as e
from ruleslang.program import statements as s
from ruleslang.program import types as t
from ruleslang.program.effects import WrittenEffect, written_effects
from ruleslang.program.events import event_name
from ruleslang.program.program import Program
from ruleslang.program.walk import find, walk


@frozen(eq=False)
class Source:
    """
    An effect that is in force by itself: its place in the written order, what it stands in, and
    who carries it.

    `titles` are the definitions it is printed on; None for an effect of the rulebook itself.
    """

    place: int
    effect: s.Effect
    standing: d.Standing
    titles: frozenset[CardDefinition] | None


@frozen(eq=False)
class Tables(Population):
    """The population of a match, and what the interpreter looks up by name."""

    resets: Mapping[str, tuple[str, ...]]  # procedure: the states that begin anew with it
    limits: Mapping[str, frozenset[str]]  # procedure: the limits that begin anew with it
    hooks: Mapping[tuple[str, str], tuple[Source, ...]]  # moment and procedure
    modifiers: Mapping[str, tuple[Source, ...]]
    whenevers: tuple[Source, ...]
    watches: bool  # whether a write may make a rule act at once, or end a `while`
    places_of_effects: Mapping[s.EffectId, int]  # in the written order
    fleeting: frozenset[str] = frozenset()  # values that read what is under way, not only the state
    lasting_statements: tuple[s.Lasting, ...] = ()
    told_facts: Mapping[s.RevealFact, int] = field(factory=dict)  # their places in the text
    reads: dict[object, frozenset[str]] = field(factory=dict)  # filled by `reads`


_built: dict[int, Tables] = {}


def tables_for(program: Program, settings: Settings) -> Tables:
    """The tables, built once for a program and its settings."""
    population = population_of(program, settings)
    found = _built.get(id(population))
    if found is None or found.places is not population.places:
        if len(_built) >= 64:
            _built.clear()
        found = _built[id(population)] = build(population)
    return found


def build(population: Population) -> Tables:
    """Look everything up."""
    program = population.program
    return Tables(
        **{each.name: getattr(population, each.name) for each in fields(Population)},
        resets=_resets(program),
        limits=_limits(program),
        **_effects(program, population.titles),
    )


def _resets(program: Program) -> dict[str, tuple[str, ...]]:
    resets: dict[str, tuple[str, ...]] = {}
    for state in program.states:
        for procedure in state.reset_each:
            resets[procedure] = (*resets.get(procedure, ()), state.name)
    return resets


def _limits(program: Program) -> dict[str, frozenset[str]]:
    limits: dict[str, frozenset[str]] = {}
    for limit in find((program.actions, program.plays), s.Limit):
        limits[limit.procedure] = limits.get(limit.procedure, frozenset()) | {limit.name}
    return limits


def _effects(program: Program, titles: Mapping[str, CardDefinition]) -> dict[str, Any]:
    """
    Which effects stand on what, and their places in the written order.
    """
    written = written_effects(program)
    sources = list(_sources(written, titles))
    hooks: dict[tuple[str, str], tuple[Source, ...]] = {}
    modifiers: dict[str, tuple[Source, ...]] = {}
    for source in sources:
        match source.effect:
            case s.Hook(moment=moment, event=event):
                key = (moment, event_name(event))
                hooks[key] = (*hooks.get(key, ()), source)
            case s.Modifier(value=value):
                modifiers[value] = (*modifiers.get(value, ()), source)
    bodies = (
        program.procedures,
        program.actions,
        program.plays,
        program.standings,
        program.card_standings,
    )
    lastings = tuple(find(bodies, s.Lasting))
    return {
        "hooks": hooks,
        "modifiers": modifiers,
        "whenevers": tuple(one for one in sources if isinstance(one.effect, s.Whenever)),
        "watches": any(True for _ in find((bodies, lastings), s.Whenever))
        or any(one.span == "while" for one in lastings),
        "lasting_statements": lastings,
        "told_facts": _first_places(find(bodies, s.RevealFact)),
        "fleeting": _fleeting(program),
        "places_of_effects": {one.effect.id: one.place for one in written},
    }


def _first_places(facts: Iterable[s.RevealFact]) -> dict[s.RevealFact, int]:
    """The place of each; of those that say the same, that of the first."""
    places: dict[s.RevealFact, int] = {}
    for place, fact in enumerate(facts):
        places.setdefault(fact, place)
    return places


def _fleeting(program: Program) -> frozenset[str]:
    """The values that ask, by themselves or by others, what is playable or under way."""
    parts: dict[str, list[object]] = {each.name: [each] for each in program.values}
    bodies = (program.procedures, program.actions, program.plays)
    spans: list[d.Standing | s.Lasting] = [*program.standings, *program.card_standings]
    for span in (*spans, *find(bodies, s.Lasting)):
        for effect in span.effects:
            if isinstance(effect, s.Modifier):
                parts.setdefault(effect.value, []).extend((effect, span.condition))
    nodes = {name: [*walk(tuple(some))] for name, some in parts.items()}
    found = {name for name, some in nodes.items() if any(isinstance(it, _FLEETING) for it in some)}
    calls = {
        name: {each.name for each in some if isinstance(each, e.CallValue)}
        for name, some in nodes.items()
    }
    while True:
        more = {name for name, called in calls.items() if called & found} - found
        if not more:
            return frozenset(found)
        found |= more


_FLEETING: tuple[type[Any], ...] = (e.Playable, e.ThisUnderWay, t.UnderWay)


def _sources(
    written: Iterable[WrittenEffect], titles: Mapping[str, CardDefinition]
) -> Iterable[Source]:
    carriers: dict[str, set[CardDefinition]] = {}
    for title in titles.values():
        for name in title.definition.standings:
            carriers.setdefault(name, set()).add(title)
    for one in written:
        standing = one.begun_by
        if isinstance(standing, d.Standing):
            by = frozenset(carriers.get(standing.name, ())) if one.printed else None
            yield Source(one.place, one.effect, standing, by)
