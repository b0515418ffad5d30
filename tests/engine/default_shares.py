"""
The games over which the engines are compared by default: 10 of each large rulebook.

All three engines begin each of them. The interpreter plays some to their end, and the others for so
many decisions; WebAssembly and C play all of them to their end. The interpreter's
play of 200 of each would take nine minutes of CPU time.
"""

from __future__ import annotations

from attrs import frozen

from ruleslang.library.find_rulebook import shipped_rulebooks
from tests.engine.shares import ALL, MOST, Part
from tests.support.shipped import LARGE

GAMES = 10  # of each large rulebook
OF_SMALL = 100


@frozen
class DefaultShare:
    """
    How many games the interpreter plays to their end, and for how many decisions it plays beside
    the quick engines in the others; the second half of these begins late, where a position is
    given. So many games are one test, which takes some seconds, so that two workers end together.
    """

    whole: int
    part_of_whole: int
    beside: int = 0
    part: int = 1
    options: tuple[tuple[str, str], ...] = ()
    late: str = ""


LARGE_ONES = {
    "grangol": DefaultShare(8, 4, 40, 34),
    "ollapion": DefaultShare(GAMES, 5),
    "super_team": DefaultShare(2, 2, 40, 16, late="given time is 2"),
    "worldies": DefaultShare(1, 1, 40, 18, late="given score(home) is 4 and score(away) is 4"),
    "ole": DefaultShare(2, 2, 30, 16, (("contest", "single_match"),)),
}

# By what a game takes; one of chess or backgammon takes seconds.
GAMES_OF_SMALL = {
    **dict.fromkeys(("blackjack", "draw_poker", "higher", "kuhn_poker", "leduc_poker"), OF_SMALL),
    **dict.fromkeys(("nim", "sealed_bids", "tic_tac_toe"), OF_SMALL),
    **dict.fromkeys(("connect_four", "liars_dice", "mancala", "masks", "phantom_ttt"), 20),
    **dict.fromkeys(("deck_builder", "gin_rummy", "othello"), 1),
    **dict.fromkeys(("backgammon", "chess"), 0),
}
OF_OTHERS = 4


def default_parts() -> list[Part]:
    """The parts, of which each is a test."""
    assert LARGE_ONES.keys() == LARGE.intersection(shipped_rulebooks())
    small = {
        name: GAMES_OF_SMALL.get(name, OF_OTHERS)
        for name in shipped_rulebooks()
        if name not in LARGE
    }
    return [
        *(part for name in LARGE_ONES for part in _parts_of_large(name)),
        *(Part(name, ALL, 0, 0, games) for name, games in small.items() if games),
    ]


def _parts_of_large(name: str) -> list[Part]:
    share = LARGE_ONES[name]
    half = (share.whole + GAMES) // 2 if share.late else GAMES
    return [
        Part(name, ALL, 0, first, min(first + step, end), share.options, late, beside)
        for start, end, step, late, beside in (
            (0, share.whole, share.part_of_whole, "", MOST),
            (share.whole, half, share.part, "", share.beside),
            (half, GAMES, share.part, share.late, share.beside),
        )
        for first in range(start, end, step)
    ]
