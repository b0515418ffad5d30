"""The main loop of a worker process: applies a function to each range of games it is sent."""

from __future__ import annotations

import pickle
from collections.abc import Callable, Iterator
from typing import IO, Any

from ruleslang.simulation.simulate import serve_pipe
from ruleslang.source.budget import LimitReached, UsedUp


def results(tasks: IO[bytes], work: Callable[[Any], Any]) -> Iterator[Any]:
    """Yield the results of some work, or why it has none, for each portion in the pipe."""
    while True:
        try:
            yield work(pickle.load(tasks))
        except (UsedUp, LimitReached, ValueError) as problem:
            yield problem


if __name__ == "__main__":
    serve_pipe(results)
