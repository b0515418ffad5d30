"""Super Team is played to its end, by two and against AutoTeam, under every open answer."""

from __future__ import annotations

from random import Random

import pytest

from tests.rulebooks.super_team.matches import (
    LONG,
    alternatives,
    holds_together,
    mixture,
    play,
    super_team,
)
from tests.support.every import every
from tests.support.many_matches import play_to_the_end


def test_a_match_comes_to_its_end() -> None:
    play({}, seed=1)


def test_a_match_against_auto_team_comes_to_its_end() -> None:
    play({}, seed=1, automatic=1)


@pytest.mark.parametrize("seed", range(3))
def test_answers_mixed_at_random_are_played_without_a_fault(seed: int) -> None:
    play(mixture(Random(seed)), seed, automatic=seed % 2, longest=120)


@pytest.mark.long
@pytest.mark.parametrize("automatic", range(2))
@every("alternative", alternatives, ids=" ".join, parts=8)
def test_matches_under_every_answer(alternative: tuple[str, str], automatic: int) -> None:
    for seed in range(3):
        play(dict([alternative]), seed, automatic)


@pytest.mark.long
@pytest.mark.parametrize("automatic", range(2))
def test_the_longer_game(automatic: int) -> None:
    for seed in range(20):
        play(LONG, seed, automatic)


@pytest.mark.long
@pytest.mark.parametrize("hundred", range(50))
def test_thousands_of_matches_come_to_their_end(hundred: int) -> None:
    """Five thousand: by two and against AutoTeam, as we play it and under answers at random."""
    options = mixture(Random(hundred)) if hundred % 4 >= 2 else {}
    play_to_the_end(
        super_team(),
        options,
        range(hundred * 100, hundred * 100 + 100),
        lambda match: holds_together(match, options),
        seats=(2, hundred % 2),
    )
