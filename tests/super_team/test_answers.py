"""Every answer of Super Team is shown by an example, stands in the README, and pitches are data."""

from __future__ import annotations

import shutil
from functools import cache
from pathlib import Path

import pytest
from attrs import evolve

from ruleslang import load
from ruleslang.library.shipped_data import data_root
from ruleslang.program.declarations import Claim, Example, GivenOption, Option
from ruleslang.proving.examples import run_claim, run_example
from tests.super_team.matches import alternatives, super_team
from tests.support.every import every

ROOT = data_root()
ANOTHER_PITCH = {
    "squares: grid 7 by 11, neighbours 8": "squares: hexes 9 by 13",
    "spot(4, 6, home)": "spot(5, 7, home)",
    "spot(3, 1, p)": "spot(4, 1, p)",
    "middle: spot(4, 1, p)": "middle: spot(5, 1, p)",
    "otherwise: spot(5, 1, p)": "otherwise: spot(6, 1, p)",
    "is in 2..6": "is in 3..7",
    "spot(7, 3, p)": "spot(9, 3, p)",
    "spot(4, 5, p)": "spot(5, 6, p)",
}


def readings() -> list[Option]:
    """The open questions that can be answered in several ways."""
    return [option for option in super_team().program.options if option.reading]


def given(shown: Example | Claim) -> set[tuple[str, str]]:
    """The answers, other than the starred ones, that an example or claim is about."""
    options = {option.name: option for option in super_team().program.options}
    lines = shown.lines if isinstance(shown, Example) else shown.given
    return {
        (line.name, options[line.name].values[line.value])
        for line in lines
        if isinstance(line, GivenOption) and line.value != options[line.name].default
    }


@cache
def shown_by() -> list[Example | Claim]:
    """The examples and claims that are about other answers than the starred ones."""
    return [each for each in (*super_team().examples, *super_team().claims) if given(each)]


def holds_without(shown: Example | Claim) -> bool:
    """Whether it would also hold under the starred answers."""
    if isinstance(shown, Example):
        lines = tuple(line for line in shown.lines if not isinstance(line, GivenOption))
        return run_example(super_team(), evolve(shown, lines=lines)).passed
    facts = tuple(line for line in shown.given if not isinstance(line, GivenOption))
    return run_claim(super_team(), evolve(shown, given=facts)).passed


@every("alternative", alternatives, ids=" ".join)
def test_an_answer_is_shown_by_what_the_starred_one_would_fail(
    alternative: tuple[str, str],
) -> None:
    shown = [each for each in shown_by() if alternative in given(each)]

    assert shown
    assert not all(map(holds_without, shown))


@every("reading", readings, ids=lambda reading: reading.name)
def test_a_reading_has_its_row_in_the_readme(reading: Option) -> None:
    readme = ROOT / "rulebooks" / "super_team" / "README.md"
    lines = readme.read_text(encoding="utf-8").splitlines()
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]
    (row,) = [row for row in rows if f"`{reading.name}`" in row]
    number = super_team().program.origins[reading.origin].cites[0].removeprefix("STEAM-AMB-")
    others = [value for place, value in enumerate(reading.values) if place != reading.default]

    assert reading.text is not None
    assert row == [
        number,
        reading.text.text,
        f"`{reading.name}`",
        f"`{reading.values[reading.default]}`",
        ", ".join(f"`{value}`" for value in others),
    ]


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
