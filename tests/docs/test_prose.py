"""Pages are in plain English: no patterns of the old house style come back."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.docs.blocks import CHECKOUT, DOCS
from tests.support.every import every

PATTERNS = tuple(
    re.compile(pattern, re.I)
    for pattern in (
        r"\bstands? (?:in|at|on|under|where|below|above|behind|beside|before|after|there)\b",
        r"\b(?:lies?|lay) (?:in|on|at|there|under|beside|apart|below)\b",
        r"\bthat is no chance\b",
        r"(?<!\bthere )\b(?:is|are) no (?!longer\b|other\b)[a-z]+(?:er|ion|ment|ing|rule)\b",
        r"\b(?:is|are|was) told\b|\btold of\b|\btells? of\b",
        r"\banew\b|\ball the same\b|\bby lot\b|\bso many (?!that|of them|cards|games)\b",
        r"\b(?:he|she|his|him|himself)\b",
        r"\bpaper(?:'s)? rulebook|\bthe paper\b",
        r"\bas it stands\b|\bworked out of\b|\bcomes? out as\b",
        r"^(?:what|who|whoever|of|below|behind|beside) (?!if |to |is |are |happens\b)[^?:]*[^?:]$",
        r"\bmend(?:s|ed|ing)?\b|\bslip\b|\bdearer?\b",
    )
)
CODE = re.compile(r"^(```|~~~).*?^\1|`[^`\n]*`|\]\([^)]*\)|<!--.*?-->|<a [^>]*>", re.S | re.M)
QUOTED = re.compile(r"\"[^\"\n]*\"|^# .*$", re.M)
# Pages that are still to be rewritten; take a page out when it is done.
UNDONE = frozenset({})


def done() -> list[Path]:
    """The pages that the patterns are held to."""
    folders = (".", "commands", "messages", "reference")
    pages = [page for folder in folders for page in DOCS.glob(f"{folder}/*.md")]
    return [CHECKOUT / "README.md", *sorted(page for page in pages if page.name not in UNDONE)]


@every("page", done(), ids=lambda page: page.relative_to(CHECKOUT).as_posix(), parts=2)
def test_a_page_is_in_plain_english(page: Path) -> None:
    prose = QUOTED.sub("", CODE.sub("", page.read_text("utf-8")))
    found = [
        f"{match.group()}: {line}"
        for line in prose.splitlines()
        for pattern in PATTERNS
        if (match := pattern.search(line))
    ]

    assert not found, "\n".join(found)


BAD = (
    "The rulebook stands in a folder.",
    "Its cards lie in a zone.",
    "The giant is stronger; that is no chance.",
    "Such a person is no attacker.",
    "A secret that is told.",
    "The list is made anew.",
    "Then he declines.",
    "It says so of the paper rulebook.",
    "It is worked out of its parts.",
    "What fails is shown with the line.",
    "The line was mended.",
)


@pytest.mark.parametrize(("pattern", "bad"), [*zip(PATTERNS, BAD, strict=True)])
def test_each_pattern_finds_what_it_is_for(pattern: re.Pattern[str], bad: str) -> None:
    assert pattern.search(bad)


def test_the_pages_to_rewrite_exist() -> None:
    assert {page.name for page in DOCS.glob("*.md")} >= UNDONE - {"hosting.md"}
