"""
Rulebooks that a machine writes: a strategy for hypothesis, and the same by a seed.

    @given(rulebooks())
    def test_something(text: str) -> None: ...

`python -m tests.support.generate SEED` prints one.
"""

from __future__ import annotations

import sys

from hypothesis.strategies import DrawFn, SearchStrategy, composite

from tests.support.made import behaviour, data
from tests.support.made.constructs import constructs
from tests.support.made.paid import paid
from tests.support.made.pick import Drawn, Pick, seeded
from tests.support.made.world import World


def written(pick: Pick) -> str:
    """A rulebook."""
    world = World(pick)
    parts = [_header(world), data.words(world), data.cards(world), data.zones(world)]
    parts += [data.states(world), data.values(world)]
    behaviour.declared(world)
    parts += [
        behaviour.match(world),
        behaviour.turn_over(world),
        behaviour.steps(world),
        behaviour.actions(world),
        behaviour.windows(world),
        behaviour.hooks(world),
        behaviour.plays(world),
        _beside(world),
        constructs(world),
        paid(world),
    ]
    return "\n\n".join("\n".join(part) for part in parts if part) + "\n"


def _header(world: World) -> list[str]:
    pick = world.pick
    winners = pick.one(["nobody wins", "(players with highest score(it)) win"])
    lines = ['rulebook made "Made by a machine"', "    language 1"]
    seats = pick.one(["2: home, away", "2..3: home, away, third", "4: home, away, third, fourth"])
    lines.append(f"    players {seats}")
    if seats.startswith("4"):
        world.teams = True
        lines.append("    teams 2 of 2: reds, blues")
    lines += ["    starts with game", f"    at most {pick.number(5, 60)} decisions, then {winners}"]
    lines += ["    reactions at most 3 deep"] if pick.maybe(1, 2) else []
    lines += ["    payoff score"] if pick.maybe(1, 3) else []
    return lines


def _beside(world: World) -> list[str]:
    """Measures and a player of the language, which decide nothing of the match."""
    lines = (
        ['measure "points" = sum of score(p) over p in players'] if world.pick.maybe(1, 3) else []
    )
    if world.pick.maybe(1, 3):
        lines += ['player modest "Likes little"', "    prefer lay(c) where rank(c) <= 2"]
        lines += [f"    otherwise {world.pick.one(['chance', 'order'])}"]
    return lines


@composite
def rulebooks(draw: DrawFn) -> str:
    """Texts of rulebooks; what hypothesis makes smaller, a person would have written shorter."""
    return written(Pick(Drawn(draw)))


def rulebook(seed: int) -> str:
    """The text of a seed."""
    return written(Pick(seeded(seed)))


def strategy() -> SearchStrategy[str]:
    """The strategy, for who wants it by name."""
    return rulebooks()


if __name__ == "__main__":
    print(rulebook(int(sys.argv[1])))
