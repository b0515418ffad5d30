"""Sets of two words of bits, and values built from some hundred members."""

from __future__ import annotations

from pathlib import Path

import pytest

import ruleslang
from ruleslang.apps.cli.main import status as main
from ruleslang.library.load import load
from tests.engine.c.agreement import differences

HERE = Path(__file__).parent


@pytest.mark.parametrize("name", ["no_relation", "long_lists", "searches"])
def test_python_and_c_play_alike(name: str) -> None:
    compiled = load(str(HERE / f"{name}.rules")).compiled
    assert compiled is not None
    found = [differences(compiled.program, seed) for seed in range(3)]

    assert [each for differing, _ in found for each in differing] == []
    assert all(made > 1 for _, made in found)


WIDE = """rulebook tides "Tides"
    language 1
    players 2
    starts with game
state level: 0..999999999 = 7
value volume(n: 0..999999999): 0..999999999999999 = smaller(level * level * level, n)
phase game
    p1 chooses n from 1..9
    set level to n
    if volume(n) > 5: p1 wins
    nobody wins
"""
REASON = "C does not play numbers that may grow beyond 1,152,921,504,606,846,976"


def test_rules_that_only_c_does_not_play_are_reported_as_such(compiler: object) -> None:
    """Python is a compiled engine, too, and plays."""
    with pytest.warns(RuntimeWarning) as warned:
        match = ruleslang.load_text(WIDE).start(seed=1, engine="c")

    assert str(warned[0].message) == (
        f"`c` was asked for, and `python` plays: {REASON} (text.rules:6)"
    )
    assert len(match.decision.choices if match.decision else ()) > 0


def test_check_reports_what_c_does_not_play(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "wide.rules").write_text(WIDE, encoding="utf-8")
    path = str(tmp_path / "wide.rules")

    assert main(["check", path, "--engine", "c"]) == 0
    assert capsys.readouterr().out.endswith(
        f"wide: {REASON} (wide.rules:6): the engine `python` plays\n"
    )
    assert main(["check", path, "--engine", "python"]) == 0
    assert capsys.readouterr().out.endswith("wide: the engine `python` can play it\n")
    assert main(["check", path, "--engine", "d"]) == 2
    assert "there is no engine `d`" in capsys.readouterr().err
