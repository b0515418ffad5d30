"""Rulebooks that mix constructs which no classic has together: both engines play the same games."""

from __future__ import annotations

from pathlib import Path

import pytest

from ruleslang.library.load import load
from ruleslang.program.program import Program
from tests.portable.agreement import differences

HERE = Path(__file__).parent
GAMES = 2
LEAST_DECISIONS = 30


def program(name: str) -> Program:
    compiled = load(str(HERE / f"{name}.rules")).compiled
    assert compiled is not None
    return compiled.program


@pytest.mark.parametrize(
    "name",
    [
        "acting_at_once",
        "lasting_and_answered",
        "paid_and_played_as",
        "shown_and_secret",
        "spreading",
        "told_and_left",
    ],
)
def test_both_engines_play_the_same_games(name: str) -> None:
    made = 0
    for seed in range(GAMES):
        found, decisions = differences(program(name), seed)
        assert found == []
        made += decisions
    assert made >= LEAST_DECISIONS
