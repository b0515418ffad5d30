"""The text of a flow, as `explain --flow` shows it."""

from __future__ import annotations

import pytest

from ruleslang.cli.main import status as main
from tests.classics.classics import file_of


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
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["explain", "turn", "--flow", str(file_of("chess"))]) == 2

    assert "the compiled engines do not play " in capsys.readouterr().err
