"""Means and their intervals."""

from __future__ import annotations

from random import Random

from ruleslang.simulation.simulation_report import Moments, Sample, share


def moments(samples: list[list[int]]) -> Moments:
    made = Moments()
    for values in samples:
        if values:
            made.add(Sample(len(values), sum(values), min(values), max(values)))
        else:
            made.add(Sample(0, 0, 0, 0))
    return made


def test_one_value_a_game_gives_the_textbook_interval() -> None:
    found = moments([[1], [2], [3], [4]]).estimate()

    assert found is not None
    assert found.mean == 2.5
    student = 3.182  # of three degrees of freedom
    assert abs((found.high - found.mean) / ((5 / 3) ** 0.5 / 2) - student) < 0.05
    assert (found.minimum, found.maximum) == (1, 4)


def test_no_value_is_no_estimate_and_one_game_has_no_width() -> None:
    assert moments([]).estimate() is None
    assert moments([[]]).estimate() is None
    alone = moments([[3, 5]]).estimate()
    assert alone is not None
    assert (alone.mean, alone.low, alone.high) == (4, 4, 4)


def test_the_interval_contains_the_mean_about_as_often_as_stated() -> None:
    """Values of one game hang together: each game has its own level."""
    random = Random(5)
    held = 0
    for _ in range(400):
        games = []
        for _ in range(60):
            level = random.randrange(10)
            games.append([level + random.randrange(3) for _ in range(1 + random.randrange(9))])
        found = moments(games).estimate()
        assert found is not None
        held += found.low <= 5.5 <= found.high

    assert 360 <= held <= 396


def test_shares_of_few_games_stay_inside_their_bounds() -> None:
    assert share(0, 0) == (0.0, 0.0, 1.0)
    for part in range(4):
        mean, low, high = share(part, 3)
        assert 0 <= low <= mean <= high <= 1


def test_a_mean_that_is_the_same_in_every_game_has_no_width() -> None:
    found = moments([[0, 0, 1], [1, 0, 0], [0, 1, 0, 1, 0, 0]] * 100).estimate()

    assert found is not None and found.low == found.high == found.mean
