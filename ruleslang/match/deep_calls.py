"""
Room for calls inside calls while rules run: a reaction to a reaction is one.

The limit of Python is one for the whole process. It is raised while any match moves, in whatever
thread, and is what it was when none does.
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
    """Rules run."""
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
