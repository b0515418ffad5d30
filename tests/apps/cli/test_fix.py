"""`check --fix` fixes certain mistakes, keeps correct lines, and never leaves a text worse."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.apps.cli.conftest import Run

TEXT = """rulebook trial "A trial"
    language 1
    players 2: home, away
    starts with game
    at most 100 decisions, then nobody wins

kind beast
    has strength: 0..9
card fox "Fox" x4: beast
    strength: 3

zone pile: cards, ordered, seen by nobody
zone discard: cards, ordered, seen by all

state score(player): 0..99 = 0

phase game
    move cards to pile
    move top(pile) to discard
    add 1 to score(home)
    home wins
"""


@pytest.fixture
def trial(tmp_path: Path) -> Path:
    return tmp_path / "trial.rules"


def test_misspelt_names_are_fixed_in_all_places(trial: Path, run: Run) -> None:
    trial.write_text(TEXT.replace("to discard", "to discrad").replace("top(pile)", "top(plie)"))

    message = run("check", str(trial), "--fix")

    assert message.status == 0
    assert trial.read_text() == TEXT
    assert "2 places fixed in 1 file" in message.out


def test_a_difference_is_shown_and_nothing_written(trial: Path, run: Run) -> None:
    slip = TEXT.replace("to discard", "to discrad")
    trial.write_text(slip)

    message = run("check", str(trial), "--diff")

    assert message.status == 1
    assert trial.read_text() == slip
    assert "-    move top(pile) to discrad\n+    move top(pile) to discard\n" in message.out


def test_a_name_of_the_wrong_type_is_left(trial: Path, run: Run) -> None:
    slip = TEXT.replace("move top(pile) to discard", "move top(pile) to scores")
    trial.write_text(slip)

    message = run("check", str(trial), "--fix")

    assert message.status == 1
    assert trial.read_text() == slip
    assert "no certain fixes" in message.out


def test_sure_fixes_are_made_beside_uncertain_ones(trial: Path, run: Run) -> None:
    slip = TEXT.replace("top(pile) to discard", "top(pile) to discrad").replace(
        "add 1 to score(home)", "add 1 to nothing_like_it(home)"
    )
    trial.write_text(slip)

    message = run("check", str(trial), "--fix")

    assert message.status == 1
    assert "to discard" in trial.read_text()
    assert "nothing_like_it" in message.out


def test_cards_of_another_file_and_tables_are_fixed(tmp_path: Path, run: Run) -> None:
    (tmp_path / "trial.rules").write_text(TEXT)
    (tmp_path / "beast.csv").write_text("id,name,strenght\nowl,Owl,2\ncow,Cow,5\n")
    (tmp_path / "more.cards").write_text('card hare "Hare": beats\n    strength: 1\n')

    message = run("check", str(tmp_path), "--fix")

    assert message.status == 0
    assert (tmp_path / "beast.csv").read_text().startswith("id,name,strength\n")
    assert (tmp_path / "more.cards").read_text().startswith('card hare "Hare": beast\n')


def test_line_ends_stay_as_they_are(trial: Path, run: Run) -> None:
    trial.write_bytes(TEXT.replace("to discard", "to discrad").replace("\n", "\r\n").encode())

    run("check", str(trial), "--fix")

    assert trial.read_bytes() == TEXT.replace("\n", "\r\n").encode()


def test_fixes_are_data(trial: Path, run: Run) -> None:
    trial.write_text(TEXT.replace("to discard", "to discrad"))

    plain = json.loads(run("check", str(trial), "--format", "json").out)
    fixed = json.loads(run("check", str(trial), "--fix", "--format", "json").out)

    (slip,) = plain["diagnostics"]
    assert slip["fix"]["certainty"] == "sure"
    assert [each["text"] for each in slip["fix"]["edits"]] == ["discard"]
    assert fixed["ok"] and fixed["counts"]["error"] == 0
    assert [each["slug"] for each in fixed["fixed"]] == ["unknown-zone"]
    assert fixed["diff"].startswith(f"--- {trial}\n")


def test_a_sound_text_is_not_touched(trial: Path, run: Run) -> None:
    trial.write_text(TEXT)
    before = trial.stat().st_mtime_ns

    assert run("check", str(trial), "--fix").status == 0
    assert trial.stat().st_mtime_ns == before


def test_shipped_rulebooks_and_pipes_are_not_changed(run: Run) -> None:
    assert "is shipped with ruleslang" in run("check", "higher", "--fix").err
    assert "standard input cannot be fixed" in run("check", "-", "--fix").err
