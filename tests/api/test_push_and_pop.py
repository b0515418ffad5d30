"""What is pushed and popped, and decisions read after that, are the same on all engines."""

from __future__ import annotations

import gc
import weakref
from random import Random
from typing import Literal

import pytest

import ruleslang
from ruleslang.engine.engine_names import WASM, C
from tests.engine.c.conftest import compiler as compiler

STEPS = 150


class Beside:
    """A match in C and the same in Python, to which the same is done."""

    def __init__(self, game: ruleslang.Game, seed: int) -> None:
        self.chance = Random(seed)
        self.matches = [game.start(seed=seed, engine=engine) for engine in (C, WASM)]
        self.kept: list[list[object]] = []  # decisions and choices, read at the end
        self.copies: list[list[ruleslang.Match]] = []

    def step(self) -> None:
        """Push or pop, or do something besides."""
        made = len(self.matches[0].engine.chosen)
        decision = self.matches[0].decision
        may = ["choose", "named", "copy", "back", "read"]
        may += ["push", "push by choice", "push by id", "push"] if decision is not None else []
        may += ["pop"] * 4 if made else []
        action, place = self.chance.choice(may), 0
        if decision is not None:
            place = self.chance.randrange(len(decision.choices))
            self.kept.append([match.decision for match in self.matches])
        for match in self.matches:
            if match.decision is not None:
                self._move(match, action, place)
        if action == "pop":
            self.kept.append([match.pop() for match in self.matches])
        elif action == "copy":
            self.copies.append([match.copy() for match in self.matches])
        elif action == "back" and self.copies:
            self.copies.append(self.matches)
            self.matches = self.copies.pop(self.chance.randrange(len(self.copies)))

    def _move(self, match: ruleslang.Match, action: str, place: int) -> None:
        assert match.decision is not None
        choice = match.decision.choices[place]
        match.push(place) if action == "push" else None
        match.push(choice) if action == "push by choice" else None
        match.push(choice.id) if action == "push by id" else None
        match.choose(choice) if action == "choose" else None

    def compare(self) -> None:
        """What can be read is equal."""
        in_c, in_python = self.matches
        assert in_c.engine.chosen == in_python.engine.chosen
        assert in_c.is_over == in_python.is_over
        if self.chance.random() < 0.2:
            assert in_c.key() == in_python.key()
            assert in_c.hash() == in_python.hash()
        if self.chance.random() < 0.1:
            assert in_c.choices == in_python.choices
            assert str(in_c.story(0)) == str(in_python.story(0))


@pytest.mark.parametrize("name", ["tic_tac_toe", "crazy_eights", "nim"])
def test_all_that_was_pushed_and_popped_is_the_same_on_both_engines(
    name: str, compiler: None
) -> None:
    both = Beside(ruleslang.load(name), 7)

    for _ in range(STEPS):
        both.step()
        both.compare()

    for in_c, in_python in both.kept:
        assert in_c == in_python
    for in_c, in_python in both.copies:
        assert in_c.decision == in_python.decision


def test_a_choice_that_is_none_pushes_nothing(compiler: None) -> None:
    match = ruleslang.load("tic_tac_toe").start(seed=1, engine=C)
    before = match.key()
    for wrong in (9, -1, "nothing", 1.5):
        with pytest.raises(ruleslang.IllegalChoice):
            match.push(wrong)  # type: ignore[arg-type]

    assert match.key() == before
    with pytest.raises(ValueError, match="no choice was made"):
        match.pop()


def test_a_decision_of_what_was_taken_back_keeps_its_words(compiler: None) -> None:
    match = ruleslang.load("tic_tac_toe").start(seed=1, engine=C)
    match.push(0)
    there = match.decision
    assert there is not None
    match.push(0)
    deeper = match.decision
    match.pop()
    match.pop()
    match.push(8)

    assert deeper is not None
    assert len(deeper.choices) == 7
    assert [choice.id for choice in there.choices][:2] == [
        "mark_a_square cell(2, 1)",
        "mark_a_square cell(3, 1)",
    ]
    assert deeper.choices[0].id == "mark_a_square cell(3, 1)"
    assert match.decision is not None
    assert match.decision.choices[0].id == "mark_a_square cell(1, 1)"


@pytest.mark.usefixtures("few_to_collect")
def test_a_match_in_the_middle_of_a_search_can_be_dropped(compiler: None) -> None:
    match = ruleslang.load("tic_tac_toe").start(seed=1, engine=C)
    decisions = []
    for _ in range(5):
        match.push(0)
        decisions.append(match.decision)
    match.pop()
    left = weakref.ref(match)

    del match, decisions
    gc.collect()

    assert left() is None


@pytest.mark.parametrize("engine", [C, WASM])
def test_a_story_is_that_of_the_choices_whatever_was_tried_out(
    compiler: None, engine: Literal["c", "wasm"]
) -> None:
    game, first = ruleslang.load("tic_tac_toe"), [0, 3]

    def told(match: ruleslang.Match) -> tuple[object, ...]:
        return match.story(0), match.story(1), match.information(1)

    def made(*choices: int) -> ruleslang.Match:
        match = game.start(seed=1, engine=WASM)
        for choice in choices:
            match.choose(choice)
        return match

    match = game.start(seed=1, engine=engine)
    for choice in first:
        match.choose(choice)
    assert told(match) == told(made(*first))
    for choice in (2, 1):
        match.push(choice)
        assert told(match) == told(made(*first, choice))
        match.push(0)
        assert told(match) == told(made(*first, choice, 0))
        match.pop()
        copy = match.copy()
        match.pop()
        assert told(match) == told(made(*first))
        copy.choose(3)
        assert told(copy) == told(made(*first, choice, 3))
        assert told(match) == told(made(*first))
