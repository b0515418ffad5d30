"""The instructions of WebAssembly, and how numbers are written in it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from ruleslang.engine.wasm.types import F32, F64, I32, I64

UNREACHABLE, BLOCK, LOOP, IF, ELSE, END_OF = b"\x00", 0x02, 0x03, 0x04, b"\x05", b"\x0b"
BR, BR_IF, BR_TABLE, CALL, CALL_INDIRECT = b"\x0c", b"\x0d", b"\x0e", b"\x10", b"\x11"
DROP, SELECT = b"\x1a", b"\x1b"
LOCAL_GET, LOCAL_SET, LOCAL_TEE, GLOBAL_GET, GLOBAL_SET = (
    *(b"\x20", b"\x21", b"\x22", b"\x23", b"\x24"),
)
MEMORY_COPY, MEMORY_FILL = b"\xfc\x0a\x00\x00", b"\xfc\x0b\x00"
MEMORY_GROW = b"\x40\x00"
WRAP, EXTEND, EXTEND_UNSIGNED, CTZ, POPCNT, EQZ, EQZ_32 = (
    *(b"\xa7", b"\xac", b"\xad", b"\x7a", b"\x7b", b"\x50", b"\x45"),
)
EXTEND_8, EXTEND_16 = b"\xc0", b"\xc1"
VOID: Final = 0x40

_ORDER = ("==", "!=", "< s", "< u", "> s", "> u", "<= s", "<= u", ">= s", ">= u")
_WORK = ("+", "-", "*", "/ s", "/ u", "% s", "% u", "&", "|", "^", "<<", ">> s", ">> u")
_REAL_ORDER, _REAL_WORK = ("==", "!=", "<", ">", "<=", ">="), ("+", "-", "*", "/")


def _numbered(first: int, ops: Iterable[str], is_real: bool) -> dict[tuple[str, bool], bytes]:
    found = dict[tuple[str, bool], bytes]()
    for code, op in enumerate(ops, first):
        name, _, kind = op.partition(" ")
        for is_signed in (True, False):
            if is_real or not kind or (kind == "s") == is_signed:
                found[name, is_signed] = bytes((code,))
    return found


BINARY = {  # by the type of values: by operator and whether it is signed
    I32: _numbered(0x46, _ORDER, False) | _numbered(0x6A, _WORK, False),
    I64: _numbered(0x51, _ORDER, False) | _numbered(0x7C, _WORK, False),
    F32: _numbered(0x5B, _REAL_ORDER, True) | _numbered(0x92, _REAL_WORK, True),
    F64: _numbered(0x61, _REAL_ORDER, True) | _numbered(0xA0, _REAL_WORK, True),
}
LOADS = {  # by size, whether it is signed, and whether it is real
    (1, True, False): b"\x2c\x00",
    (1, False, False): b"\x2d\x00",
    (2, True, False): b"\x2e\x01",
    (2, False, False): b"\x2f\x01",
    (4, True, False): b"\x28\x02",
    (4, False, False): b"\x28\x02",
    (8, True, False): b"\x29\x03",
    (8, False, False): b"\x29\x03",
    (4, True, True): b"\x2a\x02",
    (8, True, True): b"\x2b\x03",
}
STORES = {
    (1, False): b"\x3a\x00",
    (2, False): b"\x3b\x01",
    (4, False): b"\x36\x02",
    (8, False): b"\x37\x03",
    (4, True): b"\x38\x02",
    (8, True): b"\x39\x03",
}
REAL_OF = {  # from a type of values, signed or not, to a real one
    (I32, True, F64): b"\xb7",
    (I32, False, F64): b"\xb8",
    (I64, True, F64): b"\xb9",
    (I64, False, F64): b"\xba",
    (I32, True, F32): b"\xb2",
    (I32, False, F32): b"\xb3",
    (I64, True, F32): b"\xb4",
    (I64, False, F32): b"\xb5",
}
WHOLE_OF = {
    (F64, True, I64): b"\xfc\x06",
    (F64, False, I64): b"\xfc\x07",
    (F64, True, I32): b"\xfc\x02",
    (F64, False, I32): b"\xfc\x03",
    (F32, True, I64): b"\xfc\x04",
    (F32, False, I64): b"\xfc\x05",
    (F32, True, I32): b"\xfc\x00",
    (F32, False, I32): b"\xfc\x01",
}
DEMOTE, PROMOTE = b"\xb6", b"\xbb"


def unsigned(number: int) -> bytes:
    """Return a number without a sign, in as few bytes as it needs."""
    found = bytearray()
    while number > 127:
        found.append(number & 127 | 128)
        number >>= 7
    found.append(number)
    return bytes(found)


def signed(number: int) -> bytes:
    """Return a number with a sign."""
    found = bytearray()
    while not -64 <= number < 64:
        found.append(number & 127 | 128)
        number >>= 7
    found.append(number & 127)
    return bytes(found)


SMALL = [LOCAL_GET + unsigned(at) for at in range(256)]  # most are of these


def many(parts: Iterable[bytes]) -> bytes:
    """Return some parts behind their number."""
    listed = list(parts)
    return unsigned(len(listed)) + b"".join(listed)


def sized(part: bytes) -> bytes:
    """Return a part behind its length."""
    return unsigned(len(part)) + part
