"""OLÉ is played under every answer to its questions, and its rolls are counted apart."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from pathlib import Path
from random import Random

import pytest

from ruleslang import load
from ruleslang.engine.interpreter.engine import Interpreter
from ruleslang.explanation.examples.coverage import coverage
from ruleslang.explanation.examples.run_examples import run_example
from ruleslang.explanation.odds.exact_odds import distribution
from ruleslang.program.declarations import Option
from tests.rulebooks.worldies.table import alternatives, holds_together, play, turns, worldies
from tests.support.every import every
from tests.support.many_matches import play_to_the_end
from tests.support.open_questions import (
    fails_one_of_the_starred,
    holds_without,
    readings,
    row_of,
    shown_by,
    wanted_row,
)

README = Path(__file__).parents[3] / "rulebooks" / "worldies" / "README.md"
NEW = Path(__file__).parent / "new.cards"
SHOWN = {"a through ball", "a fifth action point"}
FACES = range(1, 7)


def mixture(chance: Random) -> dict[str, str]:
    """Any value of every reading and option, but hands that may be stuck for ever."""
    program = worldies().program
    mixed = {option.name: chance.choice(option.values) for option in program.options}
    return {**mixed, "full_hand": "one_may_go"}


# ---------------------------------------------------------------- matches


@every("alternative", alternatives, ids=" ".join, parts=4)
def test_every_answer_is_played_without_a_fault(alternative: tuple[str, str]) -> None:
    play(dict([alternative]), seed=1, longest=40)


@pytest.mark.parametrize("seed", range(4))
def test_answers_mixed_at_random_are_played_without_a_fault(seed: int) -> None:
    play(mixture(Random(seed)), seed, longest=100)


def test_greedy_beats_chance_from_both_seats() -> None:
    for seed in (4, 5):
        players = ("greedy", "random") if seed % 2 else ("random", "greedy")
        *_, last = turns({}, seed, players)
        assert last.outcome is not None
        assert [players[each] for each in last.outcome.winners] == ["greedy"]


@pytest.mark.long
def test_greedy_beats_chance_nearly_always() -> None:
    won = 0
    for seed in range(60):
        *_, last = turns({}, seed, ("greedy", "random") if seed % 2 else ("random", "greedy"))
        assert last.outcome is not None
        won += (seed + 1) % 2 in last.outcome.winners

    assert won >= 45  # of 60; chance would win so many less than once in ten thousand times


@pytest.mark.long
@every("alternative", alternatives, ids=" ".join, parts=16)
def test_many_matches_of_an_answer(alternative: tuple[str, str]) -> None:
    stuck = alternative == ("full_hand", "all_stay")
    for seed in range(10):
        play(dict([alternative]), seed, longest=2000 if stuck else None)


@pytest.mark.long
@pytest.mark.parametrize("hundred", range(100))
def test_many_matches(hundred: int) -> None:
    """Ten thousand: half of them as we play it, half under answers mixed at random."""
    options = mixture(Random(hundred)) if hundred % 2 else {}
    seeds = range(hundred * 100, hundred * 100 + 100)
    play_to_the_end(worldies(), options, seeds, holds_together)


ONLY_IN_VIEWS = {"value worldie_viewers"}


@pytest.mark.long
def test_matches_reach_every_definition() -> None:
    reached: set[int] = set()
    never: set[str] = set()
    for seed in range(200):
        players = ("greedy", "random") if seed % 2 else ("random", "random")
        for _ in turns(mixture(Random(seed)), seed, players, reached.add):
            pass
        never = set(coverage(worldies().program, reached).never) - ONLY_IN_VIEWS
        if not never:
            return
    assert never == set()


# ---------------------------------------------------------------- rolls, counted apart


def odds_of_beating(stat: int, rival_stat: int, minus: int) -> Fraction:
    """Of all pairs of faces that are not level, the share that the first side wins."""
    scores = [(stat * max(0, a - minus), rival_stat * b) for a, b in product(FACES, FACES)]
    won = sum(mine > theirs for mine, theirs in scores)
    lost = sum(mine < theirs for mine, theirs in scores)
    return Fraction(won, won + lost)


STATS = [(s, r, m) for s, r in ((1, 1), (6, 4), (4, 6), (9, 3), (10, 2), (7, 8)) for m in range(4)]


@every("roll", STATS)
def test_every_roll_off(roll: tuple[int, int, int]) -> None:
    match = Interpreter(worldies().program).opening()

    assert distribution(match, "beats", roll)[True] == odds_of_beating(*roll)


RATINGS = {  # pressure and difficulty of each Worldie
    "bicycle_kick": (3, 5),
    "flying_volley": (2, 4),
    "solo_run": (4, 5),
    "halfway_line_lob": (4, 6),
    "scorpion": (5, 6),
    "rabona": (3, 5),
    "free_kick_over_the_wall": (3, 4),
    "panenka": (4, 2),
    "knuckle_ball": (2, 5),
    "team_move": (2, 4),
    "back_heel": (2, 4),
    "goal_from_own_half": (4, 6),
}


def test_every_worldie_succeeds_with_the_odds_of_its_two_rolls() -> None:
    match = Interpreter(worldies().program).opening()
    cards = [card for card in match.population.cards if "worldie" in card.title.kinds]

    odds = {card.title.name: distribution(match, "comes_off", (card,))[True] for card in cards}

    assert odds == {
        name: Fraction((7 - pressure) * (7 - difficulty), 36)
        for name, (pressure, difficulty) in RATINGS.items()
    }


# ---------------------------------------------------------------- shown by examples


@every("alternative", alternatives, ids=" ".join)
def test_an_answer_is_shown_by_what_the_starred_one_would_fail(
    alternative: tuple[str, str],
) -> None:
    shown = shown_by(worldies(), alternative)

    assert shown
    assert not all(holds_without(worldies(), each) for each in shown)


@pytest.mark.long
@every("alternative", alternatives, ids=" ".join, parts=4)
def test_an_example_of_the_starred_answer_fails_under_every_other(
    alternative: tuple[str, str],
) -> None:
    assert fails_one_of_the_starred(worldies(), alternative)


# ---------------------------------------------------------------- the README, and new cards


@every("reading", lambda: readings(worldies()), ids=lambda reading: reading.name)
def test_a_reading_has_its_row_in_the_readme(reading: Option) -> None:
    assert row_of(reading, README) == wanted_row(worldies(), reading, "WORLD-AMB-")


def test_new_cards_join_the_rulebook_and_work() -> None:
    game = load("worldies", cards=[str(NEW)])

    shown = [each for each in game.compiled.examples if each.title in SHOWN]

    report = game.simulate(games=1, seed=1, players=["greedy", "greedy"])

    assert not report.failures
    assert len(shown) == len(SHOWN)
    assert all(run_example(game.compiled, each).passed for each in shown)
