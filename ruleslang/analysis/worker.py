"""What one process of a crew does: read the set-up, then answer task after task."""

from __future__ import annotations

import pickle
import sys

from ruleslang.analysis.crew import send
from ruleslang.analysis.games import play_chunk


def main() -> None:
    """Play chunks of games until the pipe is closed."""
    tasks, results = sys.stdin.buffer, sys.stdout.buffer
    sys.stdout = sys.stderr  # nothing but results goes down the pipe
    try:
        batch = pickle.load(tasks)
        while True:
            send(results, play_chunk(batch, pickle.load(tasks)))
    except (EOFError, BrokenPipeError, KeyboardInterrupt, MemoryError):
        return  # who waits for a result sees that the pipe is closed


if __name__ == "__main__":
    main()
