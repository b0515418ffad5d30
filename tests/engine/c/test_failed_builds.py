"""Whatever keeps C from being made, another engine plays, and one line has the reason."""

from __future__ import annotations

from typing import Any, NoReturn

import pytest

import ruleslang
from ruleslang.apps.cli.main import status as main
from ruleslang.engine.code import printed_game
from ruleslang.engine.compiled_in_c import CEngine
from tests.support.engines import HAS_WASM
from tests.support.every import every

TEXT = """rulebook coin "Coin"
    language 1
    players 2
    starts with game
phase game
    p1 chooses n from 1..3
    if n is 2: p1 wins
    p2 wins
"""
REASON = "a bug in ruleslang keeps C from playing it (LookupError: no word)"


@pytest.fixture
def broken(monkeypatch: pytest.MonkeyPatch) -> ruleslang.Game:
    """A game, with a printer of C that fails."""

    def fail(*arguments: Any) -> NoReturn:
        raise LookupError("no word\nof two lines")

    monkeypatch.setattr(printed_game, "source", fail)
    return ruleslang.load_text(TEXT)


def test_a_match_is_interpreted_with_a_warning(broken: ruleslang.Game) -> None:
    with pytest.warns(RuntimeWarning) as warned:
        match = broken.start(seed=1, engine="c")

    assert match.plays == "interpreter"
    assert str(warned[0].message) == f"`c` was asked for, and `interpreter` plays: {REASON}"


def test_by_default_the_interpreter_goes_on(broken: ruleslang.Game, compiler: object) -> None:
    broken.spend("interpreter", 100.0)
    broken.spend("interpreter", 100.0)
    if HAS_WASM:
        assert broken.start(seed=1).plays == "interpreter"
    with pytest.warns(RuntimeWarning, match="a bug in ruleslang"):
        assert broken.start(seed=1).plays == "interpreter"
    assert broken.start(seed=2).plays == "interpreter"  # without another attempt


def test_what_only_c_does_raises(broken: ruleslang.Game) -> None:
    with pytest.raises(RuntimeError, match="a bug in ruleslang keeps C"):
        broken.in_lock_step(range(2))
    with pytest.raises(printed_game.NotCompiled) as caught:
        CEngine(broken.program).start(seed=1)
    assert str(caught.value) == REASON


@every("arguments", [("--engine", "c", "--games", "20"), ("--games", "1000")])
def test_simulate_says_once_what_plays(
    broken: ruleslang.Game,
    arguments: tuple[str, ...],
    tmp_path: Any,
    capsys: pytest.CaptureFixture[str],
) -> None:
    (tmp_path / "coin.rules").write_text(TEXT, encoding="utf-8")

    assert main(["simulate", str(tmp_path / "coin.rules"), "--jobs", "1", *arguments]) == 0
    shown = capsys.readouterr()
    assert [line for line in shown.err.splitlines() if "bug" in line] == [
        f"{REASON}: the engine `interpreter` plays"
    ]
    assert "--engine interpreter" in shown.out


def test_learn_says_why_nobody_learns(
    broken: ruleslang.Game, tmp_path: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "coin.rules").write_text(TEXT, encoding="utf-8")
    out = str(tmp_path / "coin.learned")

    arguments = ["--games", "100", "--output", out]
    assert main(["learn", str(tmp_path / "coin.rules"), *arguments]) == 2
    assert REASON in " ".join(capsys.readouterr().err.split())
