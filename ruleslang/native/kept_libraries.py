"""
Compiled libraries, kept in the user's cache.

A library lies there beside its checksum, and has its key in itself. One that is damaged, that was
put there by somebody else, or that was made of another text is as if there was none.
"""

from __future__ import annotations

import ctypes
import os
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from hashlib import blake2b
from pathlib import Path

from attrs import frozen

from ruleslang.source.cache_files import cache_folder, drop_oldest, is_own, keep, read_own
from ruleslang.source.file_lock import lock

KEY = "ruleslang_key"  # the symbol of a library that holds its key
FOLDER = "native"
SUM = re.compile("[0-9a-f]{32}")
MAKING = "making-"
SUFFIX = {"win32": ".dll", "darwin": ".dylib"}.get(sys.platform, ".so")
MOST_FILES = 200  # kept: a library is two
OLD = 3600.0  # seconds after which what somebody was making will not be finished
LOCKS = 16  # files in all, which are never removed
PAUSE = 0.05  # seconds between two attempts to take a lock
TRY = """
import ctypes, sys
there = ctypes.c_char * (len(sys.argv[3]) + 1)
if there.in_dll(ctypes.CDLL(sys.argv[1]), sys.argv[2]).value != sys.argv[3].encode():
    sys.exit("it was made of another text")
"""


@frozen(eq=False)
class Library:
    """A library that is loaded, and where it lay then."""

    path: Path
    functions: ctypes.CDLL


class NotLoaded(Exception):
    """A file is no library of this key."""


def shelf() -> Path | None:
    """The folder of this user's libraries; None: there is none that only he may write to."""
    cache = cache_folder()
    if cache is None:
        return None
    folder = cache / FOLDER
    try:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        return folder if is_own(folder) else None
    except OSError:
        return None


def load(path: Path, key: str) -> Library:
    """Load a library; raises `NotLoaded` when it is none, or that of another key."""
    try:
        functions = ctypes.CDLL(str(path))
        there = (ctypes.c_char * (len(key) + 1)).in_dll(functions, KEY).value
    except (OSError, ValueError) as problem:
        raise NotLoaded(str(problem)) from None
    if there != key.encode():
        raise NotLoaded("it was made of another text")
    return Library(path, functions)


def try_to_load(path: Path, key: str) -> None:
    """
    Load a new library in a process of its own; raises `NotLoaded` when it is not that of the key.

    Half a library does not make loading fail: it ends the process.
    """
    command = [sys.executable, "-I", "-S", "-c", TRY, str(path), KEY, key]
    with suppress(OSError):
        done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, check=False)
        if done.returncode != 0:
            said = done.stderr.decode("utf-8", "replace").strip().splitlines()
            raise NotLoaded(said[-1] if said else "it ends the process that loads it")


def kept_library(folder: Path, key: str) -> Library | None:
    """The library that was kept; None when there is none that is whole."""
    said = read_own(folder / f"{key}.sum", 1000)
    try:
        if said is None or SUM.fullmatch(said) is None:
            return None
        path = _place(folder, key, said)
        if not (path.is_file() and is_own(path) and checksum(path) == said):  # no pipe is read
            return None
        return load(path, key)
    except (OSError, NotLoaded):
        return None


def keep_library(folder: Path, key: str, made: Path) -> Path:
    """
    Put a library in its place, where nobody ever sees half of it; raises `OSError`.

    Its name has its checksum: a loader that remembers a path never takes one for another.
    """
    os.chmod(made, 0o700)
    said = checksum(made)
    place = _place(folder, key, said)
    os.replace(made, place)
    keep(folder / f"{key}.sum", said)
    drop_oldest(folder, MOST_FILES)
    return place


def _place(folder: Path, key: str, said: str) -> Path:
    return folder / f"{key}-{said}{SUFFIX}"


def checksum(path: Path) -> str:
    """What the bytes of a file are known by."""
    return blake2b(path.read_bytes(), digest_size=16).hexdigest()


@contextmanager
def one_at_a_time(folder: Path, key: str, limit: float) -> Iterator[None]:
    """
    Wait until no other process compiles the same; after `limit` seconds go on all the same.

    The lock saves work and nothing else: what two processes make is equally good.
    """
    handle = None
    with suppress(OSError):
        locks = folder / "locks"
        locks.mkdir(exist_ok=True, mode=0o700)
        handle = os.open(locks / f"{int(key, 16) % LOCKS:02}", os.O_RDWR | os.O_CREAT, 0o600)
    try:
        if handle is not None:
            _wait_for(handle, time.monotonic() + limit)
        yield
    finally:
        if handle is not None:
            os.close(handle)


def _wait_for(handle: int, deadline: float) -> None:
    while time.monotonic() < deadline:
        try:
            lock(handle)
            return
        except OSError:
            time.sleep(PAUSE)


def drop_unfinished(folder: Path) -> None:
    """Remove what killed processes were making."""
    with suppress(OSError):
        for each in os.scandir(folder):
            if each.name.startswith(MAKING) and each.is_dir(follow_symlinks=False):
                age = time.time() - each.stat(follow_symlinks=False).st_mtime
                if age > OLD:
                    shutil.rmtree(each.path, ignore_errors=True)
