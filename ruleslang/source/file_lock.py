"""A lock on an open file, which no second process can take; it ends with the process."""

from __future__ import annotations

import os
import sys

if sys.platform == "win32":
    import msvcrt

    FAR_AWAY = 1 << 40  # a byte that nobody reads: what is locked there cannot be read

    def lock(handle: int) -> None:
        """Take the lock; raises `OSError` when another has it."""
        os.lseek(handle, FAR_AWAY, os.SEEK_SET)
        msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
else:
    import fcntl

    def lock(handle: int) -> None:
        """Take the lock; raises `OSError` when another has it."""
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
