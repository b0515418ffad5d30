"""
Lets the garbage collector rest while a game is loaded or printed, which makes some hundred
thousand objects and no cycles.
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
    again and again as they grow takes a fifth of the time of a load. What was made meanwhile is
    counted among the old objects, so that it is not looked through at once afterwards.
    """
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            if not gc.get_freeze_count():  # what somebody has frozen stays so
                gc.freeze()
                gc.unfreeze()  # into the oldest generation
            gc.enable()
