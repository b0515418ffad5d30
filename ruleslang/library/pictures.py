"""
Reads the pictures that the looks of a rulebook name.

A picture is always below the rulebook's folder, not behind a link out of it; its content matches
its suffix, and it names no other files.
"""

from __future__ import annotations

import struct
from pathlib import Path

LARGEST_PICTURE = 20_000_000  # bytes
MOST_PIXELS = 50_000_000  # few bytes may unpack to many
JPEG_FRAMES = frozenset(range(0xC0, 0xD0)) - {0xC4, 0xC8, 0xCC}  # the markers that begin one
BEGINNINGS = {
    ".png": (b"\x89PNG\r\n\x1a\n",),
    ".jpg": (b"\xff\xd8\xff",),
    ".jpeg": (b"\xff\xd8\xff",),
    ".svg": (b"<svg", b"<?xml", b"<!--", b"\xef\xbb\xbf<"),
}


class BadPicture(ValueError):
    """A file that the looks name cannot be used; the message says why."""


def picture_below(folder: Path, path: str) -> bytes | None:
    """Return a checked picture below a folder; `None` if there is none. Raises `BadPicture`."""
    data = bytes_below(folder, path)
    if data is not None:
        check_picture(path, data)
    return data


def bytes_below(folder: Path, path: str) -> bytes | None:
    """Return the bytes of a file below a folder; `None` if there is none. Raises `BadPicture`."""
    try:
        real = (folder / path).resolve(strict=True)
        if not real.is_relative_to(folder.resolve()):
            raise BadPicture(f"the looks name a file outside of the rulebook's folder: `{path}`")
        if not real.is_file():
            return None
        with real.open("rb") as file:
            data = file.read(LARGEST_PICTURE + 1)
    except (OSError, RuntimeError):
        return None
    if len(data) > LARGEST_PICTURE:
        raise BadPicture(f"the file `{path}` has more than {LARGEST_PICTURE // 10**6} MB")
    return data


def check_picture(path: str, data: bytes) -> None:
    """Raise `BadPicture` for a picture that is none, or unpacks to far more."""
    suffix = Path(path).suffix.lower()
    if not data.lstrip(b" \r\n\t").startswith(BEGINNINGS.get(suffix, ())):
        raise BadPicture(f"the picture `{path}` can't be read as {suffix.removeprefix('.')}")
    if suffix == ".svg" and (b"<!ENTITY" in data or b"<!DOCTYPE" in data or b"<image" in data):
        raise BadPicture(f"the picture `{path}` names other files or entities: draw it in itself")
    if pixels(data) > MOST_PIXELS:
        raise BadPicture(f"the picture `{path}` has more than {MOST_PIXELS:,} pixels")


def pixels(data: bytes) -> int:
    """Return the number of pixels of a PNG or JPEG file, by its header; 0 for a drawing."""
    if data.startswith(BEGINNINGS[".png"]):
        width, height = struct.unpack_from(">II", data.ljust(24, b"\0"), 16)
        return int(width * height)
    return _pixels_of_jpeg(data) if data.startswith(BEGINNINGS[".jpg"]) else 0


def _pixels_of_jpeg(data: bytes) -> int:
    """Return the number in its frame header, after other segments; too many if there is none."""
    at = 2
    while data[at : at + 1] == b"\xff" and at + 9 <= len(data):
        if data[at + 1] in JPEG_FRAMES:
            height, width = struct.unpack_from(">HH", data, at + 5)
            return int(width * height)
        at += 2 + int.from_bytes(data[at + 2 : at + 4], "big")
    return MOST_PIXELS + 1
