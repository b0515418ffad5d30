"""
What newcomers get wrong, each a whole rulebook with one slip, and what they are told.

Read each message with the question: would I know what to do now? One slip, one message; a file with
several slips has one message for each, because a mistake in one declaration hides none in another.
"""

from __future__ import annotations

from itertools import islice
from pathlib import Path

import pytest

from ruleslang.library.load import load
from ruleslang.source.diagnostic import Diagnostic, Severity
from tests.newcomers.test_helps import mended, writes
from tests.support.corpus import Case, agree, cases
from tests.support.every import every

HERE = Path(__file__).parent
CASES = cases(HERE)
AT_LEAST = 580
AT_LEAST_WRITTEN = 60
SEVERAL = {
    "broken_head_and_its_uses": 1,
    "broken_kind_and_its_cards": 1,
    "broken_state_and_its_uses": 1,
    "field_of_any_card": 2,
    "three_mistakes_in_three_places": 3,
    "two_mistakes_in_two_places": 2,
    "undeclared_and_used_twice": 1,
}


@every("case", CASES, ids=lambda case: case.paths[0].stem, parts=8)
def test_a_newcomer_is_told_what_to_do_in_one_message_that_has_help(case: Case) -> None:
    said = load(str(case.paths[0]), lints=True).diagnostics

    agree(case, said)
    assert len(said) == SEVERAL.get(case.paths[0].stem, 1)
    assert all(each.help for each in said)


@every("case", CASES[::12], ids=lambda case: case.paths[0].stem)
def test_what_some_helps_say_to_write_mends_the_slip(case: Case, tmp_path: Path) -> None:
    mends_the_slip(case, tmp_path)


@pytest.mark.long
@every("case", CASES, ids=lambda case: case.paths[0].stem, parts=8)
def test_what_any_help_says_to_write_mends_the_slip(case: Case, tmp_path: Path) -> None:
    mends_the_slip(case, tmp_path)


def mends_the_slip(case: Case, folder: Path) -> None:
    """Write what the help says, where it says what to write."""
    said = load(str(case.paths[0])).diagnostics
    if len(said) == 1 and writes(said[0]):
        assert wrong_after(mended(said[0]), folder) == []


def wrong_after(text: str, folder: Path) -> list[Diagnostic]:
    """The mistakes of a text whose slip was mended as its help says."""
    path = folder / "my_game.rules"
    path.write_text(text, encoding="utf-8")
    return [each for each in load(str(path)).diagnostics if each.severity is Severity.ERROR]


def test_there_are_many_slips() -> None:
    assert len(CASES) >= AT_LEAST


@pytest.mark.long
def test_many_helps_say_what_to_write() -> None:
    found = (case for case in CASES if any(map(writes, load(str(case.paths[0])).diagnostics)))

    assert len([*islice(found, AT_LEAST_WRITTEN)]) == AT_LEAST_WRITTEN
