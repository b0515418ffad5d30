"""Every answer to an open question can be played, alone and mixed, and is shown by an example."""

from __future__ import annotations

from random import Random

import pytest

from tests.rulebooks.grangol.table import alternatives, grangol, play, readings
from tests.support.every import every
from tests.support.open_questions import holds_without, shown_by

GENERIC = {"generic_cards": "interchangeable"}
WITHOUT_DIFFERENCE = {("rain_covers", "all_section_changes")}  # moves back are worth one anyway


def mixture(chance: Random) -> dict[str, str]:
    """Any answer to every question."""
    return {option.name: chance.choice(option.values) for option in readings()}


@every("alternative", alternatives, ids=" ".join)
def test_the_beginning_of_a_match_under_an_alternative(alternative: tuple[str, str]) -> None:
    play(dict([alternative]), seed=1, most=10)


def test_the_variant_is_played_without_a_fault() -> None:
    play(GENERIC, seed=0)


@pytest.mark.parametrize("seed", range(2))
def test_alternatives_mixed_at_random_are_played_without_a_fault(seed: int) -> None:
    play(mixture(Random(seed)), seed)


@pytest.mark.long
@every("alternative", alternatives, ids=" ".join, parts=16)
def test_many_matches_of_an_alternative(alternative: tuple[str, str]) -> None:
    for seed in range(20):
        play(dict([alternative]), seed)


@pytest.mark.long
@pytest.mark.parametrize("hundred", range(10))
def test_many_mixtures(hundred: int) -> None:
    for seed in range(hundred * 100, hundred * 100 + 100):
        play({**mixture(Random(seed)), **(GENERIC if seed % 2 else {})}, seed)


# ---------------------------------------------------------------- shown by examples


@every("alternative", alternatives, ids=" ".join)
def test_an_alternative_is_shown_by_what_the_starred_answer_would_fail(
    alternative: tuple[str, str],
) -> None:
    shown = shown_by(grangol(), alternative)

    without = alternative in WITHOUT_DIFFERENCE

    assert shown
    assert all(holds_without(grangol(), each) for each in shown) is without
