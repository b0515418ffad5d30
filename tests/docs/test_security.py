"""Each promise of docs/security.md is backed by a test that `security.txt` names."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.hostile.fuzz.harness import targets

CHECKOUT = Path(__file__).parents[2]
BETWEEN = re.compile(r"(?<=[.:;])\s+(?=[A-Z`*])")


def promises() -> list[str]:
    """The sentences below `Guarantees`."""
    page = (CHECKOUT / "docs/security.md").read_text(encoding="utf-8")
    part = page.partition("## Guarantees")[2].partition("## Not guaranteed")[0]
    lines = [line.removeprefix("- ") for line in part.splitlines()]
    log = [line for line in lines if line and not line.startswith(("#", "**To "))]
    return [sentence for line in log for sentence in BETWEEN.split(line)]


def held() -> dict[str, list[str]]:
    """How the sentences begin, each with what holds it."""
    found: dict[str, list[str]] = {}
    lines = Path(__file__).with_name("security.txt").read_text(encoding="utf-8").splitlines()
    for line in lines:
        if line.startswith("    "):
            found[next(reversed(found))].append(line.strip())
        elif line and not line.startswith("# "):
            assert line not in found, f"twice: {line}"
            found[line] = []
    return found


@pytest.mark.parametrize("promise", promises())
def test_a_promise_is_held_by_tests(promise: str) -> None:
    holding = [tests for beginning, tests in held().items() if promise.startswith(beginning)]

    assert len(holding) == 1, f"`{promise}` has {len(holding)} entries in security.txt"
    assert holding[0]
    assert [each for each in holding[0] if not is_there(each)] == []


def test_nothing_is_held_that_is_not_promised() -> None:
    log = promises()

    assert [each for each in held() if not any(one.startswith(each) for one in log)] == []


def is_there(test: str) -> bool:
    """Whether there is such a test, or such a target of fuzzing; or a reason for none."""
    where, _, name = test.partition(" ")
    if where == "-":
        return bool(name)
    if where == "fuzz":
        return name in targets()
    path = CHECKOUT / where
    return path.is_file() and f"\ndef {name}(" in path.read_text(encoding="utf-8")
