"""Writes a match to its save file, never over another file or over a longer save of the match."""

from __future__ import annotations

import errno
from collections.abc import Iterator
from itertools import count
from pathlib import Path

from attrs import define

from ruleslang.library.files import leads_nowhere, read_text, write_new, write_whole
from ruleslang.simulation.records.saves import Save, from_text, to_text
from ruleslang.source.checksum import Refused

REPLAYS = Path("replays")  # the folder of games that `replay` or `play --resume` takes
TAKEN = "another file has this name and was not overwritten; choose another name"


@define
class Saves:
    """The save file of a match; `None` before it was written or resumed from one."""

    own_file: Path | None = None

    def write(self, save: Save, name: str, usual: str) -> Path:
        """
        Write a match under the given name, or else the usual one; returns the path.

        Raises `FileExistsError` if the given name is taken; the usual name then gets a number.
        """
        for path in [Path(name)] if name else _names(usual):
            if self._free(path, save) and _is_written(path, f"{to_text(save)}\n"):
                self.own_file = path
                return path
        raise FileExistsError(errno.EEXIST, TAKEN, name)

    def _free(self, path: Path, save: Save) -> bool:
        """Return whether a match may be written to a path: new, its own, or a shorter save."""
        if leads_nowhere(path):
            return False
        if path == self.own_file or not path.is_file():
            return True
        try:
            stored = from_text(read_text(path))
        except Refused:
            return False
        so_far = save.choices[: len(stored.choices)]
        return (
            stored.start == save.start and stored.seats == save.seats and so_far == stored.choices
        )


def write_replay(name: str, text: str) -> str:
    """Write a game that met a fault or broke a law into the folder of replays; returns the path."""
    path = REPLAYS / name
    REPLAYS.mkdir(exist_ok=True)
    write_whole(path, f"{text}\n", follows=False)
    return str(path)


def _is_written(path: Path, text: str) -> bool:
    """Write a save; false if another process has made a file there in between."""
    if path.exists():
        write_whole(path, text)
        return True
    try:
        write_new(path, text)
    except FileExistsError:
        return False
    return True


def _names(usual: str) -> Iterator[Path]:
    """Yield the usual name, then the same with numbers."""
    yield Path(usual)
    first, end = usual.rsplit(".", 1)
    for number in count(2):
        yield Path(f"{first}-{number}.{end}")
