"""A help that says what to write works: with it in the place of the slip, nothing is wrong."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from ruleslang.library.load import load
from ruleslang.source.diagnostic import Diagnostic, Severity
from tests.support.corpus import Case, cases

WRITES = frozenset({"card-sentence", "said-otherwise"})
WRITTEN = re.compile(r"(write |, below it |, then further out |, then )`([^`]+)`")
CASES = cases(Path(__file__).parent)
AT_LEAST = 60


def slip(case: Case) -> Diagnostic | None:
    """The slip of a case, if its help says what to write in its place."""
    found = load(str(case.paths[0])).diagnostics
    return found[0] if len(found) == 1 and found[0].slug in WRITES else None


def lines(help: str) -> Iterator[str]:
    """The lines that a help tells, with their depth."""
    depth, end = 0, 0
    for found in WRITTEN.finditer(help):
        if found.start() != end:
            return
        end = found.end()
        depth += {", below it ": 4, ", then further out ": -4}.get(found[1], 0)
        yield " " * depth + found[2]


def mended(said: Diagnostic) -> str:
    text, start = said.span.source.text, said.span.start
    begins = text.rfind("\n", 0, start) + 1
    before = text[begins:start]
    written = f"\n{before}".join(lines(said.help or "")) if before.isspace() else ""
    return text[:start] + (written or "".join(lines(said.help or ""))) + text[said.span.end :]


SLIPS = [(case.paths[0].stem, said) for case in CASES if (said := slip(case))]


@pytest.mark.parametrize("said", [said for _, said in SLIPS], ids=[name for name, _ in SLIPS])
def test_what_is_to_be_written_is_right_there(said: Diagnostic, tmp_path: Path) -> None:
    path = tmp_path / "my_game.rules"
    path.write_text(mended(said), encoding="utf-8")

    after = load(str(path)).diagnostics

    assert not [each for each in after if each.severity is Severity.ERROR]


def test_many_helps_are_put_to_the_test() -> None:
    assert len(SLIPS) >= AT_LEAST
