"""
The conformance suite by the portable engine: what it plays comes out as the interpreter has it.

A program with a construct that has no lowering yet is refused as a whole; `NOT_YET` says which
constructs these are, and must name no others.
"""

from __future__ import annotations

from typing import Any

from ruleslang.flow.refuse import NotLowered
from ruleslang.portable.engine import Portable
from ruleslang.portable.match import PortableMatch
from ruleslang.program.program import Compiled
from ruleslang.proving.examples import run_example
from tests.conformance.test_conformance import FAULTS, PLAYED, compiled

NOT_YET: frozenset[str] = frozenset()
PLAYED_BY_ITSELF = 195  # examples, at least, in which something is begun


class Watched(Portable):
    """The portable engine, whose matches are kept."""

    def __init__(self, program: Any) -> None:
        super().__init__(program)
        self.__dict__["matches"] = []

    def opening(self, **settings: Any) -> PortableMatch:
        match = super().opening(**settings)
        self.__dict__["matches"].append(match)
        return match


def tried(found: Compiled, *, faults: bool) -> tuple[int, list[str]]:
    """How many examples the engine played by itself, and which came out otherwise."""
    engine = Watched(found.program)
    wrong = []
    for example in found.examples:
        result = run_example(found, example, engine=lambda _: engine)
        if bool(result.fault) != faults or (not faults and result.message):
            wrong.append(f"{example.title}: {result}")
    matches: list[PortableMatch] = engine.__dict__["matches"]
    return sum(1 for each in matches if each.play is not None), wrong


def test_every_case_is_played_or_refused_for_a_construct_of_the_table() -> None:
    met, wrong, played = set(), [], 0
    for path in (*PLAYED, *FAULTS):
        found = compiled(path)
        try:
            Portable(found.program).opening()
            by_itself, otherwise = tried(found, faults=path in FAULTS)
        except NotLowered as refused:  # perhaps only under a reading of an example
            met.add(refused.construct)
            continue
        played += by_itself
        wrong += [f"{path}: {each}" for each in otherwise]

    assert wrong == []
    assert met == NOT_YET
    assert played >= PLAYED_BY_ITSELF
