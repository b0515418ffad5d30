"""Parts of a run, played anywhere, give the report of the whole run."""

from __future__ import annotations

import pickle

import pytest
from attrs import evolve

import ruleslang
from ruleslang.simulation import simulate as simulation
from ruleslang.simulation.simulate import Interrupted
from ruleslang.simulation.simulation_report import CHAIN_PRIME

FAILS = """\
rulebook faulty "Faulty"
    players 2
    starts with game
die d6: 1..6
state low: 0..3 = 0
measure "pips" = low
phase game
    roll d6 as pips
    p1 chooses one of
        go: nothing
        stay: nothing
    set low to pips
    p1 wins
"""


@pytest.mark.parametrize("engine", ["interpreter", "wasm", "c"])
def test_parts_of_a_run_give_the_report_of_the_whole(engine: str) -> None:
    for name in ("kuhn_poker", "leduc_poker"):
        game = ruleslang.load(name)
        whole = game.simulate(games=60, seed=9, engine=engine)
        one = game.simulate(games=17, seed=9, engine=engine)
        two = game.simulate(first=17, games=1, seed=9, engine="wasm")
        three = pickle.loads(pickle.dumps(game.simulate(first=18, games=42, seed=9, engine=engine)))

        assert three.merge(one, two) == one.merge(two).merge(three) == whole
        assert one.merge() == one
        assert (one.first, one.games) == (0, 17)


def test_failures_are_merged_with_their_numbers() -> None:
    game = ruleslang.load(FAILS)
    whole = game.simulate(games=20, seed=1)
    halves = [game.simulate(first=first, games=10, seed=1, jobs=2) for first in (10, 0)]

    assert whole.failures and halves[0].merge(halves[1]) == whole
    assert all(each.game >= 10 for each in halves[0].failures)


def test_the_order_of_the_games_is_in_the_chain() -> None:
    game = ruleslang.load("pig")
    one, two = (game.simulate(first=first, games=5, seed=1) for first in (0, 5))
    assert one.merge(two).chain != evolve(two, first=0).merge(evolve(one, first=5)).chain
    assert len(one.chain) == 32 and int(one.chain, 16) < CHAIN_PRIME


def test_what_does_not_belong_together_is_not_merged() -> None:
    game = ruleslang.load("pig")
    report = game.simulate(games=5, seed=1)
    later = game.simulate(first=7, games=5, seed=1)
    with pytest.raises(ValueError, match="game 0 is in two of the reports"):
        report.merge(report)
    with pytest.raises(ValueError, match="games 5 to 6 are in none of the reports"):
        report.merge(later)
    for other in (
        game.simulate(first=5, games=5, seed=2),
        game.simulate(first=5, games=5, seed=1, players=["random", "greedy"])
        if "greedy" in game.bots
        else ruleslang.load("kuhn_poker").simulate(first=5, games=5, seed=1),
    ):
        with pytest.raises(ValueError, match="not parts of one run"):
            report.merge(other)
    for first in (-1, 1 << 62):
        with pytest.raises(ValueError, match="`first`"):
            game.simulate(first=first, games=5)


def test_a_report_with_gaps_is_not_merged(monkeypatch: pytest.MonkeyPatch) -> None:
    """Portions come back in any order; what was done when the user stopped may have gaps."""
    game = ruleslang.load("pig")
    batch = game.batch(games=4, seed=1)
    (third,) = simulation.play_games(batch, range(2, 3))

    def broken_off(*_: object) -> object:
        yield 2, [third]
        raise KeyboardInterrupt

    monkeypatch.setattr(simulation, "played_portions", broken_off)
    with pytest.raises(Interrupted) as stopped:
        simulation.simulate(batch)
    monkeypatch.undo()

    report = stopped.value.report
    assert (report.games, report.first) == (1, None)
    with pytest.raises(ValueError, match="has gaps"):
        report.merge(game.simulate(first=3, games=1, seed=1))
