"""
A file of lines that one process adds to, and that stays where it is when the process is killed.

Always: each line is in the file as soon as it is added, and no second process adds to it meanwhile.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

from attrs import define

from ruleslang.source.file_lock import lock

OPENED = os.O_RDWR | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0)  # a link might lead anywhere


class InUse(Exception):
    """Another process adds to the file."""


@define
class GrowingFile:
    """An open file of lines, that no other process may write to; `size` is where it ends."""

    path: Path
    file: BinaryIO
    size: int = 0

    def lines(self) -> Iterator[str]:
        """
        The whole lines that are there, one after the other; what is added later follows the last
        that was asked for.
        """
        self.file.seek(0)
        self.size = 0
        for line in self.file:
            if not line.endswith(b"\n"):
                return
            yield line.decode("utf-8", "replace")
            self.size += len(line)

    @property
    def has_rest(self) -> bool:
        """Whether more is there than the lines that were asked for: a part of a line, perhaps."""
        return os.fstat(self.file.fileno()).st_size > self.size

    def add(self, line: str) -> None:
        """One more line; what stood behind the last is dropped."""
        self.file.seek(self.size)
        self.file.truncate()
        self.size += self.file.write(f"{line}\n".encode())
        self.file.flush()

    def remove(self) -> None:
        """Nothing is left of it."""
        self.path.unlink(missing_ok=True)


@contextmanager
def growing_file(path: Path) -> Iterator[GrowingFile]:
    """The file at a path, or a new one; raises `InUse`."""
    file = _locked(path)
    with file:
        yield GrowingFile(path, file)


def _locked(path: Path) -> BinaryIO:
    while True:
        file = os.fdopen(os.open(path, OPENED, 0o666), "r+b")
        try:
            lock(file.fileno())
        except OSError:
            file.close()
            raise InUse from None
        if _is_at(path, file):
            return file
        file.close()  # another process removed it before it was locked


def _is_at(path: Path, file: BinaryIO) -> bool:
    try:
        return os.path.samestat(os.stat(path), os.fstat(file.fileno()))
    except FileNotFoundError:
        return False
