"""A batch of games is the same on one process and on several."""

from __future__ import annotations

from collections.abc import Iterator

from attrs import evolve

from ruleslang.analysis.simulate import simulate
from ruleslang.api import Game
from ruleslang.law_harness.law import Broken, Law, Subject

MOST_GAMES = 8


def _search(subject: Subject) -> Iterator[Broken]:
    games = max(2, min(subject.games, MOST_GAMES))
    batch = evolve(Game(subject.compiled).batch(games=games, seed=subject.seed), chunk=1)
    alone, two = simulate(batch), simulate(batch, jobs=2)
    if alone.chain != two.chain:
        yield Broken(f"the chain of {games} games is {alone.chain}, on two processes {two.chain}")
    elif alone != two:
        yield Broken(f"the report on {games} games is another on two processes")


LAW = Law("parallel_batches", "games are the same on one process and on several", _search)
