"""Entries of the cache: an object as JSON with a digest of its own, so that damage is found."""

from __future__ import annotations

import json
from hashlib import blake2b
from pathlib import Path
from typing import Any, TypeAlias

from ruleslang.source.cache_files import cache_folder, drop_oldest, keep, read_own

Plain: TypeAlias = Any
MOST_BYTES = 20_000_000  # of an entry


def digest(text: str) -> str:
    """What a text is known by."""
    return blake2b(text.encode("utf-8", "surrogatepass"), digest_size=16).hexdigest()


def entry_path(folder: str, asked: Plain) -> Path | None:
    """Where the entry of what was asked for lies in a folder of the cache; None: there is none."""
    cache = cache_folder()
    return None if cache is None else cache / folder / f"{digest(json.dumps(asked))}.json"


def read_entry(path: Path) -> dict[str, Plain] | None:
    """What an entry says; None when nothing was written, or it was damaged since."""
    text = read_own(path, MOST_BYTES)
    if text is None:
        return None
    said, _, rest = text.partition("\n")
    try:
        whole = json.loads(rest) if digest(rest) == said else None
    except (ValueError, RecursionError):
        return None
    return whole if isinstance(whole, dict) else None


def write_entry(path: Path, entry: dict[str, Plain], most: int) -> None:
    """Put an entry there, and leave no more than the newest `most` entries beside it."""
    text = json.dumps(entry, ensure_ascii=False, separators=(",", ":"))
    if len(text) < MOST_BYTES:
        keep(path, f"{digest(text)}\n{text}")
        drop_oldest(path.parent, most)
