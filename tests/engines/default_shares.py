"""
The games over which the engines are compared by default: 200 of each large rulebook.

What the interpreter does not play of these is played by the portable engine beside C, the whole
game through; docs/decisions/0082 says how many and why.
"""

from __future__ import annotations

from attrs import frozen

from ruleslang.library.shipped_data import shipped_rulebooks
from tests.engines.shares import ALL, QUICK, Part
from tests.support.shipped import LARGE

GAMES = 200  # of each large rulebook


@frozen
class DefaultShare:
    """
    How many games all three engines play, and how many are one test; the rest is played by the
    quick ones alone. A test takes some seconds, so that two workers end together.
    """

    all: int
    part_of_all: int
    part: int = 1
    options: tuple[tuple[str, str], ...] = ()


LARGE_ONES = {
    "grangol": DefaultShare(30, 15, 57),
    "ollapion": DefaultShare(50, 25, 50),
    "super_team": DefaultShare(8, 4, 48),
    "worldies": DefaultShare(2, 2, 22),
    "ole": DefaultShare(8, 4, 24, (("contest", "single_match"),)),
}

# By what a game takes; one of chess or backgammon takes seconds.
GAMES_OF_SMALL_ONES = {
    **dict.fromkeys(("blackjack", "draw_poker", "higher", "kuhn_poker", "leduc_poker"), GAMES),
    **dict.fromkeys(("nim", "sealed_bids", "tic_tac_toe"), GAMES),
    **dict.fromkeys(("connect_four", "liars_dice", "mancala", "masks", "phantom_ttt"), 20),
    **dict.fromkeys(("deck_builder", "gin_rummy", "othello"), 1),
    **dict.fromkeys(("backgammon", "chess"), 0),
}
OF_OTHERS = 4


def default_parts() -> list[Part]:
    """The parts, of which each is a test."""
    assert LARGE_ONES.keys() == LARGE.intersection(shipped_rulebooks())
    small = {
        name: GAMES_OF_SMALL_ONES.get(name, OF_OTHERS)
        for name in shipped_rulebooks()
        if name not in LARGE
    }
    return [
        *(part for name in LARGE_ONES for part in _parts_of_large(name)),
        *(Part(name, ALL, 0, 0, games) for name, games in small.items() if games),
    ]


def _parts_of_large(name: str) -> list[Part]:
    share = LARGE_ONES[name]
    return [
        Part(name, engines, 0, first, min(first + step, end), share.options)
        for engines, start, end, step in (
            (ALL, 0, share.all, share.part_of_all),
            (QUICK, share.all, GAMES, share.part),
        )
        for first in range(start, end, step)
    ]
