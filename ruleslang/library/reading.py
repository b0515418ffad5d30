"""A file as a `Source`, and whatever keeps it from being one as a diagnostic."""

from __future__ import annotations

from pathlib import Path

from ruleslang.library import diagnostics
from ruleslang.source.diagnostic import Diagnostic
from ruleslang.source.span import Source

MOST_BYTES = 2_000_000  # of one file
MOST_LETTERS = 2_000_000  # of all files of one rulebook: at most a minute to read
MOST_FILES = 500  # of one rulebook


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
    try:
        return Source(name, data.decode("utf-8-sig")), ()
    except UnicodeDecodeError as problem:
        source = Source(name, data[: problem.start].decode("utf-8-sig"))
        return source, (diagnostics.not_utf8(source, problem.start + 1),)


def read_source(path: Path, name: str) -> tuple[Source, tuple[Diagnostic, ...]]:
    """The text of a file; `name` is what messages call it."""
    try:
        with path.open("rb") as file:
            return decode(name, file.read(MOST_BYTES + 1))
    except OSError as problem:
        source = Source(name, "")
        return source, (diagnostics.unreadable_file(source, problem.strerror or str(problem)),)
