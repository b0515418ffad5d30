"""Every answer to Olé!'s open questions has an example, and is in the README."""

from __future__ import annotations

from pathlib import Path

import pytest

from ruleslang.program.declarations import Option
from tests.rulebooks.ole.tables import alternatives, ole
from tests.support.every import every
from tests.support.open_questions import (
    fails_one_of_the_starred,
    holds_without,
    readings,
    row_of,
    shown_by,
    wanted_row,
)

README = Path(__file__).parents[3] / "rulebooks" / "ole" / "README.md"


@every("alternative", alternatives, ids=" ".join)
def test_an_answer_is_shown_by_what_the_starred_one_would_fail(
    alternative: tuple[str, str],
) -> None:
    shown = shown_by(ole(), alternative)

    assert shown
    assert not all(holds_without(ole(), each) for each in shown)


@pytest.mark.long
@every("alternative", alternatives, ids=" ".join, parts=4)
def test_an_example_of_the_starred_answer_fails_under_every_other(
    alternative: tuple[str, str],
) -> None:
    assert alternative[0] == "contest" or fails_one_of_the_starred(ole(), alternative)


@every("reading", lambda: readings(ole()), ids=lambda reading: reading.name)
def test_a_reading_has_its_row_in_the_readme(reading: Option) -> None:
    assert row_of(reading, README) == wanted_row(ole(), reading, "OLE-AMB-")
