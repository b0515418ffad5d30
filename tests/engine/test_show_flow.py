"""The output of `explain --flow` and `--state` about the compiled engines."""

from __future__ import annotations

import pytest

from ruleslang.apps.cli.main import status as main
from ruleslang.engine.flow.context import NotLowered
from tests.engine.classics.classics import file_of


def test_a_routine_that_waits_is_shown_block_by_block(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["explain", "bets", "--flow", str(file_of("kuhn_poker"))]) == 0

    text = capsys.readouterr().out
    assert text.startswith("b") and "(ask(s, " in text
    assert "kuhn_poker.rules:36  set stake(p) to 2 */\n        s->S[p_L0 + " in text
    assert "procedure betting" not in text


def test_a_value_is_one_function(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["explain", "held", "--flow", str(file_of("kuhn_poker"))]) == 0

    text = capsys.readouterr().out
    assert text.startswith("static V R_value__held(St *s, V p_L0)\n{\n")
    assert "answer = T_field__rank__of__title[" in text and text.endswith("}\n")


def test_an_unknown_name_is_reported(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["explain", "bet", "--flow", str(file_of("kuhn_poker"))]) == 2

    assert "is called `bet`; did you mean `bets`?" in capsys.readouterr().err


def test_constructs_without_a_lowering_are_reported_with_their_place(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def refused(_: object) -> None:
        raise NotLowered("such a rule", "asks.rules:12")

    monkeypatch.setattr("ruleslang.apps.cli.commands.explain.lower", refused)

    assert main(["explain", "bets", "--flow", str(file_of("kuhn_poker"))]) == 2

    assert "do not play such a rule (asks.rules:12)" in capsys.readouterr().err


def test_the_cells_of_a_match_are_listed_with_their_number(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["explain", "--state", str(file_of("chess"))]) == 0

    first, _, *families = capsys.readouterr().out.splitlines()
    assert first.split()[1] == "cells,"
    assert any("state man  (64)  " in each for each in families)
