"""Reads a file into a `Source`; what prevents that becomes a diagnostic."""

from __future__ import annotations

import errno
import os
import select
from pathlib import Path

from ruleslang.library import diagnostics
from ruleslang.source.diagnostic import Diagnostic
from ruleslang.source.span import Source

MOST_BYTES = 2_000_000  # of one file
MOST_LETTERS = 2_000_000  # of all files of one rulebook: at most a minute to read
MOST_FILES = 500  # of one rulebook
MOST_LOOKED_AT = 1000  # bytes: in UTF-16 about every second one is a zero
MOST_SECONDS = 10  # that a pipe may be silent
UTF_16 = (b"\xff\xfe", b"\xfe\xff")
PACKED = (b"PK\x03\x04", b"\xd0\xcf\x11\xe0", b"%PDF-")  # what office programs write


def decode(name: str, data: bytes) -> tuple[Source, tuple[Diagnostic, ...]]:
    """
    The text of some bytes; a byte-order mark is dropped.

    >>> source, problems = decode("a.rules", b"die d6: 1..6 # caf\\xe9")
    >>> [problem.message for problem in problems]
    ['the file is not UTF-8 from byte 19 on']
    """
    if len(data) > MOST_BYTES:
        source = Source(name, "")
        return source, (diagnostics.file_too_large(source, MOST_BYTES),)
    if data.startswith(PACKED):
        source = Source(name, "")
        return source, (diagnostics.packed(source),)
    if data.startswith(UTF_16) or data[:MOST_LOOKED_AT].count(0) > len(data[:MOST_LOOKED_AT]) / 3:
        source = Source(name, "")
        return source, (diagnostics.utf_16(source),)
    try:
        return Source(name, _with_line_ends(data.decode("utf-8-sig"))), ()
    except UnicodeDecodeError as problem:
        source = Source(name, data[: problem.start].decode("utf-8-sig"))
        return source, (diagnostics.not_utf8(source, problem.start + 1),)


def _read_file(path: Path) -> bytes:
    with path.open("rb") as file:
        return file.read(MOST_BYTES + 1)


def _read_pipe(path: Path) -> bytes:
    """What comes down a pipe, which may have nobody at its other end."""
    handle = os.open(path, os.O_RDONLY | os.O_NONBLOCK)
    with open(handle, "rb", buffering=0) as pipe:
        data = b""
        while len(data) <= MOST_BYTES:
            if not select.select([pipe], [], [], MOST_SECONDS)[0]:
                raise TimeoutError(errno.ETIMEDOUT, "nothing comes down this pipe")
            more = pipe.read(MOST_BYTES)
            if not more:
                break
            data += more
        return data


def _with_line_ends(text: str) -> str:
    """The text with the line ends of today, where it has those of old machines alone."""
    return text if "\n" in text else text.replace("\r", "\n")


def read_source(path: Path, name: str) -> tuple[Source, tuple[Diagnostic, ...]]:
    """The text of a file; `name` is what messages call it."""
    try:
        return decode(name, _read_pipe(path) if path.is_fifo() else _read_file(path))
    except OSError as problem:
        source = Source(name, "")
        return source, (diagnostics.unreadable_file(source, problem.strerror or str(problem)),)
