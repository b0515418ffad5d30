"""A match in C holds as much as one of the other engines does: its memory grows."""

from __future__ import annotations

import gc
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from types import CodeType, FrameType
from typing import Any

import pytest

import ruleslang
from ruleslang.engine.code.compiled_game import Games
from ruleslang.engine.code.lock_step import LockStep
from ruleslang.engine.code.machine import CPlay, in_memory
from ruleslang.engine.code.match import CMatch
from ruleslang.engine.code.memory import HEAP, Matches, Memory
from ruleslang.engine.compiled_in_c import CEngine, compiled
from ruleslang.engine.match.chance import Streams
from ruleslang.engine.match.entities import settle
from tests.engine.c.agreement import cells, differences

MUCH = str(Path(__file__).parent / "much_held.rules")
NEARLY_ALL = 55  # decisions, behind which far more is held than a heap has words


def after(decisions: int) -> CMatch:
    """A match of C behind so many decisions."""
    match = CEngine(ruleslang.load(MUCH).program).start(seed=5)
    assert isinstance(match, CMatch)
    for at in range(decisions):
        match.choose(at % 5)
    return match


def played_on(match: CMatch) -> str:
    """The hash at the end of a match."""
    while match.waits_for is not None:
        match.choose(1)
    assert isinstance(match.play, CPlay)
    return match.hash()


def test_what_fills_a_heap_many_times_over_is_played_alike() -> None:
    program = ruleslang.load(MUCH).program
    found = [differences(program, seed) for seed in range(2)]

    assert found == [([], 67)] * 2


def test_a_large_match_is_copied_and_read_and_goes_from_engine_to_engine() -> None:
    match = after(NEARLY_ALL)
    copy = match.copy(Streams(5))
    assert isinstance(copy, CMatch)
    assert isinstance(match.play, CPlay)
    assert sum(len(cell) for cell in match.play.S if isinstance(cell, tuple)) > HEAP
    assert cells(copy) == cells(match)
    back = match.game.in_c(match.play.without_record())
    assert isinstance(back, CPlay)
    assert back.S == match.play.S and back.K == match.play.K
    end = played_on(match)

    assert played_on(copy) == end
    for at in (0, 1, 2):  # what a memory has taken besides is gone with its match
        assert played_on(after(at)) == played_on(after(at))


def test_matches_in_lock_step_grow_and_restart() -> None:
    game = ruleslang.load(MUCH)
    batch: LockStep = game.in_lock_step([5, 6])
    match = after(0)
    for _ in range(2):
        while match.waits_for is not None:
            assert batch.choices[0] == match.waits_for[1]
            match.choose(2)
            batch.step([2, 3])
        assert list(batch.choices) == [0, 0]
        assert isinstance(match.play, CPlay)
        assert in_memory(batch._game, batch._memory(0)).S == match.play.S
        batch.begin_anew([0, 1], [5, 6])
        match = after(0)


def test_whole_games_and_saves_hold_as_much() -> None:
    game = ruleslang.load(MUCH)
    match = game.start(seed=5, engine="c")
    for _ in range(NEARLY_ALL):
        assert match.decision is not None
        match.choose(match.decision.choices[0])
    resumed = game.resume(match.to_json(), engine="c")
    whole = Games(compiled(game.program, settle(game.program, None, None, None)))
    results = list(whole.play(range(3)))

    assert resumed.hash() == match.hash()
    assert [(each.fault, each.decisions) for each in results] == [(None, 67)] * 3


@pytest.mark.parametrize("words", ["too large", "as many as there may be"])
def test_no_more_than_the_bound_is_taken(words: str) -> None:
    match = after(3)
    assert isinstance(match.play, CPlay)
    memory = match.play.memory
    most = 1 << 25
    number = most + 1 if words == "too large" else most // 2

    assert bool(memory.of.functions.rl_room(memory.address, number)) == (number < most)


class Interrupted(Exception):
    """A limit of time raises this anywhere."""


@contextmanager
def interrupted_at(line: int, code: CodeType) -> Iterator[None]:
    """Raise before a line of a function, counted from 0 as they are run."""
    left = iter(range(line, -1, -1))

    def before_line(_: FrameType, event: str, __: object) -> Any:
        if event == "line" and next(left, 1) == 0:
            raise Interrupted
        return before_line

    sys.settrace(lambda frame, *_: before_line if frame.f_code is code else None)
    try:
        yield
    finally:
        sys.settrace(None)


@pytest.mark.usefixtures("few_to_collect")
@pytest.mark.filterwarnings("error::pytest.PytestUnraisableExceptionWarning")
@pytest.mark.parametrize("kind", [Memory, Matches])
@pytest.mark.parametrize("line", range(14))
def test_what_is_interrupted_while_it_is_made_is_given_up(kind: Any, line: int) -> None:
    of = after(0).game.compiled
    of.spare.clear()
    arguments = (of,) if kind is Memory else (of, 2)
    with suppress(Interrupted), interrupted_at(line, kind.__init__.__code__):
        kind(*arguments)
    gc.collect()

    assert kind(*arguments).of is of
