"""
Typesets pages with typst, from a template of this package and data.

Always: the typesetter's root is a temporary folder with only the template, the data as JSON and the
pictures. It can read nothing else, and loads no packages.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Literal

from attrs import frozen

TEMPLATES = Path(__file__).parent / "templates"
EXTRA = "to print, its extra is needed: pip install 'ruleslang[print]'"
LARGEST_PICTURE = 20_000_000  # bytes
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
            made = compiler.compile(format=form, ppi=ppi)
            found = json.loads(compiler.query("<overflow>", field="value"))
        except typst.TypstError as problem:
            raise CannotSet(f"the pages cannot be set: {problem}") from None
    files = made if isinstance(made, list) else [made]
    seen = {(each["card"], each["part"]): Overflow(**each) for each in found}
    return Pages(tuple(filter(None, files)), tuple(seen.values()))


def pictures_of(cards: Sequence[dict[str, Any]], folder: Path) -> dict[str, bytes]:
    """
    Read the pictures that cards name, below a folder; returns them by the names that templates use.

    Changes `art` of the cards to these names. Raises `CannotSet` for a file that is not a picture
    there.
    """
    pictures: dict[str, bytes] = {}
    names: dict[str, str] = {}
    for card in cards:
        path = card["art"]
        if not path:
            continue
        if path not in names:
            names[path] = f"picture-{len(names)}{Path(path).suffix.lower()}"
            pictures[names[path]] = _picture(folder, path)
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
    return data
