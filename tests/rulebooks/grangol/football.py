"""
The heart of Grangol a second time, written by hand from the printed rulebook and not from our text.

A position is who attacks, in which section counted from their own goal, and the goals of both.
"""

from __future__ import annotations

from fractions import Fraction

from attrs import evolve, frozen

GREEN = {"ball": 3, "plus_one": 1, "minus_one": 1, "miss": 1}
RED = {"ball": 2, "miss": 2, "whistle": 1, "booking": 1}
SIDES = ("left", "middle", "right")
MINUTES = (5, 10, 15, 20, 25, 30, 35, 40, 45, 48)


@frozen
class Position:
    """Who attacks and where; the goals of player 0 and of player 1."""

    attacker: int
    section: int
    goals: tuple[int, int] = (0, 0)


def lost(at: Position) -> Position:
    """The other player has the ball, on the same card of the pitch."""
    return evolve(at, attacker=1 - at.attacker, section=4 - at.section)


def passed(at: Position, face: str, worth: int, *, rain: bool) -> Position:
    """After a card worth so many sections and a face of the green die."""
    if face == "miss":
        return lost(at)
    if rain and worth > 1:
        worth -= 1
    gain = {"plus_one": worth + 1, "ball": worth, "minus_one": worth - 1}[face]
    return evolve(at, section=min(4, at.section + gain))


def shot(at: Position, aim: str, dive: str, wall: str | None, face: str | None) -> Position:
    """After a shot; no die is rolled when the ball hits the wall."""
    if aim == wall:
        return at
    if aim == dive:
        return in_the_hands(at) if face == "ball" else at
    return scored(at) if face == "ball" else in_the_hands(at)


def in_the_hands(at: Position) -> Position:
    """The goalkeeper of the defender has the ball."""
    return evolve(lost(at), section=0)


def scored(at: Position) -> Position:
    """A goal, and kick-off for the other player."""
    goals = list(at.goals)
    goals[at.attacker] += 1
    return Position(1 - at.attacker, 2, (goals[0], goals[1]))


def kick_after_foul(section: int) -> str | None:
    """What a foul brings where the attacker is in this section."""
    return {3: "free shot", 4: "penalty"}.get(section)


def odds(die: dict[str, int], *faces: str) -> Fraction:
    """The chance of one of these faces."""
    return Fraction(sum(die[face] for face in faces), sum(die.values()))


def odds_of_a_goal(*, with_wall: bool) -> Fraction:
    """Of a shot, when all sides are chosen at random; the wall is always placed."""
    walls = SIDES if with_wall else (None,)
    ways = [(aim, dive, wall) for aim in SIDES for dive in SIDES for wall in walls]
    open_ways = sum(aim not in (dive, wall) for aim, dive, wall in ways)
    return Fraction(open_ways, len(ways)) * odds(GREEN, "ball")
