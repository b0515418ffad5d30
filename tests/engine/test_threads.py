"""Matches of one game in several threads do not touch each other."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial
from random import Random
from threading import Thread
from typing import Any

import pytest

import ruleslang
from tests.engine.c.conftest import compiler as compiler
from tests.support.engines import ENGINES

GAME = ruleslang.load("crazy_eights")
MATCHES, DECISIONS, THREADS = 9, 20, 3
OFTEN = 1e-5  # seconds after which another thread goes on, so that they meet in few matches

FIRST = """
import sys
from threading import Thread
import ruleslang

sys.setswitchinterval(1e-5)
game = ruleslang.load("kuhn_poker")
found = []
threads = [Thread(target=lambda: found.append(game.start(seed=1).hash())) for _ in range(4)]
for each in threads:
    each.start()
for each in threads:
    each.join()
assert found == [game.start(seed=1).hash()] * 4
"""


@pytest.fixture
def switched_often() -> Iterator[None]:
    """Threads take turns far more often than usual."""
    before = sys.getswitchinterval()
    sys.setswitchinterval(OFTEN)
    yield
    sys.setswitchinterval(before)


def in_threads(work: Callable[[int], Any]) -> list[Any]:
    """What comes of the work for the seed of each match, in several threads at once."""
    found: dict[int, Any] = {}

    def some(first: int) -> None:
        for seed in range(first, MATCHES, THREADS):
            found[seed] = work(seed)

    threads = [Thread(target=some, args=(first,)) for first in range(THREADS)]
    for each in threads:
        each.start()
    for each in threads:
        each.join()
    return [found.get(seed) for seed in range(MATCHES)]


def seen_of(engine: str, seed: int) -> list[Any]:
    """What is seen of a match at each decision, its hash, and that of a copy."""
    match, chance, seen = GAME.start(seed=seed, engine=engine), Random(seed), list[Any]()
    while (decision := match.decision) is not None and len(seen) < DECISIONS:
        view = ruleslang.as_data(match.view(decision.player))
        seen.append((view, match.hash(), match.copy().hash()))
        match.choose(chance.randrange(len(decision.choices)))
    return seen


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.usefixtures("switched_often")
def test_what_is_seen_of_a_match_is_the_same_beside_other_threads(engine: str) -> None:
    work = partial(seen_of, engine)
    alone = [work(seed) for seed in range(MATCHES)]
    assert in_threads(work) == alone


def test_the_first_matches_of_a_process_may_begin_at_once() -> None:
    subprocess.run([sys.executable, "-c", FIRST], check=True, timeout=60)


@pytest.mark.usefixtures("switched_often")
def test_the_choices_are_named_once_though_two_threads_ask_for_them() -> None:
    for seed in range(20):
        match, chance, found = GAME.start(seed=seed, engine="wasm"), Random(seed), list[int]()
        while match.decision is not None and len(match.engine.chosen) < DECISIONS:
            match.choose(chance.randrange(len(match.decision.choices)))

        def ask(match: Any = match, found: list[int] = found) -> None:
            with suppress(RuntimeError):
                found.append(len(match.choices))

        threads = [Thread(target=ask) for _ in range(THREADS)]
        for each in threads:
            each.start()
        for each in threads:
            each.join()
        found.append(len(match.choices))
        assert set(found) == {len(match.engine.chosen)}
