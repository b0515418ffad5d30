"""
The main loop of a worker process: reads the set-up, then answers task after task.

The set-up is a batch, or several of which the same games are played.
"""

from __future__ import annotations

import pickle
import sys
from contextlib import nullcontext

from ruleslang.analysis.play_games import Batch, play_games
from ruleslang.analysis.simulate import send
from ruleslang.analysis.simulation_report import Played
from ruleslang.nodes.budget import UsedUp, budget


def main() -> None:
    """Play portions of the games until the pipe is closed."""
    tasks, results = sys.stdin.buffer, sys.stdout.buffer
    sys.stdout = sys.stderr  # nothing but results goes down the pipe
    seconds = float(sys.argv[1]) if sys.argv[1:] and sys.argv[1] else None
    try:
        set_up = pickle.load(tasks)
        with nullcontext() if seconds is None else budget(seconds):
            while True:
                send(results, _played(set_up, pickle.load(tasks)))
    except (EOFError, BrokenPipeError, KeyboardInterrupt, MemoryError):
        return  # who waits for a result sees that the pipe is closed


def _played(
    set_up: Batch | tuple[Batch, ...], games: range
) -> list[Played] | list[list[Played]] | UsedUp:
    try:
        if isinstance(set_up, tuple):
            return [play_games(batch, games) for batch in set_up]
        return play_games(set_up, games)
    except UsedUp as used:
        return used


if __name__ == "__main__":
    main()
