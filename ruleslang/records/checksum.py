"""JSON objects with a checksum, so that an edited or damaged one is noticed."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, NoReturn

from ruleslang.nodes.blake2_without_openssl import blake2b

MOST_LETTERS = 50_000_000


class Refused(ValueError):
    """A record is damaged, edited, or made with something else; the message says which."""


def seal(record: Mapping[str, object]) -> str:
    """
    One line of JSON that holds the record and its checksum.

    >>> unseal(seal({"seed": 7}))
    {'seed': 7}
    """
    return json.dumps({**record, "checksum": _checksum(record)}, ensure_ascii=False)


def unseal(text: str) -> dict[str, Any]:
    """The record that was sealed; raises `Refused` when it is not whole and unchanged."""
    if len(text) > MOST_LETTERS:
        raise Refused("it is larger than any record can be")
    try:
        record = json.loads(text, object_pairs_hook=_once, parse_constant=_no_number)
    except Refused:
        raise
    except (ValueError, RecursionError):
        raise Refused("it is not a whole record: the JSON breaks off or is damaged") from None
    if not isinstance(record, dict):
        raise Refused("it is not a record")
    claimed = record.pop("checksum", None)
    if claimed is None:
        raise Refused("it has no checksum")
    if claimed != _checksum(record):
        raise Refused("it was changed after it was written: its checksum does not fit")
    return record


def _once(pairs: list[tuple[str, object]]) -> dict[str, object]:
    """An object in which no key stands twice: one of the two values would say nothing."""
    found: dict[str, object] = {}
    for key, value in pairs:
        if key in found:
            raise Refused(f"it was changed after it was written: `{key[:40]}` stands in it twice")
        found[key] = value
    return found


def _no_number(word: str) -> NoReturn:
    raise Refused(f"it was changed after it was written: `{word}` is no number of a record")


def _checksum(record: Mapping[str, object]) -> str:
    canonical = json.dumps(record, ensure_ascii=True, sort_keys=True, separators=(",", ":"))
    return blake2b(canonical.encode("ascii"), digest_size=8).hexdigest()
