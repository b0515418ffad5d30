"""
The conformance suite by the quick engines: what they play comes out as the interpreter has it.

A program with a construct that has no lowering yet is refused as a whole; `NOT_YET` says which
constructs these are, and must name no others.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest
from attrs import Factory, frozen

from ruleslang.engine.cells.match import CompiledMatch
from ruleslang.engine.compiled_in_c import CEngine, WasmEngine
from ruleslang.engine.flow.context import NotLowered
from ruleslang.engine.match.interface import Observer, Saved
from ruleslang.explanation.examples.run_examples import run_example
from ruleslang.program.program import Compiled, Program
from tests.engine.conformance.test_conformance import BROKEN, FAULTS, PLAYED, compiled

NOT_YET: frozenset[str] = frozenset()
PLAYED_BY_ITSELF = 195  # examples, at least, in which something is begun


@frozen(eq=False)
class Watched:
    """A quick engine, whose matches are kept."""

    engine: WasmEngine
    matches: list[CompiledMatch] = Factory(list)

    @property
    def program(self) -> Program:
        return self.engine.program

    def start(self, **settings: Any) -> CompiledMatch:
        return self._kept(self.engine.start(**settings))

    def opening(self, **settings: Any) -> CompiledMatch:
        return self._kept(self.engine.opening(**settings))

    def resume(self, saved: Saved, observers: Sequence[Observer] = ()) -> CompiledMatch:
        return self._kept(self.engine.resume(saved, observers))

    def _kept(self, match: CompiledMatch) -> CompiledMatch:
        self.matches.append(match)
        return match


def tried(found: Compiled, engine: WasmEngine, *, faults: bool) -> tuple[int, list[str]]:
    """How many examples an engine played by itself, and which came out otherwise."""
    watched, wrong = Watched(engine), []
    for example in found.examples:
        result = run_example(found, example, engine=lambda _: watched)
        if bool(result.fault) != faults or (not faults and result.message):
            wrong.append(f"{example.title}: {result}")
    return sum(1 for each in watched.matches if each.play is not None), wrong


def test_every_third_case_is_played_or_refused_for_a_construct_of_the_table() -> None:
    assert_all_are_played(WasmEngine, 3)


@pytest.mark.parametrize("kind", [WasmEngine, CEngine])
def test_a_property_is_broken_at_the_same_moment(kind: type[WasmEngine]) -> None:
    for path in BROKEN:
        found = compiled(path)
        watched = Watched(kind(found.program))
        for example in found.examples:
            here = run_example(found, example, engine=lambda _, watched=watched: watched)
            assert here == run_example(found, example)


@pytest.mark.long
def test_every_case_is_played_or_refused_for_a_construct_of_the_table() -> None:
    assert_all_are_played(WasmEngine)


@pytest.mark.long
def test_c_plays_every_case() -> None:
    assert_all_are_played(CEngine)


def assert_all_are_played(kind: type[WasmEngine], step: int = 1) -> None:
    """Each case comes out as it says, by this engine."""
    reached, wrong, played = set(), [], 0
    for path in (*PLAYED[::step], *FAULTS[::step]):
        found = compiled(path)
        engine = kind(found.program)
        try:
            engine.opening()
            by_itself, otherwise = tried(found, engine, faults=path in FAULTS)
        except NotLowered as refused:  # perhaps only under a reading of an example
            reached.add(refused.construct)
            continue
        played += by_itself
        wrong += [f"{path}: {each}" for each in otherwise]

    assert wrong == []
    assert reached == NOT_YET
    assert played >= PLAYED_BY_ITSELF // step
