"""
A command that Ctrl-C meets at a moment that does not depend on how fast the machine is.

`python -m tests.hostile.interrupted N COMMAND...` runs the command as its users do, and lets Ctrl-C
come at its N-th call of a function of Python or of ours.
"""

from __future__ import annotations

import signal
import sys
from types import FrameType
from typing import Any

from ruleslang.apps.cli.main import run


class Clock:
    """Counts calls down to the moment of Ctrl-C."""

    def __init__(self, calls: int) -> None:
        self.left = calls

    def __call__(self, frame: FrameType, event: str, argument: Any) -> None:
        self.left -= 1
        if self.left == 0:
            signal.raise_signal(signal.SIGINT)


if __name__ == "__main__":
    signal.signal(signal.SIGINT, signal.default_int_handler)
    sys.setprofile(Clock(int(sys.argv[1])))
    run(sys.argv[2:])
