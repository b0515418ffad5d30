"""
Turns the garbage collector off during a load, which makes some hundred thousand objects and no
cycles.
"""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def without_collection() -> Iterator[None]:
    """
    Let the collector rest, and go on afterwards if it was at work.

    A tree and a program are some hundred thousand objects without circles; to look through them
    again and again as they grow takes a fifth of the time of a load.
    """
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.enable()
