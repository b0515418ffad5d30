"""`validate` from the command line: positions that can be opened, and what is said of mistakes."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.conftest import Run
from tests.consistency.test_search import GAPS


def test_positions_can_be_opened(run: Run, tmp_path: Path) -> None:
    text = tmp_path / "gaps.rules"
    text.write_text(GAPS, encoding="utf-8")

    done = run("validate", str(text), "--seconds", "0.5", "--positions", str(tmp_path / "saves"))

    assert done.status == 1
    assert "goes wrong in play" in done.out
    saves = sorted((tmp_path / "saves").iterdir())
    assert saves
    opened = run("play", str(text), "--resume", str(saves[0]), stdin=b"quit\n")
    assert opened.status == 0


@pytest.mark.parametrize("bad", [["--seconds", "-1"], ["--seconds", "soon"]])
def test_a_wrong_number_is_said(run: Run, bad: list[str]) -> None:
    done = run("validate", "nim", *bad)

    assert done.status == 2
    assert "Traceback" not in done.err


def test_json_has_every_finding_with_its_game(run: Run, tmp_path: Path) -> None:
    text = tmp_path / "gaps.rules"
    text.write_text(GAPS, encoding="utf-8")

    told = json.loads(run("validate", str(text), "--seconds", "0.5", "--format", "json").out)

    stopped = [one for one in told["findings"] if one["group"] == "wrong in play"]
    assert told["ok"] is False
    assert [one["diagnostic"]["slug"] for one in stopped] == ["match-stops"]
    assert stopped[0]["game"]["players"] in (2, 3)


def test_a_text_with_mistakes_is_not_played(run: Run, tmp_path: Path) -> None:
    text = tmp_path / "broken.rules"
    text.write_text("rulebook broken", encoding="utf-8")

    done = run("validate", str(text))

    assert done.status == 1
    assert "broken.rules:1" in done.err
