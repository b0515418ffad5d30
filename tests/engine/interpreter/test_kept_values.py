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
from ruleslang.engine.match.position import Rearrangement
from ruleslang.engine.match.runtime_values import Value
from ruleslang.library.load import load_text
from ruleslang.program import expressions as e
from ruleslang.program.passes.parts import parts_of
from ruleslang.program.walk import find

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


CARDS = """rulebook ranks "Ranks"
    language 1
    players 1: anna
    starts with game

kind token
    has rank: 1..9
card ace "Ace": token
    rank: 1
card nine "Nine": token
    rank: 9
zone hand: token, seen by nobody
zone pile: token, seen by nobody
state found: 0..9 = 0
value most(s: set of token up to 2): 0..9 = highest of rank(c) over c in s

phase game
    move cards where rank(it) is 1 to hand
    move cards where rank(it) is 9 to pile
    anna chooses n from 1..2
    set found to most(hand)
    nobody wins
"""


@pytest.mark.parametrize("is_looked_at", [True, False])
def test_a_look_at_other_cards_leaves_nothing_that_is_kept(is_looked_at: bool) -> None:
    compiled = load_text(CARDS).compiled
    assert compiled is not None
    engine = Interpreter(compiled.program)
    match = engine.start()
    ace, nine = (match.machine.tables.cards)[:2]
    change = Rearrangement(pairs=((ace, nine),))
    call = next(find(compiled.program.procedures, e.CallValue))

    assert match.evaluate(call, {}) == 1
    if is_looked_at:
        with match.rearranged(change):
            assert match.evaluate(call, {}) == 9
    else:
        perturbed = match.perturb(change)
        assert match.evaluate(call, {}) == 9
        perturbed.end()
    assert match.evaluate(call, {}) == 1
    for each in (match, engine.start()):
        each.choose(0)
        assert each.position.states["found"][()] == 1
