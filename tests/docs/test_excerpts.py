"""The excerpts on pages are in their rulebooks."""

from __future__ import annotations

import re

import pytest

from tests.docs.blocks import CHECKOUT, DOCS

EXCERPT = re.compile(r"<!-- from: (?P<file>\S+) -->\n```text\n(?P<text>.*?)^```$", re.S | re.M)
EXCERPTS = [
    (page.name, match["file"], match["text"])
    for page in sorted(DOCS.glob("*.md"))
    for match in EXCERPT.finditer(page.read_text("utf-8"))
]


@pytest.mark.parametrize(("page", "file", "text"), EXCERPTS)
def test_an_excerpt_is_in_its_file(page: str, file: str, text: str) -> None:
    assert text in (CHECKOUT / file).read_text("utf-8"), page


def test_the_page_about_reading_shows_excerpts() -> None:
    assert [page for page, _, _ in EXCERPTS].count("reading.md") >= 5
