"""
Whether a player is better than chance: else a verdict that rests on it says little.

The player sits on each side in turn, with random players on all others, of which one is compared
with it (where all win together, a random player in its place). Play stops at the first of several
looks at which the player is significantly better; these share the level of error.
"""

from __future__ import annotations

from attrs import evolve

from ruleslang.evaluation.balance.differences import Difference, Pairs, judged
from ruleslang.evaluation.balance.versions import Play, Version, batch_of
from ruleslang.players.registry import RANDOM, SEARCH
from ruleslang.simulation.sides import Side, sides_of
from ruleslang.simulation.simulate import play_side_by_side

LOOKS = 40, 80, 160, 320  # games
ENOUGH = 4000  # games of a verdict that are worth the fastest engine
SELF_EVIDENT = (RANDOM, SEARCH)


def leads(version: Version, play: Play, games: int = ENOUGH) -> dict[str, Difference]:
    """
    Return for each player of a version the share of games it wins, after that of a random player.
    Random players have none, and a search takes too long. `games` are those of the verdict: the
    same engine plays, and at most as many games.
    """
    seats = batch_of(version, play, games).players
    names = [name for name in dict.fromkeys(seats) if name.partition(":")[0] not in SELF_EVIDENT]
    found = {name: _lead(version, play, name, len(seats), games) for name in names}
    return {name: lead for name, lead in found.items() if lead is not None}


def _lead(version: Version, play: Play, name: str, seats: int, most: int) -> Difference | None:
    """Return the lead at the first look at which it is clear, or at the last."""
    sides = sides_of(version.game.program, seats)
    both = (name, RANDOM)[: 3 - min(2, len(sides))]
    batches = [
        [batch_of(version, evolve(play, players=seated(who, side, seats)), most) for who in both]
        for side in sides
    ]
    pairs, found, first = Pairs(is_share=True), None, 0
    for look in [look for look in LOOKS if look <= most] or LOOKS[:1]:
        end = -(-look // len(sides))
        for at, of_side in enumerate(batches):
            side, other = sides[at], sides[(at + 1) % len(sides)]
            part = tuple(evolve(batch, first=first, games=end) for batch in of_side)
            for games in play_side_by_side(part, play.jobs):
                for its, *chance in zip(*games, strict=True):
                    if not any(played.fault for played in (its, *chance)):
                        theirs = other.won((*chance, its)[0].winners)
                        pairs.add((1, theirs), (1, side.won(its.winners)))
        first = end
        difference = pairs.difference()
        found = None if difference is None else judged({0: difference}, len(LOOKS))[0]
        if found is not None and found.is_real:
            break
    return found


def seated(name: str, side: Side, seats: int) -> tuple[str, ...]:
    """Return a player at the seats of a side, and chance at all others."""
    return tuple(name if at in side.seats else RANDOM for at in range(seats))
