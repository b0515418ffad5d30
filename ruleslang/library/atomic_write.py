"""Writes a file completely or leaves the old one."""

from __future__ import annotations

import errno
import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TextIO

NOWHERE = "a link that leads nowhere lies there, and stays"


@contextmanager
def whole_file(path: Path, *, follows: bool = True) -> Iterator[TextIO]:
    """
    A file to be written, which takes the place of what was at `path` when it is complete.

    A link that a user names stays a link, and the file that it leads to is written, if there is
    one. With `follows` false it is the link whose place is taken: of a path that nobody typed.

    Always: whoever reads the path meanwhile, or after a failure, reads the old text or the new
    one, never a part.
    """
    try:
        if follows and leads_nowhere(path):
            raise FileExistsError(errno.EEXIST, NOWHERE, str(path))
        there_to_stay = path.is_file() or not path.exists() or not follows
        place = path.resolve() if follows else path
        with _whole(place) if there_to_stay else _passed_on(path) as file:
            yield file
    except OSError as problem:
        problem.filename = problem.filename or str(path)  # a full disk does not name the file
        if problem.errno == errno.ENXIO and path.is_fifo():
            problem.strerror = "nobody reads this pipe: begin to read it first"
        raise


@contextmanager
def _whole(path: Path) -> Iterator[TextIO]:
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


def _passed_on(path: Path) -> TextIO:
    """A pipe or a device, open to write; a pipe that nobody reads is refused, not waited for."""
    handle = os.open(path, os.O_WRONLY | getattr(os, "O_NONBLOCK", 0))
    os.set_blocking(handle, True)
    return os.fdopen(handle, "w", encoding="utf-8", newline="")


def write_whole(path: Path, text: str, *, follows: bool = True) -> None:
    """Put `text` at `path`, in the place of what was there; `follows` as in `whole_file`."""
    with whole_file(path, follows=follows) as file:
        file.write(text)


def write_new(path: Path, text: str) -> None:
    """
    Put `text` at `path`, where nothing is; raises `FileExistsError`.

    Always: what is there stays, be it a link that leads nowhere, and nothing is written through it.
    """
    with path.open("x", encoding="utf-8", newline="") as file:
        try:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        except BaseException:
            path.unlink(missing_ok=True)
            raise


def leads_nowhere(path: Path) -> bool:
    """Whether a link lies there to something that is not there: it stays, and is not followed."""
    return path.is_symlink() and not path.exists()


def _give_mode(path: Path, aside: str) -> None:
    """Give the new file the rights of the old one, or those of any new file."""
    if path.exists():
        os.chmod(aside, path.stat().st_mode & 0o777)
    else:
        mask = os.umask(0)
        os.umask(mask)
        os.chmod(aside, 0o666 & ~mask)
