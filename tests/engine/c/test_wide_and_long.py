"""Sets of two words of bits, and values built from some hundred members."""

from __future__ import annotations

from pathlib import Path

import pytest

import ruleslang
from ruleslang.apps.cli.main import status as main
from ruleslang.library.load import load
from tests.engine.c.agreement import differences

HERE = Path(__file__).parent


@pytest.mark.parametrize("name", ["no_relation", "long_lists"])
def test_python_and_c_play_alike(name: str) -> None:
    compiled = load(str(HERE / f"{name}.rules")).compiled
    assert compiled is not None
    found = [differences(compiled.program, seed) for seed in range(3)]

    assert [each for differing, _ in found for each in differing] == []
    assert all(made > 1 for _, made in found)


WIDE = """\
rulebook wide "Wide"
    language 1
    players 2
    starts with game
kind shell
card cowrie "Cowrie" x30: shell
zone beach(player): shell, seen by owner
state heap: 0..99 = 0
action gather by p choosing up to 9 of beach(p) as found
    add number of found to heap
phase game
    for each p in players: move first((cards where zone_of(it) is none), 15) to beach(p)
    p1 must do gather
    if heap > 2: p1 wins
    nobody wins
"""


def test_rules_that_only_c_does_not_play_are_reported_as_such(compiler: object) -> None:
    """Python is a compiled engine, too, and plays."""
    with pytest.warns(RuntimeWarning) as warned:
        match = ruleslang.load_text(WIDE).start(seed=1, engine="c")

    assert str(warned[0].message) == (
        "`c` was asked for, and `python` plays: C does not play `gather`, whose choices can be"
        " made in more than 20,000 ways (text.rules:9)"
    )
    assert len(match.decision.choices if match.decision else ()) > 0


def test_check_reports_what_c_does_not_play(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "wide.rules").write_text(WIDE, encoding="utf-8")
    path = str(tmp_path / "wide.rules")

    assert main(["check", path, "--engine", "c"]) == 0
    assert capsys.readouterr().out.endswith(
        "wide: C does not play `gather`, whose choices can be made in more than 20,000 ways"
        " (wide.rules:9): the engine `python` plays\n"
    )
    assert main(["check", path, "--engine", "python"]) == 0
    assert capsys.readouterr().out.endswith("wide: the engine `python` can play it\n")
    assert main(["check", path, "--engine", "d"]) == 2
    assert "there is no engine `d`" in capsys.readouterr().err
