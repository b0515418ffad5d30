"""All tables that follow from a program, in one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from attrs import frozen

from ruleslang.program import declarations as d
from ruleslang.program import statements as s
from ruleslang.program.events import event_name
from ruleslang.program.passes.effects_by_event import (
    EffectTable,
    bodies,
    effect_table,
    under_way_values,
)
from ruleslang.program.passes.followed_reads import ReadTable, read_table
from ruleslang.program.passes.recursive_runs import recursive_runs
from ruleslang.program.program import Program, memoised
from ruleslang.program.walk import find


@frozen(eq=False)
class Derived:
    """
    What every engine needs of a program before it plays.

    `resets`, `limits` and `forgotten` say by procedure which states, limits and histories begin
    anew with it.
    `recursive` are the runs that can be inside themselves, which the depth of a match counts.
    `told_facts` has the place of each statement that reveals a fact among all of them, by its
    identity.
    """

    effects: EffectTable
    reads: ReadTable
    under_way_values: frozenset[str]
    recursive: frozenset[str]
    resets: Mapping[str, tuple[str, ...]]
    limits: Mapping[str, frozenset[str]]
    told_facts: Mapping[int, int]
    forgotten: Mapping[str, tuple[str, ...]]


def follows_itself(derived: Derived, event: str) -> bool:
    """Whether hooks after a run may run another one, when nothing of the first goes on."""
    return event in derived.recursive and ("instead of", event) not in derived.effects.written_hooks


@memoised
def derive(program: Program) -> Derived:
    """All tables of a program."""
    effects = effect_table(program)
    return Derived(
        effects=effects,
        reads=read_table(program, effects),
        under_way_values=under_way_values(program, effects),
        recursive=recursive_runs(program, effects),
        resets=_resets(program.states),
        forgotten=_resets(program.histories),
        limits=_limits(program),
        told_facts=_told_facts(program),
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


def _told_facts(program: Program) -> dict[int, int]:
    places: dict[int, int] = {}
    for place, fact in enumerate(find(bodies(program), s.RevealFact)):
        places.setdefault(id(fact), place)
    return places
