"""A signal ends what C plays, however long it goes on without a decision."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Semaphore
from typing import Any

import pytest

from ruleslang.engine.code.compiled_game import Games
from ruleslang.engine.code.lock_step import LockStep
from ruleslang.engine.compiled_in_c import CEngine, compiled
from ruleslang.engine.match.entities import settle
from ruleslang.engine.match.faults import SLUGS
from ruleslang.library.load import load_text
from ruleslang.program.program import Program
from ruleslang.simulation.play_games import Portions
from ruleslang.simulation.simulate import in_threads

LONG = """
rulebook long "Long"
    language 1
    players 2: ann, bob
    starts with game
state n: 0..9 = 0
phase game
    repeat 1000 times
        ann must do go
        work
    ann wins
action go by p choosing k from 0..2
    set n to k
procedure work
    repeat 900000 times
        set n to (1 when (sum of a over a in (n..n+9000)) > 5 otherwise 2)
"""


# One expression of thousands of millions of members: in ranges, on boards, in functions, in lists.
NESTED = """
rulebook nested "Nested"
    language 1
    players 2: ann, bob
    starts with game
board field: grid 40 by 40
board square: grid 7 by 9
state n: 0..9 = 0
state some: list of 0..9 up to 1000 = {}
value far(s: field, t: field): 0..99 = remainder(column(s) + row(t), 7)
value outer(s: square): 0..999999 = number of (each t in square where middle(t, s) > n)
value middle(s: square, t: square): 0..999999 = sum of inner(s, t, u) over u in square
value inner(s: square, t: square, u: square): 0..9999 = sum of last(s, t, u, v) over v in square
value last(s: square, t: square, u: square, v: square): 0..999
    answer number of (each x in square where remainder(column(s) + row(t) * row(u) + row(v) + n, 9)
            < row(x))
value nested_sum(k: 0..3): 0..9999999999999
    depending on k
        0: sum of (sum of (sum of (a + b + c) over c in (0..n + 1999)) over b in (0..n + 999)
            ) over a in (0..n + 999)
        1: sum of (sum of (number of (each z in field where far(z, x) < n + row(y))) over y in field
            ) over x in field
        2: sum of outer(s) over s in square
        3: sum of (sum of (sum of (a + b + c) over c in some) over b in some) over a in some
phase game
    repeat 1000 times: set some to some + {n}
    ann must do go
    ann wins
action go by p choosing k from 0..3
    set n to (1 when nested_sum(k) > 5 otherwise 2)
"""


class Stopped(Exception):
    """The signal came."""


@contextmanager
def stopped_soon() -> Iterator[None]:
    """Within this, a signal raises `Stopped` in the main thread."""

    def stop(*_: object) -> None:
        raise Stopped

    before = signal.signal(signal.SIGALRM, stop)
    signal.setitimer(signal.ITIMER_REAL, 0.2)
    try:
        with pytest.raises(Stopped):
            yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def program(text: str = LONG) -> Program:
    loaded = load_text(text)
    assert loaded.compiled is not None
    return loaded.compiled.program


def test_a_signal_ends_a_choice_in_c() -> None:
    match: Any = CEngine(program()).start(seed=1)
    assert match.waits_for == (0, 3)  # what moves it is compiled, too
    play = match.play
    with stopped_soon():
        match.choose(0)

    assert play.memory.get("fault"), "it was played to its end before the signal was handled"
    assert match.chosen == [] and match.waits_for == (0, 3)
    assert match.play is None, "the interpreter goes on"


def test_a_signal_ends_one_expression_in_c() -> None:
    match = CEngine(program(NESTED)).start(seed=1)
    assert match.waits_for == (0, 4)
    for k in range(4):
        twin = match.copy()
        with stopped_soon():
            twin.choose(k)

        assert list(twin.chosen) == [], k


def test_a_signal_ends_whole_games_in_c() -> None:
    game = compiled(program(), settle(program(), None, None, None))
    with stopped_soon():
        Games(game).words(range(100))


def test_a_signal_ends_many_matches_on_threads() -> None:
    game = compiled(program(), settle(program(), None, None, None))
    batch = LockStep(game, range(600), 2)
    with stopped_soon():
        batch.step([0] * 600)

    assert max(batch.choices[:300]) > 0 > min(batch.choices), "some are stopped, others not begun"
    stopped = next(at for at, choices in enumerate(batch.choices) if choices < 0)
    assert tuple(SLUGS)[-batch.choices[stopped] - 1] == "interrupted"
    batch.begin_anew(stopped, 1)
    assert batch.choices[stopped] == 3
    batch.close()


def test_games_in_threads_end_with_whoever_waits_for_them() -> None:
    game = compiled(program(), settle(program(), None, None, None))
    ended = Semaphore(0)

    def work(games: range) -> None:
        Games(game).words(games)
        ended.release()

    done = in_threads(2, work, Portions(0, 2, most=1))
    with stopped_soon():
        next(done)
    assert ended.acquire() and ended.acquire()
