"""Pages name modules, and pages for maintainers files and folders, that exist."""

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
MODULE = re.compile(r"\bpython -m ((?:tests|ruleslang)(?:\.\w+)+)")
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


def unknown_modules(text: str) -> list[str]:
    paths = (name.replace(".", "/") for name in MODULE.findall(text))
    return [path for path in paths if not {f"{path}.py", f"{path}/__main__.py"} & known_paths()]


@every("page", sorted(DOCS.rglob("*.md")), ids=lambda page: page.relative_to(DOCS).as_posix())
def test_a_page_runs_modules_that_exist(page: Path) -> None:
    assert unknown_modules(page.read_text("utf-8")) == []


def test_paths_are_read() -> None:
    text = (
        "`flow/no_such.py`, `no_such/`, `engine/flow/`, `lower.py`, `1/2`, `a.b`\n```\n`x/`\n```\n"
    )

    assert unknown_paths(text) == ["flow/no_such.py", "no_such/"]


def test_modules_are_read() -> None:
    text = "`python -m tests.docs.no_such`\n```sh\n.venv/bin/python -m tests.docs.promises\n```\n"

    assert unknown_modules(text) == ["tests/docs/no_such"]
