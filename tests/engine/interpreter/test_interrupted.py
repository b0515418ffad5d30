"""An interrupted choice (Ctrl-C, a time limit) leaves the match unchanged."""

from __future__ import annotations

import pytest

from ruleslang.engine.interpreter.engine import Interpreter
from ruleslang.engine.interpreter.match import InterpretedMatch
from ruleslang.engine.match.interface import Observer
from ruleslang.library.load import load


class TimeLimit(BaseException):
    """What somebody raises in the midst of the rules."""


def is_at(match: InterpretedMatch) -> tuple[object, ...]:
    return match.hash(), match.decision, match.view(0), list(match.events), match.outcome


@pytest.mark.parametrize("rulebook", ["higher", "crazy_eights", "pig"])
@pytest.mark.parametrize("late", [0, 1, 5])
def test_a_choice_that_is_broken_into_was_not_made(rulebook: str, late: int) -> None:
    compiled = load(rulebook).compiled
    assert compiled is not None
    left = -1

    def listen(_: int) -> None:
        nonlocal left
        left -= 1
        if left == 0:
            raise TimeLimit

    observer = Observer(reached=listen)

    def played(*, disturbed: bool) -> list[object]:
        nonlocal left
        match, went = Interpreter(compiled.program).start(seed=5, observers=[observer]), []
        while match.decision is not None and len(match.chosen) < 12:
            before = is_at(match)
            left = late + 1 if disturbed else -1
            try:
                match.choose(len(match.decision.choices) - 1)
            except TimeLimit:
                assert is_at(match) == before
                left = -1
                match.choose(len(match.decision.choices) - 1)
            left = -1
            went.append(is_at(match))
        return went

    assert played(disturbed=True) == played(disturbed=False)


def test_a_match_cannot_be_moved_while_it_moves() -> None:
    compiled = load("pig").compiled
    assert compiled is not None
    inner: list[str] = []

    def listen(_: int) -> None:
        if match is not None and match.decision is not None:
            try:
                match.choose(0)
            except ValueError as problem:
                inner.append(str(problem))

    match: InterpretedMatch | None = None
    match = Interpreter(compiled.program).start(seed=1, observers=[Observer(reached=listen)])
    match.choose(0)

    assert inner and all("under way already" in each for each in inner)
