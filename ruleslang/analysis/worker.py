"""The main loop of a worker process: reads the set-up, then answers task after task."""

from __future__ import annotations

import pickle
import sys

from ruleslang.analysis.play_games import play_games
from ruleslang.analysis.worker_pool import send


def main() -> None:
    """Play portions of the games until the pipe is closed."""
    tasks, results = sys.stdin.buffer, sys.stdout.buffer
    sys.stdout = sys.stderr  # nothing but results goes down the pipe
    try:
        batch = pickle.load(tasks)
        while True:
            send(results, play_games(batch, pickle.load(tasks)))
    except (EOFError, BrokenPipeError, KeyboardInterrupt, MemoryError):
        return  # who waits for a result sees that the pipe is closed


if __name__ == "__main__":
    main()
