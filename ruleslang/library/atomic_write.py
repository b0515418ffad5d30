"""Writes a file completely or leaves the old one."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TextIO


@contextmanager
def whole_file(path: Path) -> Iterator[TextIO]:
    """
    A file to be written, which takes the place of what was at `path` when it is complete.

    Always: whoever reads the path meanwhile, or after a failure, reads the old text or the new
    one, never a part.
    """
    try:
        with _whole(path.resolve()) as file:  # a link stays a link
            yield file
    except OSError as problem:
        problem.filename = problem.filename or str(path)  # a full disk does not name the file
        raise


@contextmanager
def _whole(path: Path) -> Iterator[TextIO]:
    if path.exists() and not path.is_file():
        with path.open("w", encoding="utf-8", newline="") as pipe:  # nothing lies there to replace
            yield pipe
        return
    try:
        handle, aside = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name[:100]}.")
    except OSError as problem:
        problem.filename = None  # nobody asked for that name; `whole_file` says which was
        raise
    try:
        with os.fdopen(handle, "w", encoding="utf-8", newline="") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        _give_mode(path, aside)
        os.replace(aside, path)
    except BaseException:
        Path(aside).unlink(missing_ok=True)
        raise


def write_whole(path: Path, text: str) -> None:
    """Put `text` at `path`, in the place of what was there."""
    with whole_file(path) as file:
        file.write(text)


def _give_mode(path: Path, aside: str) -> None:
    """Give the new file the rights of the old one, or those of any new file."""
    if path.exists():
        os.chmod(aside, path.stat().st_mode & 0o777)
    else:
        mask = os.umask(0)
        os.umask(mask)
        os.chmod(aside, 0o666 & ~mask)
