"""A named value is cached while its inputs stay the same, and is never out of date."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

import ruleslang
from ruleslang.engine.interpreter import modifiers
from ruleslang.engine.interpreter.machine import Machine
from ruleslang.engine.match.runtime_values import Value

ROOT = Path(__file__).parents[3]
PLAYED = (
    "rulebooks/grangol",
    "rulebooks/ollapion",
    "examples/crazy_eights",
    "examples/sealed_bids",
)


@pytest.fixture
def hits(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    """The values that were found kept; each is worked out again and compared."""
    found: list[str] = []
    kept = modifiers.value_of

    def afresh(m: Machine, name: str, arguments: tuple[Value, ...], origin: int = -1) -> Value:
        answer = kept(m, name, arguments, origin)
        if arguments in m.known.get(name, ()):
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
