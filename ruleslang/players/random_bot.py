"""The bot that chooses at random."""

from __future__ import annotations

from ruleslang.engine.match.chance import Stream, derive, stream_number
from ruleslang.engine.match.interface import Match


def bot_stream(seed: int, seat: int) -> Stream:
    return Stream(derive(seed, stream_number(f"bot {seat}")))


class RandomBot:
    """Chooses each option with equal probability, including the option to decline."""

    def __init__(self, seed: int, seat: int) -> None:
        self.stream = bot_stream(seed, seat)

    def choose(self, match: Match) -> int:
        waits = match.waits_for
        assert waits is not None
        return self.stream.below(waits[1])
