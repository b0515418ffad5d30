"""
Typesets pages with typst, from a template of this package and data.

Always: the typesetter's root is a temporary folder with only the template, the data as JSON and the
pictures. It can read nothing else, and loads no packages.
"""

from __future__ import annotations

import json
import struct
from collections.abc import Mapping, Sequence
from importlib.resources import files
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Literal

from attrs import frozen

TEMPLATES = files(__package__).joinpath("templates")
EXTRA = "to print, its extra is needed: pip install 'ruleslang[print]'"
LARGEST_PICTURE = 20_000_000  # bytes
MOST_PIXELS, MOST_PIXELS_TOGETHER = 50_000_000, 1_000_000_000  # few bytes may unpack to many
JPEG_FRAMES = frozenset(range(0xC0, 0xD0)) - {0xC4, 0xC8, 0xCC}  # the markers that begin one
BEGINNINGS = {
    ".png": (b"\x89PNG\r\n\x1a\n",),
    ".jpg": (b"\xff\xd8\xff",),
    ".jpeg": (b"\xff\xd8\xff",),
    ".svg": (b"<svg", b"<?xml", b"<!--", b"\xef\xbb\xbf<"),
}


class CannotSet(ValueError):
    """Pages cannot be typeset; the message says why."""


@frozen
class Overflow:
    """A title or text that did not fit on a card at the smallest size, and by how many points."""

    card: str
    part: str
    over: float
    size: float


@frozen
class Pages:
    """The files (one PDF, or one picture for each page), and what did not fit."""

    files: tuple[bytes, ...]
    overflows: tuple[Overflow, ...] = ()


def pages(
    template: str,
    data: Mapping[str, Any],
    *,
    form: Literal["pdf", "png"] = "pdf",
    ppi: float = 300,
    pictures: Mapping[str, bytes] | None = None,
) -> Pages:
    """Typeset a template with data; raises `CannotSet` without the extra, or if typst fails."""
    try:
        import typst
    except ImportError:
        raise CannotSet(EXTRA) from None
    with TemporaryDirectory(prefix="ruleslang-print-") as folder:
        root = Path(folder)
        (root / "main.typ").write_bytes((TEMPLATES / template).read_bytes())
        (root / "data.json").write_text(json.dumps(data, ensure_ascii=False), encoding="utf-8")
        for name, picture in (pictures or {}).items():
            (root / name).write_bytes(picture)
        try:
            compiler = typst.Compiler(str(root / "main.typ"), root=str(root))
            output = compiler.compile(format=form, ppi=ppi)
            overflows = json.loads(compiler.query("<overflow>", field="value"))
        except typst.TypstError as problem:
            raise CannotSet(f"the pages cannot be set: {problem}") from None
    files = output if isinstance(output, list) else [output]
    seen = {(overflow["card"], overflow["part"]): Overflow(**overflow) for overflow in overflows}
    return Pages(tuple(filter(None, files)), tuple(seen.values()))


def pictures_of(cards: Sequence[dict[str, Any]], folder: Path) -> dict[str, bytes]:
    """
    Read the pictures that cards name, below a folder; returns them by the names that templates use.

    Changes `art` of the cards to these names. Raises `CannotSet` for a file that is not a picture
    there.
    """
    pictures: dict[str, bytes] = {}
    names: dict[str, str] = {}
    together = 0
    for card in cards:
        path = card["art"]
        if not path:
            continue
        if path not in names:
            names[path] = f"picture-{len(names)}{Path(path).suffix.lower()}"
            pictures[names[path]] = _picture(folder, path)
            together += _pixels(pictures[names[path]])
            if together > MOST_PIXELS_TOGETHER:
                most = f"{MOST_PIXELS_TOGETHER:,} pixels"
                raise CannotSet(f"the pictures up to `{path}` have more than {most} together")
        card["art"] = names[path]
    return pictures


def _picture(folder: Path, path: str) -> bytes:
    there = folder / path
    try:
        real = there.resolve(strict=True)
        inside = real.is_relative_to(folder.resolve()) and real.is_file()
        data = b""
        if inside:
            with real.open("rb") as file:
                data = file.read(LARGEST_PICTURE + 1)
    except (OSError, RuntimeError, ValueError):
        raise CannotSet(f"the looks name a picture that is not there: `{path}`") from None
    if not inside:
        raise CannotSet(f"the looks name a picture outside of the rulebook's folder: `{path}`")
    if len(data) > LARGEST_PICTURE:
        raise CannotSet(f"the picture `{path}` has more than {LARGEST_PICTURE // 10**6} MB")
    suffix = there.suffix.lower()
    if not data.lstrip(b" \r\n\t").startswith(BEGINNINGS.get(suffix, ())):
        raise CannotSet(f"the picture `{path}` is no {suffix.removeprefix('.')} file")
    if suffix == ".svg" and (b"<!ENTITY" in data or b"<!DOCTYPE" in data or b"<image" in data):
        raise CannotSet(f"the picture `{path}` names other files or entities: draw it in itself")
    if _pixels(data) > MOST_PIXELS:
        raise CannotSet(f"the picture `{path}` has more than {MOST_PIXELS:,} pixels")
    return data


def _pixels(data: bytes) -> int:
    """The number of pixels of a PNG or JPEG file, by its header; 0 for a drawing."""
    if data.startswith(BEGINNINGS[".png"]):
        width, height = struct.unpack_from(">II", data.ljust(24, b"\0"), 16)
        return int(width * height)
    return _pixels_of_jpeg(data) if data.startswith(BEGINNINGS[".jpg"]) else 0


def _pixels_of_jpeg(data: bytes) -> int:
    """What its frame says, which lies behind other segments; too many if there is none."""
    at = 2
    while data[at : at + 1] == b"\xff" and at + 9 <= len(data):
        if data[at + 1] in JPEG_FRAMES:
            height, width = struct.unpack_from(">HH", data, at + 5)
            return int(width * height)
        at += 2 + int.from_bytes(data[at + 2 : at + 4], "big")
    return MOST_PIXELS + 1
