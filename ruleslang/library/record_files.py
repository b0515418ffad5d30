"""Reads files of records, line by line."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from ruleslang.records.checksum import MOST_LETTERS, Refused
from ruleslang.records.game_record import GameRecord, from_line


def read_text(path: Path) -> str:
    """The text of a small file, a save for instance; raises `Refused` when it is none."""
    try:
        with path.open(encoding="utf-8") as file:
            return file.read(MOST_LETTERS + 1)
    except UnicodeDecodeError:
        raise Refused("it is not text") from None


def read_records(path: Path) -> Iterator[GameRecord]:
    """The games in a file, one a line; raises `Refused` with the line that is none."""
    number = 0
    try:
        with path.open(encoding="utf-8") as file:
            while line := file.readline(MOST_LETTERS + 1):
                number += 1
                if line.strip():
                    yield from_line(line)
    except UnicodeDecodeError:
        raise Refused(f"line {number + 1}: it is not text") from None
    except Refused as problem:
        raise Refused(f"line {number}: {problem}") from None
