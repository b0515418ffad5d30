"""All tables derived from a program, and the runs that can be recursive.

Every engine counts these runs for the depth of a match. Runs begun by `whenever` rules are
not followed, since bodies of rules never nest.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from attrs import frozen

from ruleslang.program import declarations as d
from ruleslang.program import expressions as e
from ruleslang.program import statements as s
from ruleslang.program import types as t
from ruleslang.program.events import PLAY, ActionRun, CardPlay, Event, ProcedureRun, event_name
from ruleslang.program.passes.effects_by_event import (
    EffectTable,
    bodies,
    deep_values,
    effect_table,
    under_way_values,
)
from ruleslang.program.passes.followed_reads import ReadTable, read_table
from ruleslang.program.passes.strong_components import circles
from ruleslang.program.program import Program, memoised
from ruleslang.program.traits.effects import own_statements
from ruleslang.program.traits.statements import traits
from ruleslang.program.traits.trait_classes import WindowOpening
from ruleslang.program.walk import children, find


@frozen(eq=False)
class Derived:
    """
    The tables that every engine needs before it plays a program.

    `resets`, `limits` and `forgotten` map each procedure to the states, limits and histories that
    it resets.
    `recursive` are the runs that can be recursive, which the depth of a match counts.
    `revealed_facts` maps each statement that reveals a fact, by identity, to its index among them.
    """

    effects: EffectTable
    reads: ReadTable
    under_way_values: frozenset[str]
    deep_values: frozenset[str]
    recursive: frozenset[str]
    resets: Mapping[str, tuple[str, ...]]
    limits: Mapping[str, frozenset[str]]
    revealed_facts: Mapping[int, int]
    forgotten: Mapping[str, tuple[str, ...]]
    only_in: Mapping[str, str]  # by state of cards: the zone outside which it has its start value
    asks_stays: bool  # whether anything depends on whether a card has left its zone and come back


def follows_itself(derived: Derived, event: str) -> bool:
    """Return whether hooks after a run may run another one, when nothing of the first goes on."""
    return event in derived.recursive and ("instead of", event) not in derived.effects.written_hooks


@memoised
def derive(program: Program) -> Derived:
    """Return all tables of a program."""
    effects = effect_table(program)
    return Derived(
        effects=effects,
        reads=read_table(program, effects),
        under_way_values=under_way_values(program, effects),
        deep_values=deep_values(program, effects),
        recursive=recursive_runs(program, effects),
        resets=_resets(program.states),
        forgotten=_resets(program.histories),
        limits=_limits(program),
        revealed_facts=_revealed_facts(program),
        only_in={state.name: state.only_in for state in program.states if state.only_in},
        asks_stays=_asks_stays(program, effects),
    )


def _asks_stays(program: Program, effects: EffectTable) -> bool:
    """
    Return whether a card that was chosen may leave its zone before the body of what chose it, or
    while a modifier that names it lasts.
    """
    if any(stays.choice is None for stays in find((*children(program),), e.StillThere)):
        return True
    begun = {name for moment, name in effects.written_hooks if moment != "after"}
    begun |= _resets(program.states).keys() | _limits(program).keys()
    heads: list[tuple[Event, d.Action | d.Play]] = [(CardPlay(), play) for play in program.plays]
    heads += [(ActionRun(action.name), action) for action in program.actions]
    return any(
        event_name(event) in begun and any(True for _ in find(declared.choices, t.Card))
        for event, declared in heads
    )


def _resets(declared: Sequence[d.State | d.History]) -> dict[str, tuple[str, ...]]:
    resets: dict[str, tuple[str, ...]] = {}
    for state in declared:
        for event in state.reset_each:
            name = event_name(event)
            resets[name] = (*resets.get(name, ()), state.name)
    return resets


def _limits(program: Program) -> dict[str, frozenset[str]]:
    limits: dict[str, frozenset[str]] = {}
    for limit in find((program.actions, program.plays), s.Limit):
        name = event_name(limit.event)
        limits[name] = limits.get(name, frozenset()) | {limit.name}
    return limits


def _revealed_facts(program: Program) -> dict[int, int]:
    places: dict[int, int] = {}
    for place, fact in enumerate(find(bodies(program), s.RevealFact)):
        places.setdefault(id(fact), place)
    return places


WINDOW = "window "  # before the name of a window, which is no run


def recursive_runs(program: Program, effects: EffectTable) -> frozenset[str]:
    """Return the procedures and actions, and `play`, of which one run may lie inside another."""
    graph: dict[str, set[str]] = {PLAY: set()}
    bodies = {declared.name: declared.body for declared in program.procedures}
    bodies |= {declared.name: declared.body for declared in program.actions}
    for name, body in bodies.items():
        graph[name] = {*_runs(body.statements, body.in_any_case)}
    for play in program.plays:
        graph[PLAY].update(_runs(play.body.statements, play.body.in_any_case))
    for (_, event), hooks in effects.written_hooks.items():
        for hook in hooks:
            assert isinstance(hook.effect, s.Hook)
            graph[event].update(_runs(hook.effect.block))
    named = {use.window for play in program.plays for use in play.windows}
    for window in program.windows:
        plays = {PLAY} if window.name in named else set()
        graph[WINDOW + window.name] = {*window.offers, *plays}
    return frozenset(name for group in circles(graph) for name in group)


def _runs(*blocks: Iterable[s.Statement] | None) -> Iterator[str]:
    for block in blocks:
        for statement in own_statements(block or ()):
            for run in traits(statement).runs:
                match run:
                    case ProcedureRun(name) | ActionRun(name):
                        yield name
                    case WindowOpening(window):
                        yield WINDOW + window
                    case CardPlay():
                        yield PLAY
