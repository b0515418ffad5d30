"""
The effects of a program in their written order.

The order settles which of two effects comes first that began at one moment, for one player: those
of the rulebook as written, then those of kinds and cards, then those that statements begin. Every
engine uses this order and none of its own.
"""

from __future__ import annotations

from collections.abc import Iterator

from attrs import frozen

from ruleslang.program import declarations as d
from ruleslang.program import statements as s
from ruleslang.program.locals import LocalDecl
from ruleslang.program.program import Program
from ruleslang.program.walk import find


@frozen(eq=False)
class WrittenEffect:
    """
    An effect, what begins it, and the table of the locals that it is written with.

    `place` is where it stands in the written order, from 0. `printed` says that it is of a kind or
    a card, not of the rulebook itself.
    """

    place: int
    effect: s.Effect
    begun_by: d.Standing | s.Lasting
    locals: tuple[LocalDecl, ...]
    printed: bool


def written_effects(program: Program) -> tuple[WrittenEffect, ...]:
    """All effects of a program, in their written order."""
    printed = {standing.name for standing in program.card_standings}
    return tuple(
        WrittenEffect(place, effect, begun_by, locals, begun_by.name in printed)
        for place, (effect, begun_by, locals) in enumerate(_effects(program))
    )


def _effects(
    p: Program,
) -> Iterator[tuple[s.Effect, d.Standing | s.Lasting, tuple[LocalDecl, ...]]]:
    for standing in (*p.standings, *p.card_standings):
        for effect in standing.effects:
            yield effect, standing, standing.locals
    bodies: tuple[d.Procedure | d.Action | d.Play | d.Standing, ...] = (
        *p.procedures,
        *p.actions,
        *p.plays,
        *p.standings,
        *p.card_standings,
    )
    for body in bodies:
        for lasting in find(body, s.Lasting):
            for effect in lasting.effects:
                yield effect, lasting, body.locals
