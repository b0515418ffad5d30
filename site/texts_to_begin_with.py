"""The texts that the playground offers: the tutorial's steps, the examples, the rulebooks."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

CHECKOUT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(CHECKOUT)]

from ruleslang.library.find_rulebook import data_root, shipped_rulebooks  # noqa: E402
from ruleslang.library.load import load  # noqa: E402
from tests.docs.blocks import Told, blocks  # noqa: E402

TITLE = re.compile(r'^rulebook\s+(\w+)(?:\s+"([^"]*)")?', re.MULTILINE)
STEP = re.compile(r"^## (\d+)\. (.+)$", re.MULTILINE)
ROW = re.compile(r"^(?:\| |- )\[(\w+)\]\(\w+\)(?: \||:) (.+?)(?: \|)?$", re.MULTILINE)


def starts() -> Iterator[tuple[str, str, str, dict[str, str]]]:
    """Group, name, title and files of each text to begin with."""
    yield from _tutorial()
    for name, path in shipped_rulebooks().items():
        if path.is_relative_to(data_root() / "examples"):
            text = path if path.is_file() else path / f"{name}.rules"
            files = {f"{name}.rules": text.read_text(encoding="utf-8")}
            yield "Examples", name, _title(files), files
    for name, path in shipped_rulebooks().items():
        if path.is_relative_to(data_root() / "rulebooks"):
            files = dict(_files_of(name))
            yield "Rulebooks", name, _title(files), files


def _tutorial() -> Iterator[tuple[str, str, str, dict[str, str]]]:
    """The reader's text after each step of the tutorial."""
    page = (CHECKOUT / "docs" / "tutorial.md").read_text(encoding="utf-8")
    heads = [*STEP.finditer(page)]
    told, last = Told(), ""
    for head, end in zip(heads, [*(each.start() for each in heads[1:]), len(page)], strict=True):
        for block in blocks(page[head.start() : end]):
            if block.language == "rules" and "file" not in block.info:
                told.text(block)
        if told.own and told.own != last:
            last = told.own
            number, title = head.groups()
            files = {"ferry.rules": told.own}
            yield "The tutorial", f"ferry_{number}", f"The ferry, step {number}: {title}", files


def _files_of(name: str) -> Iterator[tuple[str, str]]:
    """The files of a rulebook in several, the one with its header first."""
    looked = load(name).files.looked.files
    own = [path for path, _ in looked if path.parent.name == name]
    for path in sorted(own, key=lambda path: (path.name != f"{name}.rules", str(path))):
        yield str(path.relative_to(data_root())), path.read_text(encoding="utf-8")


def _title(files: dict[str, str]) -> str:
    met = TITLE.search(next(iter(files.values())))
    assert met is not None
    return met[2] or met[1].replace("_", " ")


@cache
def _shown_by_examples() -> dict[str, str]:
    """What each example shows, as their list describes it."""
    listed = (CHECKOUT / "examples" / "README.md").read_text(encoding="utf-8")
    return dict(ROW.findall(listed))


def about(group: str, name: str) -> str:
    """One sentence about a text to begin with; empty for a step of the tutorial."""
    if group == "Examples":
        shown = _shown_by_examples()[name].rstrip(".")
        return f"{shown[0].upper()}{shown[1:]}."
    if group == "Rulebooks":
        read_me = (data_root() / "rulebooks" / name / "README.md").read_text(encoding="utf-8")
        return read_me.split("\n\n")[1].partition(". ")[0].rstrip(".").replace("*", "") + "."
    return ""


def write_starts(folder: Path) -> None:
    """A file for each text, and one that lists them."""
    folder.mkdir()
    index = []
    for group, name, title, files in starts():
        index.append({"group": group, "name": name, "title": title, "about": about(group, name)})
        _write_json(folder / f"{name}.json", files)
    _write_json(folder / "index.json", index)


def _write_json(path: Path, content: object) -> None:
    path.write_text(json.dumps(content, ensure_ascii=False), encoding="utf-8")
