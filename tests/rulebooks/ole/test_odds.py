"""The odds of Olé!'s checks, against a table counted here without the engine."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import product

import pytest

from ruleslang.engine.interpreter.engine import Interpreter
from ruleslang.engine.match.interface import Match
from ruleslang.engine.match.runtime_values import name_of
from ruleslang.explanation.odds.exact_odds import distribution
from tests.rulebooks.ole.tables import ole

DICE = {"numbered_0_to_5": range(6), "ordinary": range(1, 7)}
EXTRA = {"ordinary": 2}  # how much more a difficulty asks for
AHEAD = (-9, 0, 3)


def match(dice: str) -> Match:
    return Interpreter(ole().program).start(seed=1, options={"dice": dice})


def zone_check(faces: range, ahead: int) -> dict[str, Fraction]:
    """A double of the highest face wins, two of them are a tie; else the higher total wins."""
    found: Counter[str] = Counter()
    for ours, theirs in product(product(faces, repeat=2), repeat=2):
        we, they = (min(dice) == faces[-1] for dice in (ours, theirs))
        more = sum(ours) + ahead - sum(theirs)
        if we or they:
            found["both_critical" if we and they else f"{'won' if we else 'lost'}_by_critical"] += 1
        else:
            found["won" if more > 0 else "tie" if more == 0 else "lost"] += 1
    return {result: Fraction(ways, 6**4) for result, ways in found.items()}


@pytest.mark.parametrize("dice", DICE)
def test_a_zone_check_has_the_odds_of_the_table(dice: str) -> None:
    started = match(dice)
    anna, ben = started.population.players
    for ahead in AHEAD:
        counted = distribution(started, "zone_check", (anna, max(0, ahead), ben, max(0, -ahead)))

        assert {name_of(result): odds for result, odds in counted.items() if odds} == zone_check(
            DICE[dice], ahead
        ), ahead


@pytest.mark.parametrize("dice", DICE)
def test_a_check_against_a_difficulty_has_the_odds_of_the_table(dice: str) -> None:
    started = match(dice)
    for difficulty in range(13):
        sums = [sum(both) for both in product(DICE[dice], repeat=2)]
        reached = sum(each >= difficulty + EXTRA.get(dice, 0) for each in sums)

        odds = distribution(started, "reaches", (difficulty,))

        assert odds.get(True, 0) == Fraction(reached, 36), difficulty
