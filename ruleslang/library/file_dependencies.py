"""Which files and folders decide what the files of a rulebook are, and whether these changed."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TypeAlias

from attrs import frozen

There: TypeAlias = list[str] | bool  # the names in a folder; True: a file; False: neither


@frozen
class Looked:
    """
    The files that were read, each with what messages call it, and what was at other places.

    Always: a place was looked at before anything was made of what is there, so that a change
    meanwhile is found out later.
    """

    files: tuple[tuple[Path, str], ...] = ()
    places: tuple[tuple[Path, There], ...] = ()


def what_is_at(path: Path) -> There:
    """The names in a folder, in order; whether there is a file, where there is no folder."""
    return sorted(os.listdir(path)) if path.is_dir() else path.is_file()
