"""Expressions that go on over several lines: the texts of the corpus have remarks between them."""

from __future__ import annotations

import pytest

from ruleslang.library.load import load_text

HEAD = """
rulebook camp "The camp"
    language 1
    players 2: north, south
    starts with game

state gold(player): 0..99 = 0

"""


@pytest.mark.parametrize(
    "text",
    [
        "value total(p: player): 0..99 = (gold(p) + 1)\n        + (gold(p) + 2)\n        - 3",
        "phase game\n    let n = gold(north)\n            + 4\n            * 2\n    nobody wins",
        "phase game\n    if gold(north)\n            is 1\n            or gold(south) is 1\n"
        "            or gold(north) is 9\n        stop\n    nobody wins",
    ],
)
def test_all_lines_that_go_on_are_joined(text: str) -> None:
    diagnostics = load_text(HEAD + text + "\n").diagnostics
    [found] = [each for each in diagnostics if each.slug == "line-goes-on"]

    lines = [line.strip() for line in text.split("\n")]
    joined = " ".join(line for line in lines if line not in ("phase game", "nobody wins", "stop"))
    assert found.help == f"write `{joined}`"
