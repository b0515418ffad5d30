"""
The index of the pages of messages: each with its first sentence, by the page of the reference that
it links to first.

`python -m tests.docs.message_index` writes it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from ruleslang.library.find_rulebook import message_pages, summary
from tests.docs.blocks import DOCS

INDEX = DOCS / "messages" / "README.md"
HEAD = """\
# Messages

Every message has a name in brackets, such as `error[unknown-zone]`, and a page of that name.
`ruleslang explain NAME` prints the page: the meaning, what to avoid, what to prefer, and why.
With an *error*, a rulebook can't be played.
A *warning* is probably a mistake; *advice* is optional.
"""
TOPIC = re.compile(r"^\| \[(?P<title>[^]]+)\]\((?P<page>\w+)\.md\) \|", re.M)
LINKED = re.compile(r"\]\(\.\./reference/(?P<page>\w+)\.md")
OTHERS = "Files and everything else"


def index() -> str:
    """The whole page."""
    return "".join(_lines())


def _lines() -> Iterator[str]:
    listed = TOPIC.findall((DOCS / "reference" / "index.md").read_text("utf-8"))
    topics = [*((page, title) for title, page in listed), ("", OTHERS)]
    pages = [(_topic(path), slug, path) for slug, path in message_pages().items()]
    yield HEAD
    for name, title in topics:
        under = [(slug, path) for topic, slug, path in pages if topic == name]
        if under:
            yield f"\n## {title}\n\n"
        for slug, path in under:
            yield f"- [{slug}]({slug}.md): {summary(path)}\n"


def _topic(path: Path) -> str:
    """The page of the reference that a message's page links to first; empty where it has none."""
    linked = (found["page"] for found in LINKED.finditer(path.read_text("utf-8")))
    return next((page for page in linked if page != "index"), "")


if __name__ == "__main__":
    INDEX.write_text(index(), encoding="utf-8")
