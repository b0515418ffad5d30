"""What a line of an example says when it does not hold."""

from __future__ import annotations

from ruleslang.match.values import Player


class Fails(Exception):
    """A line does not hold; `origin` is where it stands, `help` what to write, if that is known."""

    def __init__(self, message: str, origin: int, help: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.origin = origin
        self.help = help


class NotAsked(Fails):
    """What a line answers, or looks at, is not asked of a player: perhaps one choice was left."""

    def __init__(self, message: str, origin: int, who: Player) -> None:
        super().__init__(message, origin)
        self.who = who
