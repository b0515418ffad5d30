"""Every kind of message has a page, every page is about a message, and all pages have one form."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from ruleslang.library.find_rulebook import message_pages
from tests.docs.blocks import CHECKOUT, DOCS
from tests.docs.message_index import INDEX, index
from tests.support.every import every
from tests.support.slugs import slugs_made

OF_PROVING = re.compile(r"\"(failed-example|failed-claim)\"")
MOST_LINES = 75
NAMED_FILE = re.compile(r"(?<![\w/.])(?:ruleslang|tests|docs|grammar)/[\w./]+\w(?![\w<{*])")
WITH_TEXTS = ("docs", "benchmarks", "examples", "grammar", "rulebooks", "tests")
LINK = re.compile(r"\]\((?P<target>[^)#\s]*)(?:#(?P<anchor>[^)\s]*))?\)")


def slugs() -> set[str]:
    """The slugs of all diagnostics that the code can make."""
    files = sorted((CHECKOUT / "ruleslang").rglob("*.py"))
    return {slug for path in files for slug in _slugs(path)}


def _slugs(path: Path) -> Iterator[str]:
    yield from slugs_made(path)
    yield from OF_PROVING.findall(path.read_text("utf-8"))


def test_every_message_has_a_page_and_every_page_a_message() -> None:
    assert set(message_pages()) == slugs()


@every("slug", lambda: sorted(slugs()))
def test_a_page_has_the_form_of_all_pages(slug: str) -> None:
    text = (DOCS / "messages" / f"{slug}.md").read_text("utf-8")
    parts = [text.find(part) for part in (f"# {slug}\n\n", "\nAvoid:", "\nPrefer:", "\nWhy: ")]

    assert -1 not in parts
    assert parts == sorted(parts)
    assert text.count("\n") <= MOST_LINES


def test_the_index_agrees_with_the_pages() -> None:
    written = INDEX.read_text("utf-8")

    assert index() == written, "run `python -m tests.docs.message_index`"


def test_every_link_leads_somewhere() -> None:
    texts = [page for top in WITH_TEXTS for page in (CHECKOUT / top).rglob("*.md")]
    for page in [*texts, CHECKOUT / "README.md"]:
        for link in LINK.finditer(page.read_text("utf-8")):
            if not link["target"].startswith(("http:", "https:", "mailto:")):
                _check_link(page, link)


def _check_link(page: Path, link: re.Match[str]) -> None:
    target = page.parent / link["target"] if link["target"] else page

    assert target.exists(), f"{page}: {link.group()}"
    if link["anchor"]:
        assert link["anchor"] in anchors(target), f"{page}: {link.group()}"


def anchors(page: Path) -> set[str]:
    """The places of a page that a link can name, as the usual renderers make them."""
    text = re.sub(r"^(```|~~~).*?^\1", "", page.read_text("utf-8"), flags=re.M | re.S)
    heads = re.findall(r"^#+ (.*)$", text, flags=re.M)
    plain = (re.sub(r"[^\w\- ]", "", head.lower()).replace(" ", "-") for head in heads)
    return {*plain, *re.findall(r'<a name="([^"]+)">', text)}


def test_the_files_that_the_guides_name_are_there() -> None:
    for guide in (DOCS / "contributing.md", DOCS / "architecture.md", DOCS / "dev" / "decisions"):
        for page in sorted(guide.glob("*.md")) if guide.is_dir() else [guide]:
            named = set(NAMED_FILE.findall(page.read_text("utf-8")))

            assert [name for name in named if not (CHECKOUT / name).exists()] == [], page
