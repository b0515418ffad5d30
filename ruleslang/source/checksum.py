"""
JSON objects with a checksum, and with a seal if a key is given.

The checksum detects accidents: anyone who edits a record can recompute it. The seal is an HMAC,
which requires the key.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from hashlib import blake2b
from typing import Any, NoReturn

from ruleslang.source.errors import RuleslangError, legible

MOST_LETTERS = 50_000_000
LETTERS_A_PART = 5  # of the largest record: each entry of a list takes memory, however short
SEAL = "seal"


class Refused(RuleslangError, ValueError):
    """A record is damaged, edited, or made with another version; the message says which."""

    def __init__(self, message: str) -> None:
        super().__init__(legible(message))


def seal(record: Mapping[str, object], key: bytes | None = None) -> str:
    """
    Return the record as one line of JSON with its checksum, and with a seal if there is a key.

    >>> unseal(seal({"seed": 7}))
    {'seed': 7}
    >>> unseal(seal({"seed": 7}, b"of a server"), b"of a server")
    {'seed': 7}
    """
    canonical = _canonical(record)
    sealed = {} if key is None else {SEAL: _hmac(canonical, key)}
    complete = {**record, **sealed, "checksum": _checksum(canonical)}
    return json.dumps(complete, ensure_ascii=False)


def unseal(text: str, key: bytes | None = None, most: int = MOST_LETTERS) -> dict[str, Any]:
    """Return the record in a sealed text; raises `Refused` if it is damaged or ill sealed."""
    if len(text) > most or sum(map(text.count, "[{,")) > most // LETTERS_A_PART:
        raise Refused("it is larger than any record can be")
    try:
        record = json.loads(text, object_pairs_hook=_unique, parse_constant=_no_number)
        if not isinstance(record, dict):
            raise Refused("it is not a record")
        claimed, sealed = record.pop("checksum", None), record.pop(SEAL, None)
        canonical = _canonical(record)
    except Refused:
        raise
    except (ValueError, RecursionError):
        raise Refused("it is not a whole record: the JSON breaks off or is damaged") from None
    if claimed is None:
        raise Refused("it has no checksum")
    if claimed != _checksum(canonical):
        raise Refused("it was changed after it was written: its checksum does not fit")
    _refuse_seal(sealed, canonical, key)
    return record


def _refuse_seal(sealed: object, canonical: bytes, key: bytes | None) -> None:
    """Raise `Refused` unless the seal fits the key, or there is neither."""
    if key is None and sealed is not None:
        raise Refused("it is sealed, and no `seal_key` was given to open it with")
    if key is None:
        return
    if sealed is None:
        raise Refused("it has no seal, and with a `seal_key` only sealed ones are taken")
    from hmac import compare_digest

    if not compare_digest(str(sealed).encode(errors="replace"), _hmac(canonical, key).encode()):
        raise Refused("its seal does not fit: it has that of another key, or was forged")


def _unique(pairs: list[tuple[str, object]]) -> dict[str, object]:
    """Return the pairs as a dictionary; raises `Refused` for a repeated key."""
    record: dict[str, object] = {}
    for key, value in pairs:
        if key in record:
            raise Refused(f"it was changed after it was written: `{key[:40]}` is in it twice")
        record[key] = value
    return record


def _no_number(word: str) -> NoReturn:
    raise Refused(
        f"it was changed after it was written: `{word}` is not a valid number in a record"
    )


def _canonical(record: Mapping[str, object]) -> bytes:
    written = json.dumps(record, ensure_ascii=True, sort_keys=True, separators=(",", ":"))
    return written.encode("ascii")


def _checksum(canonical: bytes) -> str:
    return blake2b(canonical, digest_size=8).hexdigest()


def _hmac(canonical: bytes, key: bytes) -> str:
    import hmac  # which loads OpenSSL

    return hmac.new(key, canonical, "sha256").hexdigest()
