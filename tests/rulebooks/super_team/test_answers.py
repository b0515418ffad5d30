"""Every answer of Super Team has an example and is in the README, and pitches are data."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from ruleslang import load
from ruleslang.library.find_rulebook import data_root
from ruleslang.program.declarations import Option
from tests.rulebooks.super_team.matches import alternatives, super_team
from tests.support.every import every
from tests.support.open_questions import holds_without, readings, row_of, shown_by, wanted_row

ROOT = data_root()
ANOTHER_PITCH = {
    "squares: grid 7 by 11, neighbours 8": "squares: hexes 9 by 13",
    '    row ". a G G G a ."\n    row ". a a a a a ."\n': """\
    row ". . a G G G a . ."
    row ". . a a a a a . ."
""",
    '    row "k . . k . . k"\n': '    row "k . . . k . . . k"\n',
    '    row ". . . . . . ."\n': '    row ". . . . . . . . ."\n',
    '    row ". k . . . k ."\n    row ". . . x . . ."\n    row ". k . . . k ."\n': """\
    row ". k . . . . . k ."
    row ". . . . . . . . ."
    row ". . . . x . . . ."
    row ". . . . . . . . ."
    row ". k . . . . . k ."
""",
    '    row ". a a a a a ."\n    row ". a G G G a ."\n': """\
    row ". . a a a a a . ."
    row ". . a G G G a . ."
""",
    "middle: spot(4, 1, p)": "middle: spot(5, 1, p)",
    "left_side: spot(3, 1, p)": "left_side: spot(4, 1, p)",
    "otherwise: spot(5, 1, p)": "otherwise: spot(6, 1, p)",
    "spot(4, 5, p)": "spot(5, 6, p)",
}


@every("alternative", alternatives, ids=" ".join)
def test_an_answer_is_shown_by_what_the_starred_one_would_fail(
    alternative: tuple[str, str],
) -> None:
    shown = shown_by(super_team(), alternative)

    assert shown
    assert not all(holds_without(super_team(), each) for each in shown)


@every("reading", lambda: readings(super_team()), ids=lambda reading: reading.name)
def test_a_reading_has_its_row_in_the_readme(reading: Option) -> None:
    readme = ROOT / "rulebooks" / "super_team" / "README.md"

    assert row_of(reading, readme) == wanted_row(super_team(), reading, "STEAM-AMB-")


@pytest.mark.long
@pytest.mark.parametrize("automatic", range(2))
def test_another_pitch_is_other_data_in_one_file(tmp_path: Path, automatic: int) -> None:
    for folder in ("rulebooks/super_team", "cards/super_team"):
        shutil.copytree(ROOT / folder, tmp_path / folder)
    for each in (tmp_path / "rulebooks" / "super_team").glob("*_examples.rules"):
        each.unlink()  # they are about the pitch that we play on
    pitch = tmp_path / "rulebooks" / "super_team" / "pitch.rules"
    text = pitch.read_text(encoding="utf-8")
    for old, new in ANOTHER_PITCH.items():
        assert old in text
        text = text.replace(old, new)
    pitch.write_text(text, encoding="utf-8")

    game = load(str(tmp_path / "rulebooks" / "super_team"))
    report = game.simulate(games=5, seed=1, automatic=automatic)

    assert not report.failures
