"""Differences: intervals have their stated coverage, and verdicts hold together."""

from __future__ import annotations

import random
from math import inf

import pytest

from ruleslang.evaluation.balance.differences import Difference, Pairs, judged, quantile, width
from ruleslang.evaluation.balance.side_by_side import LEAST, _planned


def shares(games: int, share: float, change: float, alike: float, seed: int) -> Pairs:
    """Pairs of games won or not, of which some go alike."""
    chance, pairs = random.Random(seed), Pairs(is_share=True)
    for _ in range(games):
        before = chance.random() < share
        after = before if chance.random() < alike else chance.random() < share + change
        pairs.add((1, int(before)), (1, int(after)))
    return pairs


def judged_alone(pairs: Pairs) -> Difference:
    found = pairs.difference()
    assert found is not None
    return judged({"": found})[""]


@pytest.mark.parametrize(
    ("games", "share", "change", "alike"),
    [(100, 0.5, 0.0, 0.0), (60, 0.5, 0.2, 0.5), (200, 0.03, 0.0, 0.3), (30, 0.1, 0.1, 0.0)],
)
def test_intervals_of_shares_hold(games: int, share: float, change: float, alike: float) -> None:
    true, runs = change * (1 - alike), 400

    found = [judged_alone(shares(games, share, change, alike, seed)) for seed in range(runs)]

    assert sum(each.low <= true <= each.high for each in found) >= 0.925 * runs


def test_the_error_of_a_ratio_is_that_of_its_games() -> None:
    def difference(seed: int, games: int) -> Difference:
        chance, pairs = random.Random(seed), Pairs()
        for _ in range(games):
            luck, often = chance.randint(0, 9), chance.randint(0, 3)
            before = sum(luck + chance.randint(0, 3) for _ in range(often))
            after = sum(luck + chance.randint(1, 4) for _ in range(often + 1))
            pairs.add((often, before), (often + 1, after))
        return judged_alone(pairs)

    true = difference(1, 100_000).change
    found = [difference(seed, 80) for seed in range(300)]

    assert sum(each.low <= true <= each.high for each in found) >= 0.925 * 300


def test_stopping_by_width_keeps_the_level() -> None:
    """Decision 0094 has the table."""
    held, runs = 0, 200
    for seed in range(runs):
        chance, pairs, done, planned = random.Random(seed), Pairs(is_share=True), 0, LEAST
        while done < planned:
            for _ in range(planned - done):
                pairs.add((1, int(chance.random() < 0.5)), (1, int(chance.random() < 0.6)))
            done, found = planned, pairs.difference()
            assert found is not None
            planned = _planned(done, width(found, 1), 0.1)
        held += (found := judged_alone(pairs)).low <= 0.1 <= found.high
        assert found.high - found.low <= 0.1 + 1e-9

    assert held >= 0.92 * runs


def test_among_equal_measures_hardly_ever_one_is_called_real() -> None:
    wrong = 0
    for seed in range(200):
        found = {n: shares(150, 0.4, 0.0, 0.2, 1000 * seed + n).difference() for n in range(12)}
        differences = {n: each for n, each in found.items() if each}
        wrong += any(each.is_real for each in judged(differences).values())

    assert wrong <= 0.09 * 200


def test_the_interval_agrees_with_the_verdict() -> None:
    for seed in range(60):
        changes = (0.0, 0.0, 0.08, 0.2, 0.4)
        found = {n: shares(120, 0.3, c, 0.2, 50 * seed + n) for n, c in enumerate(changes)}
        differences = {n: d for n, pairs in found.items() if (d := pairs.difference())}

        for each in judged(differences).values():
            assert each.is_real == (each.low > 0 or each.high < 0)
            assert each.low <= each.change <= each.high


def test_what_is_the_same_in_all_games_does_not_count() -> None:
    alone = shares(200, 0.3, 0.2, 0.5, 4)
    one, same = alone.difference(), shares(200, 0.3, 0.0, 1.0, 5).difference()
    assert one is not None
    assert same is not None

    both = judged({"one": one, "same": same})

    assert both["one"] == judged({"one": one})["one"]
    assert both["same"].is_same
    assert not both["same"].is_real


def test_opposite_measures_have_mirrored_intervals() -> None:
    wins, losses, other = Pairs(is_share=True), Pairs(is_share=True), shares(200, 0.3, 0.1, 0.2, 8)
    for before, after, games in ((0, 1, 30), (1, 0, 10), (1, 1, 60), (0, 0, 100)):
        wins.add((1, before), (1, after), games)
        losses.add((1, 1 - before), (1, 1 - after), games)
    won, lost, third = (pairs.difference() for pairs in (wins, losses, other))
    assert won and lost and third

    found = judged({"won": won, "lost": lost, "other": third})

    assert (found["won"].low, found["won"].high) == (-found["lost"].high, -found["lost"].low)
    assert found["won"].is_real and found["lost"].is_real


def test_differences_of_one_size_are_as_many_tests() -> None:
    alone = shares(200, 0.3, 0.15, 0.2, 3).difference()
    assert alone is not None
    assert judged({0: alone})[0].is_real

    assert not any(each.is_real for each in judged(dict.fromkeys(range(50), alone)).values())


def test_a_change_without_spread_is_no_chance() -> None:
    pairs = Pairs()
    for _ in range(50):
        pairs.add((1, 3), (1, 5))

    found = judged_alone(pairs)

    assert found.size == inf
    assert found.is_real
    assert (found.low, found.high) == (2, 2)


def test_few_games_prove_nothing() -> None:
    pairs = Pairs()
    for _ in range(5):
        pairs.add((1, 3), (1, 5))

    assert not judged_alone(pairs).is_real


def test_games_that_are_alike_may_be_added_at_once() -> None:
    one, other = Pairs(), Pairs()
    for _ in range(7):
        one.add((1, 2), (1, 3))
    other.add((1, 2), (1, 3), 7)

    assert one == other


def test_quantiles_are_those_of_student() -> None:
    table = {(0.05, 11): 2.228, (0.05, 31): 2.042, (0.01, 21): 2.845, (0.001, 61): 3.460}

    assert {key: round(quantile(*key), 3) for key in table} == table


@pytest.mark.parametrize(("differing", "is_real"), [(1, False), (5, False), (6, True), (12, True)])
def test_a_few_pairs_that_differ_show_no_more_than_a_sign_test(
    differing: int, is_real: bool
) -> None:
    pairs = Pairs()
    pairs.add((1, 0), (1, 0), 4000 - differing)
    pairs.add((1, 0), (1, 1), differing)

    assert judged_alone(pairs).is_real == is_real


def test_a_change_that_is_the_same_in_every_pair_has_no_error() -> None:
    pairs = Pairs()
    for value in range(300):
        pairs.add((3, 3 * value), (3, 3 * value + 1))
    found = judged_alone(pairs)

    assert found.error == 0 and found.is_real
