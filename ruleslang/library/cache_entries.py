"""
Entries of the cache: lines of JSON with a digest of their own, so that damage is found.

The first line is read at once; what stands in the others, when somebody asks for it.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, TypeAlias

from ruleslang.nodes.blake2_without_openssl import blake2b
from ruleslang.source.cache_files import cache_folder, drop_oldest, keep, read_own

Plain: TypeAlias = Any


def digest(text: str) -> str:
    """What a text is known by."""
    return blake2b(text.encode("utf-8", "surrogatepass"), digest_size=16).hexdigest()


def entry_path(folder: str, asked: Plain) -> Path | None:
    """Where the entry of what was asked for lies in a folder of the cache; None: there is none."""
    cache = cache_folder()
    return None if cache is None else cache / folder / f"{digest(json.dumps(asked))}.json"


def read_entry(path: Path, most: int) -> dict[str, Plain] | None:
    """What the first line says; None when nothing was written, or it was damaged since."""
    lines = read_lines(path, most)
    try:
        whole = None if lines is None else json.loads(lines[0])
    except (ValueError, RecursionError):
        return None
    return whole if isinstance(whole, dict) else None


def read_lines(path: Path, most: int) -> list[str] | None:
    """All lines of JSON; None when nothing was written, or it was damaged since."""
    text = read_own(path, most)
    if text is None:
        return None
    said, _, rest = text.partition("\n")
    return rest.split("\n") if digest(rest) == said else None


def write_entry(path: Path, text: str, most: int) -> None:
    """Put lines of JSON there, and leave no more than the newest `most` entries beside it."""
    keep(path, f"{digest(text)}\n{text}")
    drop_oldest(path.parent, most)
