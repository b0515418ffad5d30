"""
Which runs can be inside themselves: the depth of a match counts these, in every engine alike.

What a rule that acts at once runs is not followed, since bodies of rules never nest.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ruleslang.program import statements as s
from ruleslang.program.events import PLAY, ActionRun, CardPlay, ProcedureRun
from ruleslang.program.passes.components import circles
from ruleslang.program.passes.effects_by_event import EffectTable
from ruleslang.program.program import Program
from ruleslang.program.traits.effects import own_statements
from ruleslang.program.traits.statements import traits
from ruleslang.program.traits.trait_classes import WindowOpening

WINDOW = "window "  # before the name of a window, which is no run


def recursive_runs(program: Program, effects: EffectTable) -> frozenset[str]:
    """The procedures and actions, and `play`, of which one run may lie inside another."""
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
