"""The texts that the playground offers: the tutorial's steps, the examples, the rulebooks."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from attrs import frozen

CHECKOUT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(CHECKOUT)]

from ruleslang.library.find_rulebook import ENDINGS, data_root, shipped_rulebooks  # noqa: E402
from tests.docs.blocks import ReadPage, blocks  # noqa: E402

TITLE = re.compile(r'^rulebook\s+(\w+)(?:\s+"([^"]*)")?', re.MULTILINE)
STEP = re.compile(r"^## (\d+)\. (.+)$", re.MULTILINE)
FENCED = re.compile(r"^((?:```|~~~)\w.*?^(?:```|~~~)$)", re.MULTILINE | re.DOTALL)
LINK = re.compile(r"\[([^\]]+)\]\(((?!https?:)[^)]+)\)")
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


@frozen
class Step:
    """A step of the tutorial: its prose, and the reader's text after it; empty: it is unchanged."""

    number: str
    title: str
    prose: str
    text: str


def _steps() -> Iterator[Step]:
    page = (CHECKOUT / "docs" / "tutorial.md").read_text(encoding="utf-8")
    heads = [*STEP.finditer(page)]
    reader, last = ReadPage(), ""
    for head, end in zip(heads, [*(each.start() for each in heads[1:]), len(page)], strict=True):
        prose = page[head.end() : end]
        for block in blocks(prose):
            if block.language == "rules" and "file" not in block.info:
                reader.text(block)
        yield Step(*head.groups(), prose, reader.own if reader.own != last else "")
        last = reader.own


def _tutorial() -> Iterator[tuple[str, str, str, dict[str, str]]]:
    """The reader's text after each step of the tutorial."""
    for step in _steps():
        if step.text:
            title = f"The ferry, step {step.number}: {step.title}"
            yield "The tutorial", f"ferry_{step.number}", title, {"ferry.rules": step.text}


def shown_blocks(prose: str) -> Iterator[dict[str, str]]:
    """The paragraphs, lists and fenced blocks of a text, as the playground shows them."""
    for part in FENCED.split(prose):
        if part.startswith(("```", "~~~")):
            head, _, inside = part.partition("\n")
            sort = "rules" if "rules" in head else "console"
            yield {"sort": sort, "text": inside.rpartition("\n")[0]}
            continue
        for paragraph in filter(None, map(str.strip, part.split("\n\n"))):
            if paragraph.startswith("- "):
                items = paragraph.removeprefix("- ").split("\n- ")
                text = "\n".join(item.replace("\n", " ") for item in items)
                yield {"sort": "list", "text": LINK.sub(_to_site, text)}
            elif paragraph.startswith("## "):
                yield {"sort": "head", "text": paragraph.removeprefix("## ")}
            elif not paragraph.startswith("<!--"):
                yield {"sort": "text", "text": LINK.sub(_to_site, paragraph.replace("\n", " "))}


def _to_site(met: re.Match[str]) -> str:
    """A link of a page in the documentation, from the playground."""
    page, _, place = met[2].partition("#")
    if not page.endswith((".md", "/")):  # a file beside the pages
        return met[1]
    folder = page.removesuffix(".md").removesuffix("index").removesuffix("README").rstrip("/")
    return f"[{met[1]}](../{folder}{'/' if folder else ''}{'#' + place if place else ''})"


def write_steps(path: Path) -> None:
    """The steps of the tutorial, to be shown next to the text."""
    steps = [
        {
            "title": f"{step.number}. {step.title}",
            "text": step.text,
            "blocks": [*shown_blocks(step.prose)],
        }
        for step in _steps()
    ]
    _write_json(path, steps)


def _files_of(name: str) -> Iterator[tuple[str, str]]:
    """The files of a rulebook in several, the one with its header first."""
    folders = (data_root() / "rulebooks" / name, data_root() / "cards" / name)
    own = [path for folder in folders for path in folder.iterdir() if path.suffix in ENDINGS]
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
    write_steps(folder / "tutorial.json")


def _write_json(path: Path, content: object) -> None:
    path.write_text(json.dumps(content, ensure_ascii=False), encoding="utf-8")
