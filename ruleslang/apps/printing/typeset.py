"""
Typesets pages with typst, from a template of this package and data.

Always: the typesetter is a process of its own, with limits on memory and time. Its root is a
temporary folder with only the template, the data as JSON and the pictures. It can read nothing
else, and loads no packages.
"""

from __future__ import annotations

import importlib.util
import json
import math
import os
import signal
import struct
import subprocess
import sys
from collections.abc import Mapping, Sequence
from importlib.resources import files
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Literal

from attrs import frozen

from ruleslang.source.budget import SECONDS, budget_seconds, seconds_left, spend_time

TEMPLATES = files(__package__).joinpath("templates")
CHILD = files(__package__).joinpath("typeset_child.py")
MOST_MEGABYTES = 1500  # of addresses, for each twenty seconds of the budget
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
    if importlib.util.find_spec("typst") is None:
        raise CannotSet(EXTRA)
    with TemporaryDirectory(prefix="ruleslang-print-") as folder:
        root = Path(folder)
        (root / "main.typ").write_bytes((TEMPLATES / template).read_bytes())
        (root / "data.json").write_text(json.dumps(data, ensure_ascii=False), encoding="utf-8")
        for name, picture in (pictures or {}).items():
            (root / name).write_bytes(picture)
        _typeset(root, form, ppi)
        overflows = json.loads((root / "overflows.json").read_bytes())
        names = sorted(root.glob("page-*"), key=lambda path: int(path.name[5:]))
        files = tuple(path.read_bytes() for path in names)
    seen = {(overflow["card"], overflow["part"]): Overflow(**overflow) for overflow in overflows}
    return Pages(files, tuple(seen.values()))


def _typeset(root: Path, form: str, ppi: float) -> None:
    """Typeset a folder in a process with limits; raises `CannotSet`."""
    seconds = seconds_left()
    most = 0 if seconds is None else max(1, math.ceil(seconds))
    megabytes = int(MOST_MEGABYTES * max(1.0, (budget_seconds() or 0) / SECONDS))
    limits = (str(megabytes), str(most))
    command = (sys.executable, "-P", "-c", CHILD.read_text(encoding="utf-8"), str(root), form, str(ppi), *limits)
    before = _child_seconds()
    ended = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, check=False)
    spend_time(_child_seconds() - before)
    if ended.returncode == 0:
        return
    if (root / "problem.txt").exists():
        problem = (root / "problem.txt").read_text(encoding="utf-8")
        raise CannotSet(f"the pages cannot be set: {problem}")
    if most and ended.returncode == -getattr(signal, "SIGXCPU", 0):
        raise CannotSet(f"typesetting takes more than {most} s: `--budget` gives more")
    raise CannotSet(
        f"typesetting takes more than {megabytes:,} MB of memory: print fewer cards at once, "
        "or shorter texts"
    )


def _child_seconds() -> float:
    """The processor time of all processes that this one began, and that have ended."""
    times = os.times()
    return times.children_user + times.children_system


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
