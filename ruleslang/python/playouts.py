"""Plays a printed match to its end with random players and players written in the language."""

from __future__ import annotations

from collections.abc import Sequence

from ruleslang.match.chance import Stream, derive, stream_number
from ruleslang.program import declarations as d
from ruleslang.python.machine import Play
from ruleslang.python.printed_game import Printed


def finish(
    game: Printed,
    play: Play,
    seed: int,
    players: Sequence[d.Chooser | None],
    decisions: int,
) -> tuple[int, ...] | None:
    """
    Play to the end, as `match.QuickMatch.finish` promises; none if a player has no lowering.

    Draws as the bots of a seed do, so that an engine of C comes to the same end.
    """
    if any(each is not None and game.player(each) is None for each in players):
        return None
    deciding = dict(enumerate(players))
    streams = [
        Stream(derive(seed, stream_number(f"bot {seat}"))) for seat in range(len(game.automatic))
    ]
    while (asked := play.pending) is not None and decisions > 0:
        decisions -= 1
        chooser = deciding.get(asked.who)
        left: Sequence[int] = range(len(asked.options))
        if chooser is not None:
            left = game.preferred(play, chooser) or left
        if chooser is not None and chooser.takes_the_first:
            play.choose(left[0])
        else:
            play.choose(left[streams[asked.who].below(len(left))])
    return play.payoffs
