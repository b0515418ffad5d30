"""Matches in lock step are the same matches as one by one."""

from __future__ import annotations

from array import array

import pytest

from ruleslang.match.chance import Stream
from ruleslang.match.entities import settle
from ruleslang.native.batch import LockStep
from ruleslang.native.game import compiled
from ruleslang.portable.engine import Portable
from tests.classics.classics import game


def test_matches_in_lock_step_are_those_of_their_seeds() -> None:
    program = game("crazy_eights").program
    batch = LockStep(compiled(program, settle(program, None, None, None)), range(8))
    alone = [Portable(program).start(seed=seed) for seed in range(8)]
    chance = Stream(7)
    while any(each > 0 for each in batch.choices):
        asked = [match.waits_for or (-1, 0) for match in alone]
        assert list(zip(batch.players, batch.choices, strict=True)) == asked
        assert [sum(row) for row in batch.mask(9).tolist()] == [min(9, of) for _, of in asked]
        picks = array("q", [chance.below(of) if of else -1 for _, of in asked])
        for match, pick in zip(alone, picks, strict=True):
            if pick >= 0:
                match.choose(pick)
        batch.step(picks)

    ends = [match.outcome and match.outcome.payoffs for match in alone]
    assert [batch.payoffs(match) for match in range(8)] == ends
    batch.begin_anew(0, 0)
    with pytest.raises(ValueError, match="has no choice 900"):
        batch.step(array("q", [900, *[-1] * 7]))
