"""Expressions that go on over several lines: the texts of the corpus have remarks between them."""

from __future__ import annotations

import pytest

from ruleslang.library.load import load_text
from ruleslang.source.fix import edited

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


@pytest.mark.parametrize(
    ("written", "mended"),
    [
        (
            "if silver > 15\n            and < 18\n        nobody wins",
            "if silver > 15 and silver < 18\n        nobody wins",
        ),
        (
            "set gold(north) to 3  [CAMP-1,\n     CAMP-2]\n    set silver 3  [CAMP-3]  # why",
            "set gold(north) to 3  [CAMP-1,\n     CAMP-2]\n    set silver to 3  [CAMP-3]  # why",
        ),
        (
            "set silver 3\n                   [CAMP-3]\n    nobody wins",
            "set silver to 3 [CAMP-3]\n    nobody wins",
        ),
    ],
)
def test_the_fix_of_a_mistake_is_of_all_its_lines(written: str, mended: str) -> None:
    text = f"{HEAD}state silver: 0..99 = 0\n\nphase game\n    "
    (mistake, *_) = load_text(f"{text}{written}\n").diagnostics

    assert mistake.fix
    assert edited([mistake.fix])[0] == {"text.rules": f"{text}{mended}\n"}
