"""
The effects of a program in their written order.

The order settles which of two effects comes first that began at one moment, for one player: those
of the rulebook as written, then those of kinds and cards, then those that statements begin. Every
engine uses this order and none of its own.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Set

from attrs import frozen

from ruleslang.program import declarations as d
from ruleslang.program import expressions as e
from ruleslang.program import patterns
from ruleslang.program import statements as s
from ruleslang.program.locals import LocalDecl
from ruleslang.program.program import Program
from ruleslang.program.walk import find


@frozen(eq=False)
class WrittenEffect:
    """
    An effect with the declaration or statement that begins it, and the table of its locals.

    `place` is its index in the written order, from 0. `carriers` are the definitions on which it is
    printed; None for an effect of the rulebook itself, or one begun by a statement.
    """

    place: int
    effect: s.Effect
    begun_by: d.Standing | s.Lasting
    locals: tuple[LocalDecl, ...]
    carriers: frozenset[str] | None


def written_effects(program: Program) -> tuple[WrittenEffect, ...]:
    """Return all effects of a program, in their written order."""
    carriers: dict[str, set[str]] = {standing.name: set() for standing in program.card_standings}
    for definition in program.definitions:
        for name in definition.standings:
            carriers.setdefault(name, set()).add(definition.name)
    return tuple(
        WrittenEffect(place, effect, begun_by, locals, _carriers(begun_by, carriers))
        for place, (effect, begun_by, locals) in enumerate(_effects(program))
    )


def _carriers(
    begun_by: d.Standing | s.Lasting, carriers: Mapping[str, Set[str]]
) -> frozenset[str] | None:
    titles = carriers.get(begun_by.name) if isinstance(begun_by, d.Standing) else None
    return None if titles is None else frozenset(titles)


def read_for_force(begun_by: d.Standing | s.Lasting) -> tuple[e.Expr | patterns.Entry, ...]:
    """Return the expressions and patterns that decide whether effects are in force."""
    if isinstance(begun_by, d.Standing):
        condition = () if begun_by.condition is None else (begun_by.condition,)
        return (*(begun_by.index or ()), *condition)
    lifetime = begun_by.lifetime
    return (lifetime.condition,) if isinstance(lifetime, s.WhileHolds) else ()


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
