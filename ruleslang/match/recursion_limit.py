"""Raises Python's recursion limit while rules run: reactions to reactions nest deeply.

The limit belongs to the whole process. It is raised while any match moves, in any thread, and
restored when none does.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Lock

CALLS = 8000

_lock = Lock()
_running: list[int] = []  # the limit as it was found, once for each match that moves


@contextmanager
def deep_calls() -> Iterator[None]:
    """A context in which rules run."""
    with _lock:
        found = sys.getrecursionlimit()
        _running.append(found)
        if found < CALLS:
            sys.setrecursionlimit(CALLS)
    try:
        yield
    finally:
        with _lock:
            first = _running[0]
            _running.pop()
            if not _running and first < CALLS:
                sys.setrecursionlimit(first)
