"""`validate --questions` from the command line."""

from __future__ import annotations

import json
from pathlib import Path

from tests.apps.cli.conftest import Run
from tests.evaluation.consistency.test_search import GAPS


def test_positions_found_in_play_can_be_opened(run: Run, gaps: Path, tmp_path: Path) -> None:
    saves = tmp_path / "saves"
    done = run("validate", str(gaps), "--questions", "--seconds", "0.5", "--positions", str(saves))

    assert done.status == 0
    assert "came up in" in done.out
    first = sorted(saves.iterdir())[0]
    assert run("play", str(gaps), "--resume", str(first), stdin=b"quit\n").status == 0


def test_json_has_each_question_with_its_line(run: Run, gaps: Path) -> None:
    log = json.loads(
        run("validate", str(gaps), "--questions", "--seconds", "0", "--format", "json").out
    )

    lines = GAPS.split("\n")
    drawn = [one for one in log["questions"] if "top(pile)" in lines[one["line"] - 1]]
    assert [(one["question"], one["by_text"]) for one in drawn] == [
        ("what if there is none?", False)
    ]


def test_a_question_came_up_where_its_default_applied(run: Run, tmp_path: Path) -> None:
    text = tmp_path / "ties.rules"
    text.write_text(
        'rulebook ties "Ties"\n    players 2\n    starts with game\nstate n(player): 0..1 = 0\n'
        "phase game\n    p1 chooses k from 0..1\n    set n(p1) to k\n"
        "    pick best from players by highest n(best), then order\n"
        "    best wins\n"
    )

    log = run("validate", str(text), "--questions", "--seconds", "0.5", "--format", "json").json
    met = {(one["line"], one["question"]): one["met"] for one in log["questions"]}

    assert 0 < met[8, "what if there is a tie?"]["games"] < log["games"]  # where p1 chose 0
    assert met[8, "what if there is none?"] is None


def test_what_the_text_answers_is_shown_on_demand(run: Run, gaps: Path) -> None:
    short = run("validate", str(gaps), "--questions", "--seconds", "0")
    long = run("validate", str(gaps), "--questions", "--seconds", "0", "--all")

    assert "✓" not in short.out
    assert "✓" in long.out


def test_a_text_with_mistakes_is_not_asked(run: Run, tmp_path: Path) -> None:
    text = tmp_path / "broken.rules"
    text.write_text("rulebook broken", encoding="utf-8")

    done = run("validate", str(text), "--questions")

    assert done.status == 1
    assert "broken.rules:1" in done.err


def test_questions_are_no_findings(run: Run, gaps: Path) -> None:
    assert "leave `--html`" in run("validate", str(gaps), "--questions", "--html", "a.html").err
    assert run("validate", str(gaps), "--questions", "--format", "sarif").status == 2
