"""A named value is cached while its inputs stay the same, and is never out of date."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

import ruleslang
from ruleslang.engine.interpreter import modifiers
from ruleslang.engine.interpreter.engine import Interpreter
from ruleslang.engine.interpreter.machine import Machine
from ruleslang.engine.match.interface import Observer
from ruleslang.engine.match.runtime_values import Value
from ruleslang.library.load import load_text
from ruleslang.program.passes.parts import parts_of

ROOT = Path(__file__).parents[3]
PLAYED = (
    "rulebooks/grangol",
    "rulebooks/ollapion",
    "examples/crazy_eights",
    "examples/sealed_bids",
    "examples/skat",
)
CONSTANT = """rulebook numbers "Numbers"
    language 1
    players 1: anna
    starts with game

value double(n: 1..3): 2..6 = n * 2

phase game
    if double(2) + double(3) is 10: anna wins
    nobody wins
"""


@pytest.fixture
def hits(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    """The values that were found kept; each is worked out again and compared."""
    found: list[str] = []
    kept = modifiers.value_of

    def afresh(m: Machine, name: str, arguments: tuple[Value, ...], origin: int = -1) -> Value:
        answer = kept(m, name, arguments, origin)
        if arguments in m.known.get(name, ()) or arguments in m.tables.constants.get(name, ()):
            before = m.by_turn
            assert modifiers._computed(m, m.tables.values[name], arguments, origin) == answer, name
            m.by_turn = before
            found.append(name)
        return answer

    monkeypatch.setattr(modifiers, "value_of", afresh)
    yield found


@pytest.mark.parametrize("rulebook", PLAYED)
def test_a_kept_value_is_what_it_would_be_afresh(rulebook: str, hits: list[str]) -> None:
    match = ruleslang.load(ROOT / rulebook).start(seed=3)
    for turn in range(40):
        if match.decision is None:
            break
        match.choose(match.decision.choices[turn % len(match.decision.choices)])

    assert hits


def test_what_reads_nothing_is_computed_once_for_all_matches_but_heard_in_each() -> None:
    compiled = load_text(CONSTANT).compiled
    assert compiled is not None
    program = compiled.program
    value = parts_of(program).number(program.values[0])
    engine = Interpreter(program)
    match = engine.start()
    known = match.machine.tables.constants["double"]
    assert list(known.values()) == [4, 6]

    heard: list[int] = []
    for _ in range(2):
        engine.start(observers=[Observer(reached=heard.append)])

    assert heard.count(value) == 4
