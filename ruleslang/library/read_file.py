"""Reads a file of a rulebook as text, without parsing it."""

from __future__ import annotations

import errno
import os
from pathlib import Path
from typing import TypeAlias

from attrs import frozen

from ruleslang.library import file_diagnostics as errors
from ruleslang.library.file_diagnostics import end_of, save_as_text
from ruleslang.source.diagnostic import Diagnostic
from ruleslang.source.errors import shown_name, wrong_in_name
from ruleslang.source.span import Source

MOST_BYTES = 2_000_000  # the most of one file
MOST_LOOKED_AT = 1000  # bytes: in UTF-16 about every second one is a zero
UTF_16 = (b"\xff\xfe", b"\xfe\xff")
SHEET_TEXT = b"["  # prefix of a converted workbook, which is read from memory
PACKED = (b"PK\x03\x04", b"\xd0\xcf\x11\xe0", b"%PDF-")  # formats of office programs


def decode(name: str, data: bytes) -> tuple[Source, tuple[Diagnostic, ...]]:
    r"""
    Decode a file's bytes, without a byte-order mark.

    >>> source, problems = decode("a.rules", b"die d6: 1..6 # caf\xe9")
    >>> [problem.message for problem in problems]
    ['the file is not UTF-8 from byte 19 on']
    """
    if len(data) > MOST_BYTES:
        source = Source(name, "")
        return source, (errors.file_too_large(source, MOST_BYTES),)
    if name.lower().endswith(".xlsx") and not data.startswith(SHEET_TEXT):
        from ruleslang.library.spreadsheets import decode_workbook

        return decode_workbook(name, data)
    if data.startswith(PACKED):
        source = Source(name, "")
        return source, (errors.packed(end_of(source), help=save_as_text(source)),)
    if data.startswith(UTF_16) or data[:MOST_LOOKED_AT].count(0) > len(data[:MOST_LOOKED_AT]) / 3:
        source = Source(name, "")
        return source, (errors.utf_16(end_of(source), help=save_as_text(source)),)
    try:
        text = data.decode("utf-8-sig")  # old machines ended all lines with CR
        return Source(name, text if "\n" in text else text.replace("\r", "\n")), ()
    except UnicodeDecodeError as problem:
        source = Source(name, data[: problem.start].decode("utf-8-sig"))
        help = save_as_text(source)
        return source, (errors.not_utf8(end_of(source), help=help, byte=problem.start + 1),)


def _read_file(path: Path) -> bytes:
    if path.is_fifo():  # a pipe may have no writer
        raise OSError(errno.EINVAL, "it is a pipe; expected a file")
    with path.open("rb") as file:
        return file.read(MOST_BYTES + 1)


def read_source(path: Path, name: str) -> tuple[Source, tuple[Diagnostic, ...]]:
    """Read a file; `name` is its name in messages."""
    if wrong := wrong_in_name(name):
        source = Source(shown_name(name), "")
        return source, (errors.unprintable_name(end_of(source), problem=wrong),)
    try:
        return decode(name, _read_file(path))
    except OSError as problem:
        source = Source(name, "")
        reason = (problem.strerror or str(problem)).lower()
        return source, (errors.unreadable_file(end_of(source), reason=reason),)


There: TypeAlias = list[str] | bool  # the names in a folder; True: a file; False: neither


@frozen
class FileAccesses:
    """
    The files read, with their names in messages, and the state of other paths.

    Always: a path is recorded before its contents are used, so that a concurrent change is
    detected.
    """

    files: tuple[tuple[Path, str], ...] = ()
    places: tuple[tuple[Path, There], ...] = ()


def what_is_at(path: Path) -> There:
    """Return the sorted names in a folder; for other paths, whether it is a file."""
    return sorted(os.listdir(path)) if path.is_dir() else path.is_file()
