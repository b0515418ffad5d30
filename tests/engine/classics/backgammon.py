"""What both tests of backgammon need: the positions that a turn can lead to."""

from __future__ import annotations

import random
from typing import TypeAlias

from ruleslang.engine.compiled_in_c import WasmEngine
from ruleslang.engine.match.interface import Match
from tests.engine.classics.classics import choose, game, ids

# A question before and behind every turn, so that nothing moves on by itself.
STOPS = """
before use_dice(p)
    p chooses one of
        move_on: nothing
        wait_before: nothing
after use_dice(p)
    p chooses one of
        roll_on: nothing
        wait_behind: nothing
"""
Position: TypeAlias = tuple[int, ...]  # the men of white and black on all points, bar and off


def position_of(match: Match) -> Position:
    """Where the men of a match are."""
    states = match.position.states
    men, bar, off = (list(states[name].values()) for name in ("men", "bar", "off"))
    return tuple(int(str(each)) for each in (*men, *bar, *off))


def started(seed: int) -> Match:
    """Start a match that stops before and behind each turn."""
    match: Match = WasmEngine(game("backgammon", STOPS).program).start(seed=seed)
    return match


def turns_of(match: Match) -> dict[Position, Match]:
    """What the turn before which a match waits can lead to."""
    player = asked(match)
    choose(match, "move_on")
    reached: dict[Position, Match] = {}
    found = set()
    under_way = [match]
    while under_way:
        at = under_way.pop()
        where = position_of(at)
        if at.decision is None or "roll_on" in ids(at):
            reached[where] = at
            continue
        for place, move in enumerate(ids(at)):
            die, start = map(int, move.removeprefix("go ").split(", "))
            same = (die, moved(where, player, die, start))  # other dice are left if this is another
            if same not in found:
                found.add(same)
                under_way.append(at.copy())
                under_way[-1].choose(place)
    return reached


def moved(before: Position, player: int, die: int, start: int) -> Position:
    """Where the men are after one of them has moved."""
    men = list(before)
    men[point(player, start)] -= 1
    end = point(player, start + die)
    men[end] += 1
    rival = end + 1 - 2 * player
    if end < 48 and men[rival]:
        men[rival] -= 1
        men[point(1 - player, 0)] += 1
    return tuple(men)


def point(player: int, way: int) -> int:
    """The place in a position of the men that have gone so far: 0 on the bar, over 24 off."""
    if way == 0 or way > 24:
        return (50 if way else 48) + player
    return 2 * (24 - way if player else way - 1) + player


def asked(match: Match) -> int:
    """The seat that a match waits for."""
    assert match.decision is not None
    return match.decision.player


def liked(rng: random.Random, player: int, reached: list[Position]) -> Position:
    """Any of them, but mostly one with few men alone, and sometimes one that hits most."""
    mood = rng.random()
    if mood < 0.3:
        return rng.choice(reached)
    if mood < 0.5:
        return max(reached, key=lambda each: (each[48 + 1 - player], rng.random()))
    return min(reached, key=lambda each: (each[player:48:2].count(1), rng.random()))
