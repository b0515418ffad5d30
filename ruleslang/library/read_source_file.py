"""Reads a file into a `Source`; what prevents that becomes a diagnostic."""

from __future__ import annotations

import errno
from pathlib import Path

from ruleslang.library import diagnostics
from ruleslang.source.diagnostic import Diagnostic
from ruleslang.source.passed_values import shown_name, wrong_in_name
from ruleslang.source.span import Source

MOST_BYTES = 2_000_000  # of one file
MOST_LETTERS = 2_000_000  # of all files of one rulebook: at most a minute to read
MOST_FILES = 500  # of one rulebook
MOST_LOOKED_AT = 1000  # bytes: in UTF-16 about every second one is a zero
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
    if path.is_fifo():  # there may be nobody at its other end
        raise OSError(errno.EINVAL, "it is a pipe, and a text is read from a file")
    with path.open("rb") as file:
        return file.read(MOST_BYTES + 1)


def _with_line_ends(text: str) -> str:
    """The text with the line ends of today, where it has those of old machines alone."""
    return text if "\n" in text else text.replace("\r", "\n")


def read_source(path: Path, name: str) -> tuple[Source, tuple[Diagnostic, ...]]:
    """The text of a file; `name` is what messages call it."""
    if wrong := wrong_in_name(name):
        source = Source(shown_name(name), "")
        return source, (diagnostics.unprintable_name(source, wrong),)
    try:
        return decode(name, _read_file(path))
    except OSError as problem:
        source = Source(name, "")
        return source, (diagnostics.unreadable_file(source, problem.strerror or str(problem)),)
