"""The pages about kinds of messages, which lie with the documentation."""

from __future__ import annotations

import re
from pathlib import Path

from ruleslang.library.shipped_data import data_root

FENCE_INFO = re.compile(r"^(```\w+) .*$", re.M)  # says to the tests what a block is to do
LINK = re.compile(r"\[([^\]\n]+)\]\([^)\s]+\)")
CODE = re.compile(r"(^```.*?^```$)", re.M | re.S)


def message_pages() -> dict[str, Path]:
    """The page of every kind of message that has one, by slug, in name order."""
    pages = sorted((data_root() / "docs" / "messages").glob("*.md"))
    return {path.stem: path for path in pages if path.stem.islower()}


def page(path: Path) -> str:
    """The text of a page."""
    return path.read_text(encoding="utf-8")


def for_a_reader(text: str) -> str:
    """
    A page as a person reads it who has no browser: links are words, blocks only their rules.

    >>> for_a_reader("See also: [Data: `zone`](../reference/data.md#zone)")
    'See also: Data: `zone`'
    >>> for_a_reader("```rules with=ferry wrong=no-owner\\nlet x = [1](2)\\n```")
    '```rules\\nlet x = [1](2)\\n```'
    """
    parts = CODE.split(text)
    parts[::2] = [LINK.sub(r"\1", part) for part in parts[::2]]
    return "".join(FENCE_INFO.sub(r"\1", part) for part in parts)


def summary(path: Path) -> str:
    """What a page says first, below its heading: one line."""
    _, _, body = page(path).partition("\n\n")
    return body.partition("\n")[0]
