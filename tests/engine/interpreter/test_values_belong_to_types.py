"""Every value in play belongs to the type of its expression."""

from __future__ import annotations

import pytest

from ruleslang.engine.interpreter.engine import Interpreter
from ruleslang.engine.interpreter.match import InterpretedMatch
from ruleslang.engine.match.chance import Stream
from tests.engine.interpreter.rulebooks import random_choices, shipped
from tests.support.belongs_to import watched


def play(match: InterpretedMatch, choices: Stream, most: int) -> None:
    """Make choices at random, so many at most."""
    for _ in range(most):
        if match.decision is None:
            return
        match.choose(choices.below(len(match.decision.choices)))


def tried(names: list[str], *, seeds: range, most: int) -> list[str]:
    """What was met that lies in no type, in matches of these rulebooks."""
    found: list[str] = []
    for name in names:
        program = shipped()[name].program
        with watched(program) as reached:
            for seed in seeds:
                play(Interpreter(program).start(seed=seed), random_choices(seed), most)
        found += [f"{name}: {each}" for each in dict.fromkeys(reached)]
    return found


def test_values_of_play_belong_to_their_types() -> None:
    assert tried(sorted(shipped()), seeds=range(1, 2), most=5) == []


@pytest.mark.long
def test_values_of_many_matches_belong_to_their_types() -> None:
    assert tried(sorted(shipped()), seeds=range(20), most=400) == []
