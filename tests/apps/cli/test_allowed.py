"""`check --allowed` lists the allowances of a rulebook with their reasons."""

from __future__ import annotations

import re
from pathlib import Path

from ruleslang.evaluation import consistency, mutation
from ruleslang.library.allowed_lints import VALIDATED
from tests.apps.cli.conftest import Run

TEXT = """rulebook trial "A trial"
    language 1
    players 2: home, away
    starts with game

# allow: never-read, because the players look at it
state rounds: 0..99 = 0

phase game
    add 1 to rounds
    nobody wins
"""


def test_what_is_allowed_is_listed_with_its_reason(run: Run, tmp_path: Path) -> None:
    (tmp_path / "trial.rules").write_text(TEXT, encoding="utf-8")

    ran = run("check", "trial.rules", "--allowed")

    assert ran.status == 0
    assert ran.out == (
        "trial: no problems found\n"
        "trial: 1 allowance\n"
        "  trial.rules:6: never-read, because the players look at it\n"
    )


def test_what_is_allowed_is_data(run: Run, tmp_path: Path) -> None:
    (tmp_path / "trial.rules").write_text(TEXT, encoding="utf-8")

    (allowed,) = run("check", "trial.rules", "--allowed", "--format", "json").json["allowed"]

    assert allowed["line"] == 6
    assert allowed["slugs"] == ["never-read"]
    assert allowed["reason"] == "the players look at it"
    assert not allowed["everywhere"]


def test_all_findings_of_validate_can_be_allowed() -> None:
    folders = [Path(room.__file__).parent for room in (consistency, mutation)]
    message = {
        slug
        for folder in folders
        for path in folder.glob("*.py")
        for slug in re.findall(r'(?:warning|advice)\(\s*"([a-z-]+)"', path.read_text("utf-8"))
    }

    assert message == VALIDATED
