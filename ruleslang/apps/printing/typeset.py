"""
Typesets pages with typst, from a template of this package and data.

Always: the typesetter is its own process, with limits on memory and time and without a
network, since templates of a rulebook are a stranger's programs. Its root is a temporary folder
with only the templates, the data as JSON, the fonts and the pictures. It can read nothing else,
and loads no packages.
"""

from __future__ import annotations

import json
import math
import os
import re
import signal
import subprocess
import sys
from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files as resources
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Literal

from attrs import define, field, frozen

from ruleslang.apps.printing.png_files import finished
from ruleslang.apps.printing.svg_layouts import places_of
from ruleslang.library.pictures import bytes_below, check_picture, pixels
from ruleslang.source.budget import SECONDS, budget_seconds, seconds_left, spend_time

TEMPLATES = resources(__package__).joinpath("templates")
CHILD = resources(__package__).joinpath("typeset_child.py")
MOST_MEGABYTES = 1500  # address space for each twenty seconds of the budget
NOWHERE = "http://127.0.0.1:9"
PROXIES = ("http_proxy", "https_proxy", "all_proxy", "HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY")
EXTRA = "to print, its extra is needed: pip install -e '.[print]' in the checkout"
OWN_LAYOUTS = "#let own-layouts = (:)"
FONT_FILES = (".ttf", ".otf", ".ttc")
GLYPHS = """
#for line in json("data.json") {
  text(font: (..line.fonts, "Libertinus Serif"), line.text)
  linebreak()
}
"""
MOST_PIXELS_TOGETHER = 1_000_000_000


class CannotSet(ValueError):
    """Pages cannot be typeset; the message says why."""


@frozen
class Overflow:
    """
    A part of a card that did not fit at the smallest size: by how many points it is too `long` or
    too `wide`, or that a word was `broken`.
    """

    card: str
    part: str
    over: float
    size: float
    way: str = "long"


@frozen
class Pages:
    """The files (one PDF, or one picture for each page), and what did not fit."""

    files: tuple[bytes, ...]
    overflows: tuple[Overflow, ...] = ()


@frozen
class Files:
    """What a template may read: pictures by name, fonts, and own templates by name."""

    pictures: Mapping[str, bytes] = field(factory=dict)
    fonts: Mapping[str, bytes] = field(factory=dict)
    layouts: Mapping[str, bytes] = field(factory=dict)


def pages(
    template: str,
    data: Mapping[str, Any],
    *,
    form: Literal["pdf", "png"] = "pdf",
    ppi: float = 300,
    files: Files | None = None,
) -> Pages:
    """Typeset a template with data; raises `CannotSet` if typst fails."""
    files = files or Files()
    with TemporaryDirectory(prefix="ruleslang-print-") as folder:
        root = Path(folder)
        (root / "fonts").mkdir()
        _write_root(root, template, data, files)
        _typeset(root, form, ppi)
        found = json.loads((root / "overflows.json").read_bytes())
        names = sorted(root.glob("page-*"), key=lambda path: int(path.name[5:]))
        set_pages = tuple(path.read_bytes() for path in names)
    if form == "png":
        set_pages = tuple(finished(page, ppi) for page in set_pages)
    keys = ("card", "part", "way")
    seen = {tuple(overflow[key] for key in keys): Overflow(**overflow) for overflow in found}
    return Pages(set_pages, tuple(seen.values()))


def _write_root(root: Path, template: str, data: Mapping[str, Any], files: Files) -> None:
    text = (TEMPLATES / template).read_text(encoding="utf-8")
    if files.layouts:
        imports = "".join(
            f'#import "{name}": face as own-{number}\n' for number, name in enumerate(files.layouts)
        )
        known = ", ".join(f'"{name}": own-{at}' for at, name in enumerate(files.layouts))
        text = text.replace(OWN_LAYOUTS, f"{imports}#let own-layouts = ({known},)", 1)
    (root / "main.typ").write_text(text, encoding="utf-8")
    (root / "data.json").write_text(json.dumps(data, ensure_ascii=False), encoding="utf-8")
    for name, content in {**files.pictures, **files.layouts}.items():
        (root / name).write_bytes(content)
    for name, content in files.fonts.items():
        (root / "fonts" / name).write_bytes(content)


def _typeset(root: Path, form: str, ppi: float) -> None:
    """Typeset a folder in a process with limits; raises `CannotSet`."""
    seconds = seconds_left()
    most = 0 if seconds is None else max(1, math.ceil(seconds))
    megabytes = int(MOST_MEGABYTES * max(1.0, (budget_seconds() or 0) / SECONDS))
    limits = (str(megabytes), str(most))
    program = CHILD.read_text(encoding="utf-8")
    command = (sys.executable, "-I", "-c", program, str(root), form, str(ppi), *limits)
    environment = {"PATH": os.defpath, "HOME": str(root), **dict.fromkeys(PROXIES, NOWHERE)}
    before = _child_seconds()
    ended = subprocess.run(
        command, env=environment, cwd=root, stdin=subprocess.DEVNULL, capture_output=True
    )
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
    """Return the CPU time of all processes that this one began, and that have ended."""
    times = os.times()
    return times.children_user + times.children_system


MISSING = re.compile(r'the text `"((?:[^"\\]|\\.)+)"` could not be displayed')
ESCAPED = re.compile(r"\\u\{([0-9a-f]+)\}")


def without_glyphs(texts: Mapping[tuple[str, ...], str], fonts: Mapping[str, bytes]) -> str:
    """
    Return the characters, of texts by their fonts, that none of these and none of this machine has.

    The PDF/A standards forbid such texts, so typst names them.
    """
    import typst

    with TemporaryDirectory(prefix="ruleslang-print-") as folder:
        root = Path(folder)
        (root / "fonts").mkdir()
        for name, content in fonts.items():
            (root / "fonts" / name).write_bytes(content)
        lines = [
            {"fonts": [*families], "text": " ".join(sorted(set(text) - set(" \n\t")))}
            for families, text in texts.items()
        ]
        (root / "data.json").write_text(json.dumps(lines), encoding="utf-8")
        (root / "main.typ").write_text(GLYPHS, encoding="utf-8")
        compiler = typst.Compiler(
            str(root / "main.typ"), root=str(root), font_paths=[str(root / "fonts")]
        )
        try:
            compiler.compile(format="pdf", pdf_standards="a-2b")
        except typst.TypstError as problem:
            found = "".join(MISSING.findall(problem.diagnostic))
            return ESCAPED.sub(lambda escaped: chr(int(escaped[1], 16)), found)
    return ""


def own_files(cards: Sequence[dict[str, Any]], folder: Path) -> tuple[Files, tuple[str, ...]]:
    """
    Read the pictures, fonts and templates that cards name, below a folder; and what is missing.

    Changes `art`, `back_art`, `rich`, `icons`, `fonts` and `layout` of the cards to the names that
    templates use, and adds the `places` of a drawn layout.
    Raises `BadPicture` or `CannotSet` for a file that is there, but cannot be used.
    """
    reader = _Reader(folder)
    for card in cards:
        card["art"], card["art_missing"] = reader.picture(card["art"])
        card["back_art"] = reader.picture(card["back_art"])[0]
        for key in ("rich", "icons"):
            card[key] = [
                {"icon": reader.picture(part["icon"])[0], "text": part["text"]}
                if isinstance(part, dict) and "icon" in part
                else part
                for part in card[key]
            ]
        card["fonts"] = [reader.font(name) for name in card["fonts"]]
        card["layout"] = reader.layout(card["layout"])
        card["places"] = reader.places.get(card["layout"], [])
    found = Files(reader.pictures, reader.fonts, reader.layouts)
    return found, tuple(dict.fromkeys(reader.missing))


@define
class _Reader:
    """The files read so far, by the names that templates use."""

    folder: Path
    pictures: dict[str, bytes] = field(factory=dict)
    fonts: dict[str, bytes] = field(factory=dict)
    layouts: dict[str, bytes] = field(factory=dict)
    places: dict[str, list[dict[str, Any]]] = field(factory=dict)
    missing: list[str] = field(factory=list)
    names: dict[str, str] = field(factory=dict)
    pixels: int = 0

    def picture(self, path: str) -> tuple[str, str]:
        """Return the name of a picture, and its path if it is missing."""
        if not path:
            return "", ""
        if path not in self.names:
            data = self._data(path)
            self.names[path] = ""
            if data is not None:
                check_picture(path, data)
                self.pixels += pixels(data)
                self.names[path] = f"picture-{len(self.names)}{Path(path).suffix.lower()}"
                self.pictures[self.names[path]] = data
        if self.pixels > MOST_PIXELS_TOGETHER:
            most = f"{MOST_PIXELS_TOGETHER:,} pixels"
            raise CannotSet(f"the pictures up to `{path}` have more than {most} together")
        return self.names[path], "" if self.names[path] else path

    def font(self, name: str) -> str:
        """Return the family of a font file, or the family that is named, which may be missing."""
        if "/" not in name and Path(name).suffix.lower() not in FONT_FILES:
            if name and name.lower() not in _installed_families():
                self.missing.append(f"the font `{name}`")
            return name
        if name not in self.names:
            data = self._data(name)
            self.names[name] = ""
            if data is not None:
                self.fonts[f"font-{len(self.fonts)}{Path(name).suffix.lower()}"] = data
                self.names[name] = family_of(data)
                if not self.names[name]:
                    raise CannotSet(f"the font `{name}` cannot be read")
        return self.names[name]

    def layout(self, path: str) -> str:
        """Return the name of a template; it must be there."""
        if path and path not in self.names:
            data = self._data(path)
            if data is None:
                raise CannotSet(f"the looks name a layout that does not exist: `{path}`")
            drawn = Path(path).suffix.lower() == ".svg"
            self.names[path] = f"layout-{len(self.names)}.{'svg' if drawn else 'typ'}"
            (self.pictures if drawn else self.layouts)[self.names[path]] = data
            if drawn:
                self.places[self.names[path]] = places_of(path, data)
        return self.names[path] if path else ""

    def _data(self, path: str) -> bytes | None:
        """Return the bytes of a file below the folder; `None` if there is none."""
        data = bytes_below(self.folder, path)
        if data is None:
            self.missing.append(f"`{path}`")
        return data


@cache
def _installed_families() -> frozenset[str]:
    import typst

    return frozenset(family.lower() for family in typst.Fonts().families())


def family_of(font: bytes) -> str:
    """Return the family that a font file names; empty if it cannot be read."""
    import typst

    with TemporaryDirectory(prefix="ruleslang-print-") as folder:
        (Path(folder) / "font.ttf").write_bytes(font)
        fonts = typst.Fonts(
            include_system_fonts=False, include_embedded_fonts=False, font_paths=[folder]
        )
        return next(iter(fonts.families()), "")
