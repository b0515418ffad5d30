"""The pages about kinds of messages, which lie with the documentation."""

from __future__ import annotations

from pathlib import Path

from ruleslang.library.roots import data_root


def message_pages() -> dict[str, Path]:
    """The page of every kind of message that has one, by slug, in name order."""
    pages = sorted((data_root() / "docs" / "messages").glob("*.md"))
    return {path.stem: path for path in pages if path.stem.islower()}


def page(path: Path) -> str:
    """The text of a page."""
    return path.read_text(encoding="utf-8")
