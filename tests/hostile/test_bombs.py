"""No rulebook can take all memory or go on for ever: a message, with the bound that it passes."""

from __future__ import annotations

import json
import resource
import subprocess
import sys
from pathlib import Path

import pytest

from tests.hostile.bombs import bombs

CHECKOUT = Path(__file__).parents[2]
MEMORY = 1_000_000_000


def limited() -> None:
    """A process that may have a thousand million bytes."""
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))


def message(*arguments: str, seconds: int) -> dict[str, str]:
    """What became of the cases, tried in a process of little memory."""
    done = subprocess.run(
        [sys.executable, "-m", "tests.hostile.bombs", *arguments],
        cwd=CHECKOUT,
        capture_output=True,
        text=True,
        timeout=seconds,
        preexec_fn=limited,
    )
    assert done.stderr == ""
    return {title: outcome for title, outcome, _ in map(json.loads, done.stdout.splitlines())}


def test_a_rulebook_that_asks_too_much_is_refused_with_the_reason() -> None:
    check(message(seconds=100), {bomb.title: bomb.expected for bomb in bombs() if not bomb.slow})


@pytest.mark.long
def test_a_rulebook_that_goes_on_and_on_is_stopped() -> None:
    check(message("long", seconds=900), {bomb.title: bomb.expected for bomb in bombs()})


def check(found: dict[str, str], expected: dict[str, str]) -> None:
    """Whether each outcome begins as it is told, and tells where a fault happened."""
    assert found.keys() == expected.keys()
    for title, outcome in found.items():
        assert outcome.startswith(expected[title]), title
        assert "line ?" not in outcome, title
