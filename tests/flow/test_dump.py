"""The text of a flow, as `explain --flow` shows it."""

from __future__ import annotations

from pathlib import Path

import pytest

from ruleslang.cli.main import status as main
from tests.classics.classics import file_of

ASKS = """rulebook asks "Asks"
    language 1
    players 1: solo
    starts with turn

state pool: 0..9 = 0

procedure turn
    solo may do line_up
    nobody wins

action line_up by p choosing 1..2 of {3, 5, 7} as row in order
    add 1 to pool
"""


def test_a_routine_that_waits_is_shown_block_by_block(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["explain", "bets", "--flow", str(file_of("kuhn_poker"))]) == 0

    text = capsys.readouterr().out
    assert text.startswith("procedure bets (p_0) waits\n    frame: p_0")
    assert "ask who_x" in text
    assert "# set stake(p) to 2" in text


def test_a_value_is_one_line_of_words(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["explain", "held", "--flow", str(file_of("kuhn_poker"))]) == 0

    assert "\n    return field rank of title(known(first(zone hand[p_0])))" in (
        capsys.readouterr().out
    )


def test_a_name_that_there_is_not_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["explain", "bet", "--flow", str(file_of("kuhn_poker"))]) == 2

    assert "is called `bet`; did you mean `bets`?" in capsys.readouterr().err


def test_what_is_not_lowered_yet_is_told_with_its_place(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "asks.rules"
    file.write_text(ASKS, encoding="utf-8")

    assert main(["explain", "turn", "--flow", str(file)]) == 2

    assert "an action whose choices are put in order yet (asks.rules:12)" in capsys.readouterr().err


def test_the_cells_of_a_match_are_listed_with_their_number(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["explain", "--state", str(file_of("chess"))]) == 0

    first, _, *families = capsys.readouterr().out.splitlines()
    assert first.split()[1] == "cells,"
    assert any("state man  (64)  " in each for each in families)
