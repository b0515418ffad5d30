"""Olé! is played to its end at every number of teams, under every answer to its questions."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from ruleslang import load
from ruleslang.explanation.examples.coverage import coverage
from ruleslang.explanation.examples.run_examples import run_example
from tests.rulebooks.ole.tables import (
    SEATS,
    SINGLE_MATCH,
    alternatives,
    holds_together,
    mixture,
    moments,
    ole,
    play,
)
from tests.support.every import every
from tests.support.many_matches import play_to_the_end

NEW = Path(__file__).parent / "new.cards"
SHOWN = {
    "Gegenpress answers a failed attack",
    "Lucky Boots make a critical of a double 4",
    "a Hedgehog that is ahead rolls up",
    "a Forward of a False Nine weakens the defence",
    "a Shot Stopper saves once",
}


def test_a_tournament_against_extras_comes_to_its_end() -> None:
    play({}, seed=1, teams=2, extras=1)


@pytest.mark.parametrize("seed", range(3))
def test_a_match_under_answers_mixed_at_random(seed: int) -> None:
    play({**mixture(Random(seed)), **SINGLE_MATCH}, seed)


@pytest.mark.long
@every("alternative", alternatives, ids=" ".join, parts=8)
def test_a_match_under_every_answer_to_a_question(alternative: tuple[str, str]) -> None:
    name, value = alternative
    play({**SINGLE_MATCH, name: value} if name != "contest" else {name: value}, seed=1)


@pytest.mark.long
@pytest.mark.parametrize(("teams", "extras"), SEATS)
def test_a_tournament_of_every_size_comes_to_its_end(teams: int, extras: int) -> None:
    play({}, seed=teams + extras, teams=teams, extras=extras)


@pytest.mark.long
@every("alternative", alternatives, ids=" ".join, parts=8)
def test_tournaments_under_every_answer(alternative: tuple[str, str]) -> None:
    name, value = alternative
    for seed in range(3):
        play({name: value}, seed, teams=4, extras=seed)


@pytest.mark.long
@pytest.mark.parametrize("hundred", range(100))
def test_thousands_of_matches_come_to_their_end(hundred: int) -> None:
    """Ten thousand: half of them as we play it, half under answers mixed at random."""
    answers = mixture(Random(hundred)) if hundred % 2 else {}
    seeds = range(100 * hundred, 100 * hundred + 100)
    options = {**answers, **SINGLE_MATCH}
    play_to_the_end(ole(), options, seeds, lambda match: holds_together(match, 2))


@pytest.mark.long
def test_games_reach_every_definition() -> None:
    """Two managers, or three; under mixed answers, which bring in what these decide."""
    reached: set[int] = set()
    never: tuple[str, ...] = ()
    for seed in range(3000):
        teams, extras = (12, 9) if seed % 4 == 3 else (2, 0)
        players = ("greedy" if seed % 3 else "random", *["random"] * 11)
        for _ in moments(mixture(Random(seed)), seed, teams, extras, players, reached.add):
            pass
        never = coverage(ole().program, reached).never
        if not never:
            return
    raise AssertionError(never)


def test_new_cards_join_the_rulebook_and_work() -> None:
    game = load("ole", cards=[str(NEW)])
    new = {"diamond", "gegenpress", "lucky_boots", "hedgehog", "false_nine", "shot_stopper"}
    shown = [each for each in game.compiled.examples if each.title in SHOWN]

    report = game.simulate(games=1, seed=1, players=["greedy", "random"], options=SINGLE_MATCH)

    assert new <= {each.name for each in game.program.definitions}
    assert len(shown) == len(SHOWN)
    assert all(run_example(game.compiled, each).passed for each in shown)
    assert not report.failures
