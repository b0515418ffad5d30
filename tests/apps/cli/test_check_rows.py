"""`check --rows` names what rows of numbers do not show, and its lines."""

from __future__ import annotations

from pathlib import Path

import pytest

import ruleslang
from tests.apps.cli.conftest import Run

ALL_SORTS = Path(__file__).parents[2] / "engine/match/told_apart.rules"


def test_each_part_that_rows_do_not_show_is_named_with_its_line(run: Run) -> None:
    lost = ruleslang.load(ALL_SORTS).start(seed=1).observed.features.not_shown
    listed = run("check", str(ALL_SORTS), "--rows", "--format", "json").json["not_in_rows"]

    said = {entry["name"]: entry["lost"] for entry in listed}
    named = {part.partition(" ")[2].partition("(")[0].partition(" of ")[0] for part in lost}
    assert said.keys() == named - {""} | ({"facts"} & lost.keys())
    lines = ALL_SORTS.read_text("utf-8").splitlines()
    assert all(f" {entry['name']}" in lines[entry["line"] - 1] for entry in listed)


@pytest.mark.parametrize("name", ["nim", "chess"])
def test_a_game_whose_rows_show_all_is_told_so(name: str, run: Run) -> None:
    assert f"{name}: rows show all that a view shows" in run("check", name, "--rows").out


def test_a_text_with_errors_has_no_rows(run: Run, tmp_path: Path) -> None:
    broken = tmp_path / "broken.rules"
    broken.write_text('rulebook broken "Broken"\n', "utf-8")

    assert "rows" not in run("check", str(broken), "--rows").out
