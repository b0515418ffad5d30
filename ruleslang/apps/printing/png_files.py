"""
Finishes the PNG files of the typesetter: their resolution, and no transparency where none is used.

Without a resolution, other programs print a picture at 72 or 96 points per inch.
"""

from __future__ import annotations

import struct
import zlib
from collections.abc import Iterator

SIGNATURE = b"\x89PNG\r\n\x1a\n"
INCH = 0.0254  # metres
HEAD = struct.Struct(">IIBBBBB")  # width, height, depth, colours, and three methods
WITH_ALPHA, WITHOUT = (8, 6, 0, 0, 0), (8, 2, 0, 0, 0)  # eight bits a channel, not interlaced
FULL = 255
# How each of the five filters of a row stores an opaque pixel: the first, then the others.
IN_FIRST_ROW = ((FULL, FULL), (FULL, 0), (FULL, FULL), (FULL, 128), (FULL, 0))
IN_OTHER_ROWS = ((FULL, FULL), (FULL, 0), (0, 0), (128, 0), (0, 0))


def finished(png: bytes, ppi: float) -> bytes:
    """Return the picture with its resolution, and in RGB if all of it is opaque."""
    chunks = [(kind, data) for kind, data in _chunks(png) if kind != b"pHYs"]
    packed = b"".join(data for kind, data in chunks if kind == b"IDAT")
    (_, head), *others = ((kind, data) for kind, data in chunks if kind != b"IDAT")
    width, height, *form = HEAD.unpack(head)
    if tuple(form) == WITH_ALPHA:
        rows = _opaque(zlib.decompress(packed), width, height)
        if rows is not None:
            head, packed = HEAD.pack(width, height, *WITHOUT), zlib.compress(rows)
    dots = round(ppi / INCH)
    density = struct.pack(">IIB", dots, dots, 1)  # in metres
    before = [(b"IHDR", head), (b"pHYs", density), *others[:-1]]
    after = [(b"IDAT", packed), others[-1]]
    return SIGNATURE + b"".join(_chunk(kind, data) for kind, data in (*before, *after))


def _chunks(png: bytes) -> Iterator[tuple[bytes, bytes]]:
    at = len(SIGNATURE)
    while at < len(png):
        (length,) = struct.unpack_from(">I", png, at)
        yield png[at + 4 : at + 8], png[at + 8 : at + 8 + length]
        at += 12 + length


def _chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def _opaque(rows: bytes, width: int, height: int) -> bytes | None:
    """
    Return the rows without their alpha channel; `None` if a pixel is transparent.

    Filters work on each channel alone, so the other channels stay as they are.
    """
    wide, narrow = 4 * width + 1, 3 * width + 1
    result = bytearray(narrow * height)
    for number in range(height):
        row = rows[number * wide : (number + 1) * wide]
        first, other = (IN_OTHER_ROWS if number else IN_FIRST_ROW)[row[0]]
        if row[4::4] != bytes((first, *(other,) * (width - 1))):
            return None
        start = number * narrow
        result[start] = row[0]
        for channel in (1, 2, 3):
            result[start + channel : start + narrow : 3] = row[channel::4]
    return bytes(result)
