"""
Draws whole rulebooks: a strategy for hypothesis, and the same by a seed.

    @given(rulebooks())
    def test_something(text: str) -> None: ...

`python -m tests.support.drawn.rulebook SEED` prints one.
"""

from __future__ import annotations

import sys
from collections.abc import Callable

from hypothesis.strategies import DrawFn, composite

from ruleslang.program import types as t
from tests.support.drawn import behaviour, declarations, effects
from tests.support.drawn.expressions import DRAWERS
from tests.support.drawn.numbers_and_sets import plain_set  # noqa: F401  # registers drawers
from tests.support.drawn.pick import Drawn, Pick, seeded
from tests.support.drawn.statements import STATEMENTS
from tests.support.drawn.world import Scope, World

Lines = list[str]


def written(pick: Pick) -> str:
    """A rulebook."""
    world = World(
        pick,
        imagines=pick.maybe(1, 2),
        deeper=pick.number(1, 2) if pick.maybe(1, 10) else 0,
        favoured=_favoured(pick),
    )
    parts = [
        declarations.header(world),
        declarations.words(world),
        declarations.options(world),
        declarations.kinds(world),
        declarations.cards(world),
        declarations.boards(world),
        declarations.zones(world),
        declarations.states(world),
        declarations.cups(world),
        declarations.histories(world),
        declarations.values(world),
    ]
    behaviour.declared(world)
    parts += [
        behaviour.windows(world),
        behaviour.actions(world),
        behaviour.plays(world),
        behaviour.match(world),
        behaviour.procedures(world),
        _effects(world),
        _beside(world),
    ]
    return "\n\n".join("\n".join(part).rstrip("\n") for part in parts if part) + "\n"


def _favoured(pick: Pick) -> frozenset[Callable[..., object]]:
    """
    Some drawers of lines and of phrases, for this text alone.

    Two rare constructs meet in a text that favours both, far more often than by their own rates
    (swarm testing, Groce et al. 2012).
    """
    phrases = dict.fromkeys(each.draw for several in DRAWERS.values() for each in several)
    drawers = [*(each.draw for each in STATEMENTS), *phrases]
    return frozenset(pick.one(drawers) for _ in range(pick.number(0, 16)))


def _effects(world: World) -> Lines:
    lines: Lines = []
    for _ in range(world.pick.number(0, 3)):
        lines += [*effects.effect(world, Scope(calls_from=10**6)), ""]
    if world.pick.maybe(1, 4):
        lines += effects.standing(world)
    return lines


def _beside(world: World) -> Lines:
    """Measures and a player of the language, which decide nothing of the match."""
    lines = (
        ['measure "points" = sum of score(p) over p in players'] if world.pick.maybe(1, 4) else []
    )
    if world.pick.maybe(1, 4):
        action = world.actions[0]
        pattern = f"({', '.join('any' for _ in action.places)})" if action.places else ""
        lines += ['player modest "Likes little"', f"    prefer {action.name}{pattern}"]
        if action.places and isinstance(action.places[0], (t.Number, t.Player)):
            bound = world.fresh("b")
            key = f"seat({bound})" if action.places[0] == t.Player() else bound
            rest = "".join(", any" for _ in action.places[1:])
            lines.append(f"    prefer {action.name}({bound}{rest}) by highest {key}, then chance")
        lines += [f"    avoid {world.actions[-1].name}"] if world.pick.maybe(1, 2) else []
        lines += [f"    otherwise {world.pick.one(['chance', 'order'])}"]
    return lines


@composite
def rulebooks(draw: DrawFn) -> str:
    """Texts of rulebooks; what hypothesis makes smaller, a person would have written shorter."""
    return written(Pick(Drawn(draw)))


def rulebook(seed: int) -> str:
    """The text of a seed."""
    return written(Pick(seeded(seed)))


if __name__ == "__main__":
    print(rulebook(int(sys.argv[1])))
