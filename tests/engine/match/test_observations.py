"""Different views have different rows, unless the layout names what it does not show."""

from __future__ import annotations

from pathlib import Path

import pytest

import ruleslang
from ruleslang.library.load import load_text
from tests.support.drawn.rulebook import rulebook
from tests.support.every import every
from tests.support.shipped import LARGE, Shipped
from tests.support.told_apart import equal_rows

ALL_SORTS = (Path(__file__).parent / "told_apart.rules").read_text(encoding="utf-8")
SMALL = [name for name in Shipped() if name not in LARGE]


def test_rows_tell_all_sorts_of_values_apart() -> None:
    assert equal_rows(ruleslang.load(ALL_SORTS)) == []


@every("name", SMALL)
def test_rows_of_shipped_rulebooks_tell_views_apart(name: str) -> None:
    assert equal_rows(ruleslang.Game(Shipped()[name])) == []


@every("name", [name for name in Shipped() if name in LARGE])
def test_rows_of_large_rulebooks_tell_views_apart(name: str) -> None:
    assert equal_rows(ruleslang.Game(Shipped()[name]), (1,), 5) == []


def test_rows_of_a_drawn_rulebook_tell_views_apart() -> None:
    assert equal_rows(ruleslang.load(rulebook(2000))) == []


@pytest.mark.parametrize("part", range(4))
def test_rows_of_more_drawn_rulebooks_tell_views_apart(part: int) -> None:
    for seed in range(2001 + part * 10, 2011 + part * 10):
        text = rulebook(seed)
        if load_text(text).compiled is not None:
            assert equal_rows(ruleslang.load(text)) == [], seed


def test_the_layout_names_what_a_row_cannot_show() -> None:
    observed = ruleslang.load(ALL_SORTS).start(seed=1).observed

    assert observed.not_shown == {
        "decision": "what is asked, and what may be chosen: see the mask of actions",
        "zone heap": "the order of the cards below the top",
        "state reserved": "-1000000, which is the number of what is hidden",
        "state large": "numbers beyond 2147483647",
        "state lots": "entries after the first 1000",
    }
    assert {**observed.features.not_shown} == {
        **observed.not_shown,
        "state large": "numbers beyond 8388608",
        "state quite_large": "numbers beyond 8388608",
        "piece pawn": "which piece is on which space",
    }


def test_none_and_sets_have_columns_of_their_own() -> None:
    match = ruleslang.load(ALL_SORTS).start(seed=1)
    columns, planes = match.observed.columns, match.observed.features.blocks

    assert "state bid(west) is none" in columns and "state marked has cell(track, 12, 1)" in columns
    assert planes["state marked"].shape == (1, 1, 12) and planes["state both"].shape == (1, 3, 4)
    assert planes["state on_space"].shape == (2, 3, 4)
    assert planes["piece scout 2"].shape == (1, 3, 4)
