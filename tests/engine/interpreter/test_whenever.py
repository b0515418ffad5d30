"""
Rules that act at once: parts left out of a test cannot have changed, so that it is never seen.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

import ruleslang
from ruleslang.engine.interpreter import whenever
from ruleslang.engine.interpreter.machine import Machine
from ruleslang.library.load import load_text
from tests.support.example_results import run

ROOT = Path(__file__).parents[3]
PLAYED = (("rulebooks/ollapion", 60), ("examples/hanabi", 10))
CONFORMANCE = sorted((ROOT / "tests/engine/conformance").glob("b[45]*/*.rules"))


@pytest.fixture
def tests(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[int]]:
    """The tests that were made; after each, all rules are as a test of everything finds them."""
    made: list[int] = []
    test = whenever.test

    def and_compare(m: Machine, *, everything: bool = False) -> None:
        test(m, everything=everything)
        made.append(m.state.version)
        for rule, forces in whenever.rules(m, None):
            true = {each.key for force in forces for each in whenever.elements(m, force)}
            assert m.state.bits.get(rule, frozenset()) == true, rule

    monkeypatch.setattr(whenever, "test", and_compare)
    yield made


@pytest.mark.parametrize(("rulebook", "least"), PLAYED)
def test_what_is_not_tested_has_not_changed(rulebook: str, least: int, tests: list[int]) -> None:
    match = ruleslang.load(ROOT / rulebook).start(seed=5)
    for turn in range(60):
        if match.decision is None:
            break
        match.choose(match.decision.choices[turn % len(match.decision.choices)])

    assert len(tests) > least


@pytest.mark.parametrize("path", CONFORMANCE, ids=lambda path: path.stem)
def test_nor_has_it_in_examples(path: Path, tests: list[int]) -> None:
    loaded = load_text(path.read_text(encoding="utf-8"))
    assert loaded.compiled is not None

    assert [each.message for each in run(loaded.compiled).examples if not each.passed] == []
