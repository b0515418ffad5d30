"""Pages for maintainers name modules and folders by paths that exist."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

from tests.docs.blocks import CHECKOUT, DOCS
from tests.support.every import every

PAGES = [DOCS / "architecture.md", DOCS / "contributing.md", *(DOCS / "dev").rglob("*.md")]
FENCED = re.compile(r"^(```|~~~).*?^\1", re.S | re.M)
# A folder, or a file of the package, its tests or its grammar.
PATH = re.compile(r"`([a-z_]+(?:/[a-z_.]+)*/|(?:[a-z_]+/)*[a-z_]+\.(?:py|c|txt|lark))`")
ROOTS = (
    "ruleslang",
    "tests",
    "docs",
    "grammar",
    "rulebooks",
    "benchmarks",
    "site",
    "editors",
    ".ci",
    "hatch_build.py",
)


@cache
def known_paths() -> frozenset[str]:
    """All files and folders of the checkout, each also without the folders that it is in."""
    paths = (
        path.relative_to(CHECKOUT).parts
        for root in ROOTS
        for path in (CHECKOUT / root, *(CHECKOUT / root).rglob("*"))
        if not {"__pycache__", "node_modules"} & {*path.parts}
    )
    return frozenset("/".join(parts[start:]) for parts in paths for start in range(len(parts)))


def unknown_paths(text: str) -> list[str]:
    return [
        path for path in PATH.findall(FENCED.sub("", text)) if path.strip("/") not in known_paths()
    ]


@every("page", sorted(PAGES), ids=lambda page: page.relative_to(DOCS).as_posix())
def test_a_page_names_files_that_exist(page: Path) -> None:
    assert unknown_paths(page.read_text("utf-8")) == []


def test_paths_are_read() -> None:
    text = (
        "`flow/no_such.py`, `no_such/`, `engine/flow/`, `lower.py`, `1/2`, `a.b`\n```\n`x/`\n```\n"
    )

    assert unknown_paths(text) == ["flow/no_such.py", "no_such/"]
