"""Ollapion is played to its end at every number of players, under every answer to its questions."""

from __future__ import annotations

from random import Random

import pytest

from ruleslang.program.declarations import Claim, Example, GivenOption
from tests.rulebooks.ollapion.table import (
    COUNTS,
    ONE_DIE,
    SIMPLE,
    TEAMS,
    alternatives,
    mixture,
    ollapion,
    play,
    turns,
)
from tests.support.every import every

ABOUT_TEAMS = ("team_life", "team_mates", "laying", "life_dice")


@pytest.mark.parametrize("players", COUNTS)
def test_a_match_comes_to_its_end(players: int) -> None:
    for seed in range(2):
        play(players, {}, seed)


@pytest.mark.parametrize("options", [TEAMS, ONE_DIE, SIMPLE])
def test_the_variants_of_the_rulebook(options: dict[str, str]) -> None:
    play(4, options, seed=1)


@every("alternative", alternatives, ids=" ".join, parts=4)
def test_every_answer_to_a_question(alternative: tuple[str, str]) -> None:
    name, value = alternative
    players = 4 if name in ABOUT_TEAMS else 2 + len(value) % 4
    play(players, {**(ONE_DIE if name in ABOUT_TEAMS else {}), name: value}, seed=1, end=30)


@pytest.mark.parametrize("seed", range(6))
def test_answers_mixed_at_random(seed: int) -> None:
    play(2 + seed % 4, mixture(Random(seed)), seed)


@pytest.mark.long
@pytest.mark.parametrize("players", COUNTS)
@every("alternative", alternatives, ids=" ".join, parts=8)
def test_every_answer_at_every_number_of_players(
    alternative: tuple[str, str], players: int
) -> None:
    name, value = alternative
    for seed in range(5):
        play(players, {**(ONE_DIE if name in ABOUT_TEAMS else {}), name: value}, seed)


@pytest.mark.long
@pytest.mark.parametrize("hundred", range(100))
def test_many_matches(hundred: int) -> None:
    """Ten thousand: half of them as we play it, half under answers mixed at random."""
    for seed in range(hundred * 100, hundred * 100 + 100):
        play(2 + seed % 4, mixture(Random(seed)) if seed % 8 < 4 else {}, seed)


def wins_of_greedy(players: int, games: int) -> int:
    """How many of so many games against chance it wins, from every seat in turn."""
    won = 0
    for seed in range(games):
        bots = tuple("greedy" if seat == seed % players else "random" for seat in range(players))
        *_, last = turns(players, {}, seed, bots)
        assert last.outcome is not None
        won += seed % players in last.outcome.winners
    return won


def test_greedy_beats_chance_between_two() -> None:
    """Of 10 games chance would win all with a probability below one in a thousand."""
    assert wins_of_greedy(2, 10) == 10


@pytest.mark.long
@pytest.mark.parametrize("players", (3, 4))
def test_greedy_beats_chance_between_several(players: int) -> None:
    """Of 10 games chance would win so many with a probability below one in a thousand."""
    assert wins_of_greedy(players, 10) >= {3: 9, 4: 8}[players]


# ---------------------------------------------------------------- shown by examples


def given(shown: Example | Claim) -> set[tuple[str, str]]:
    """The answers, other than the starred ones, that an example or claim is about."""
    options = {option.name: option for option in ollapion().program.options}
    lines = shown.lines if isinstance(shown, Example) else shown.given
    return {
        (line.name, options[line.name].values[line.value])
        for line in lines
        if isinstance(line, GivenOption) and line.value != options[line.name].default
    }


def test_every_answer_is_shown_by_an_example() -> None:
    shown = set().union(*map(given, (*ollapion().examples, *ollapion().claims)))

    assert set(alternatives()) <= shown
