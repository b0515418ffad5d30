"""The main loop of a worker process: applies a function to each range of games it is sent."""

from __future__ import annotations

import pickle
import sys
from contextlib import nullcontext

from ruleslang.simulation.simulate import send
from ruleslang.source.budget import LimitReached, UsedUp, budget


def main() -> None:
    """Play portions of the games until the pipe is closed."""
    tasks, results = sys.stdin.buffer, sys.stdout.buffer
    sys.stdout = sys.stderr  # nothing but results goes down the pipe
    seconds = float(sys.argv[1]) if sys.argv[1:] and sys.argv[1] else None
    try:
        work = pickle.load(tasks)
        is_limit = sys.argv[2:] == ["limit"]
        with nullcontext() if seconds is None else budget(seconds, is_limit=is_limit):
            while True:
                try:
                    result = work(pickle.load(tasks))
                except (UsedUp, LimitReached, ValueError) as problem:
                    result = problem
                send(results, result)
    except (EOFError, BrokenPipeError, KeyboardInterrupt, MemoryError):
        return  # the waiting process sees that the pipe is closed


if __name__ == "__main__":
    main()
