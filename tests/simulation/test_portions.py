"""The portions in which the games of a batch are played, by a clock that the test controls."""

from __future__ import annotations

import time

import pytest

from ruleslang.api import load
from ruleslang.simulation.play_games import SECONDS, Portions
from ruleslang.simulation.simulate import in_this_thread

LONGEST = 1.0  # seconds that nothing is heard of the games


def played(batch: Portions, costs: list[float], monkeypatch: pytest.MonkeyPatch) -> list[range]:
    """The portions, where each game takes what `costs` says."""

    def work(games: range) -> None:
        clock[0] += sum(costs[game] for game in games)

    clock = [0.0]
    monkeypatch.setattr(time, "monotonic", lambda: clock[0])
    return [games for games, _ in in_this_thread(work, batch)]


@pytest.mark.parametrize("cost", [0.00001, 0.001, 0.03, 0.2, 60.0])
def test_no_portion_takes_long(cost: float, monkeypatch: pytest.MonkeyPatch) -> None:
    portions = played(Portions(0, 5_000, most=500), [cost] * 5_000, monkeypatch)

    assert [game for games in portions for game in games] == list(range(5_000))
    assert all(len(games) == 1 or len(games) * cost <= LONGEST for games in portions)
    assert len(portions) <= 20 + 5_000 * max(cost / SECONDS * 2, 1 / 500)


def test_games_that_become_slow_come_one_by_one(monkeypatch: pytest.MonkeyPatch) -> None:
    costs = [0.0001] * 2_000 + [5.0] * 1_000
    portions = played(Portions(0, 3_000, most=500), costs, monkeypatch)

    assert [len(games) for games in portions if games.start >= 2_500] == [1] * 500


def test_games_that_are_recorded_begin_one_by_one_in_every_engine() -> None:
    game = load("higher")
    for engine in ("c", "wasm", "interpreter"):
        batch = game.batch(games=20_000, seed=1, records=True, engine=engine)
        assert batch.portions().take() == range(1), engine
