"""A page for each construct, from the sections of the reference that have a form; their index."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import escape
from pathlib import Path

from attrs import frozen

from tests.docs.blocks import FENCE

WITHOUT_CONSTRUCTS = ("index.md",)
FORM = re.compile(r"^```text\n(.+?)\n[^`]*```$", re.MULTILINE)
HERE = re.compile(r"\]\((?=#)")
HEAD = "---\nsearch:\n  exclude: true\n---\n\n"  # what they say is found in the page they are of
INDEX = """\
# All constructs

Each construct of the language, the first line of its form, and its own page.
[How to read a form](index.md#how-to-read-a-form) says what the capitals stand for.

| construct | form | part of |
|---|---|---|
"""


@frozen
class Construct:
    """A section of the reference that has a form."""

    of: str  # the page of the reference
    topic: str
    title: str
    form: str
    text: str

    @property
    def place(self) -> str:
        """The heading as the end of an address."""
        return re.sub(r"[^\w-]+", "-", re.sub(r"[`,…]", "", self.title.lower()).strip()).strip("-")

    @property
    def file(self) -> str:
        return f"{self.of.removesuffix('.md')}-{self.place}.md"


def constructs(name: str, page: str) -> Iterator[Construct]:
    """The constructs of a page of the reference, as the site has that page."""
    topic, *sections = _sections(page)
    for section in sections:
        title, _, text = section.removeprefix("## ").partition("\n")
        form = FORM.search(text)
        if form:
            yield Construct(name, topic.removeprefix("# ").partition("\n")[0], title, form[1], text)


def _sections(page: str) -> list[str]:
    """What stands before the first heading of a section, and each section with its own."""
    found, is_open = [""], ""
    for line in page.splitlines(keepends=True):
        fence = FENCE.fullmatch(line.rstrip())
        if not is_open and line.startswith("## "):
            found.append("")
        if fence and not is_open:
            is_open = fence["fence"]
        elif line.strip() == is_open:
            is_open = ""
        found[-1] += line
    return found


def write_constructs(folder: Path) -> None:
    """Write the pages beside those of the reference in `folder`, and their index."""
    found: list[Construct] = []
    for path in sorted(folder.glob("*.md")):
        if path.name not in WITHOUT_CONSTRUCTS:
            found += constructs(path.name, path.read_text(encoding="utf-8"))
    for each in found:
        back = f"From [{each.topic}]({each.of}#{each.place}); [all constructs](constructs.md).\n"
        text = HERE.sub(f"]({each.of}", each.text)
        page = f"{HEAD}# {each.title}\n\n{back}\n{text}"
        (folder / each.file).write_text(page, encoding="utf-8")
    rows = sorted(found, key=lambda each: each.title.strip("`").lower())
    lines = (
        f"| [{each.title}]({each.file}) | {_cell(each.form)} | [{each.topic}]({each.of}) |\n"
        for each in rows
    )
    (folder / "constructs.md").write_text(INDEX + "".join(lines), encoding="utf-8")


def _cell(form: str) -> str:
    return f"<code>{escape(form, quote=False).replace('|', '&#124;')}</code>"
