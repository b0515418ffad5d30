"""Each row of the page on other tools names a version and what shows it; findings have one form."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.docs.blocks import CHECKOUT, DOCS

PAGE = DOCS / "other-tools.md"
FINDINGS = sorted((CHECKOUT / "findings").glob("*.sh"))
CELLS = ("tool", "version", "behaviour", "what to do", "shown by")
SHOWN = re.compile(r"\[(?:script|test)\]\(\.\./((?:findings|tests)/[^)]+)\)")
GROUPS = """
    learning solvers chess cards dice ratings spreadsheets pdf web editors model-driven
"""
LINE = re.compile(r"^- \[[^\]]+\]\(([\w-]+\.sh)\), (\S+): .+; .+\.$", re.M)
PINNED = re.compile(r"(?:==|@|=)\d[\w.:+~-]*")
LABELS = ("# Guess: ", "# Real: ", "# Who meets it: ")


def rows() -> list[tuple[str, ...]]:
    """The cells of each row of the page, without heads and rules."""
    lines = [line for line in PAGE.read_text("utf-8").splitlines() if line.startswith("|")]
    cells = [tuple(cell.strip() for cell in re.split(r"(?<!\\)\|", line)[1:-1]) for line in lines]
    return [row for row in cells if row != CELLS and not row[0].startswith("---")]


def test_the_page_has_its_groups_and_rows() -> None:
    heads = re.findall(r"^## (.+)$", PAGE.read_text("utf-8"), re.M)
    first = [re.split(r"[ ,]", head.lower())[0] for head in heads]

    assert {*GROUPS.split()} <= {*first}
    assert len(rows()) >= 40


@pytest.mark.parametrize("row", rows(), ids=lambda row: row[0])
def test_a_row_names_a_version_and_what_shows_it(row: tuple[str, ...]) -> None:
    assert len(row) == len(CELLS)
    assert all(row)
    assert re.search(r"\d", row[1])
    shown = SHOWN.fullmatch(row[-1])
    assert shown
    path = CHECKOUT / shown[1]
    assert path.is_file()
    if path.suffix == ".sh":
        assert all(part in path.read_text("utf-8") for part in row[1].split(", "))


@pytest.mark.parametrize("finding", FINDINGS, ids=lambda path: path.stem)
def test_a_finding_has_its_form(finding: Path) -> None:
    text = finding.read_text("utf-8")
    first, *lines = text.splitlines()

    assert first == "#!/usr/bin/env bash"
    comment = "\n".join(lines[: lines.index("set -euo pipefail")])
    assert [comment.index(label) for label in LABELS] == sorted(map(comment.index, LABELS))
    assert "mktemp -d" in text and "trap 'rm -rf" in text
    assert PINNED.search(text)
    assert "ruleslang" not in text.lower()


def test_each_finding_is_on_the_page_or_beside_the_scripts() -> None:
    """Tools that few users meet are a line of `findings/README.md` each."""
    beside = LINE.findall((CHECKOUT / "findings" / "README.md").read_text("utf-8"))
    shown = re.findall(r"findings/([^)]+\.sh)\)", PAGE.read_text("utf-8"))

    assert {path.name for path in FINDINGS} == {*shown, *(name for name, _ in beside)}
    assert {name for name, _ in beside} & {*shown} == set()
    for name, version in beside:
        assert version in (CHECKOUT / "findings" / name).read_text("utf-8")


def test_there_are_findings() -> None:
    assert len(FINDINGS) >= 25
