"""The law of equivalent programs: its rewrites, and the faults of engines that it finds."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from ruleslang.engine.interpreter import whenever
from ruleslang.engine.interpreter.dispatch import MEANINGS
from ruleslang.engine.interpreter.effects_in_force import Force
from ruleslang.engine.interpreter.evaluate import evaluate
from ruleslang.engine.interpreter.machine import Machine
from ruleslang.engine.match.runtime_values import Env, Value
from ruleslang.program import expressions as e
from ruleslang.program import statements as s
from ruleslang.program.events import event_name
from ruleslang.program.program import Program
from ruleslang.program.walk import find
from tests.evaluation.laws.texts import CARDS, broken, planted, shipped
from tests.support.invariants import check
from tests.support.laws.equivalences import EQUIVALENCES, procedures_in_place, values_in_place
from tests.support.laws.texts import EQUIVALENT_PROGRAMS

MOVES_ELSEWHERE = """
card four "Four" x9: token
zone gone: token, seen by all
state ready: yes or no = no

whenever there is c in hand(home) where ready
    move top(pile) to gone

phase game
    deal
    home chooses n from {1, 2}
    set ready to yes
    home chooses n2 from {1, 2}
    nobody wins
"""

KEEPS_DOUBLES = """
die six: 1..6
state total: 0..9 = 0

phase game
    roll 3 six as thrown
    count(thrown)
    home chooses n from {1, 2}
    roll 3 six as again
    count(again)
    home chooses n2 from {1, 2}
    nobody wins

procedure count(s: set of 1..6)
    set total to number of s
"""


LARGE = ("ollapion", "grangol")
QUICKLY = ("spell_duel", "hanabi", "deck_builder")  # where that costs less


def by_names(m: Machine, force: Force, member: Value) -> Mapping[Any, Any]:
    """What a condition looks at, as if all places of one name were one."""
    assert force.source is not None
    reads = m.tables.rule_reads[force.source.effect.id]
    return {name: m.state.changed.get(name) for name in reads}


def as_it_is(m: Machine, x: e.ListAsSet, env: Env) -> Value:
    """A list where a set is declared, with its doubles."""
    return evaluate(m, x.operand, env)


def test_it_sees_a_rule_that_fires_again_by_names(monkeypatch: pytest.MonkeyPatch) -> None:
    tried = planted(CARDS + MOVES_ELSEWHERE)
    assert broken(EQUIVALENT_PROGRAMS, tried) == []

    monkeypatch.setattr(whenever, "fingerprint", by_names)

    (found,) = broken(EQUIVALENT_PROGRAMS, tried)
    assert "holder(x)" in found.finding


def test_it_sees_a_declared_set_that_keeps_its_doubles(monkeypatch: pytest.MonkeyPatch) -> None:
    tried = planted(KEEPS_DOUBLES)
    assert broken(EQUIVALENT_PROGRAMS, tried) == []

    monkeypatch.setitem(MEANINGS.expressions, e.ListAsSet, as_it_is)

    (found,) = broken(EQUIVALENT_PROGRAMS, tried)
    assert "a set kept in a state" in found.finding


@pytest.mark.parametrize("states", EQUIVALENCES)
def test_each_way_changes_a_rulebook_and_leaves_it_sound(states: str) -> None:
    for name in (*QUICKLY, *LARGE):
        if is_sound_after(states, name):
            return
    pytest.fail("it changes none of them")


@pytest.mark.long
@pytest.mark.parametrize("states", EQUIVALENCES)
def test_each_way_changes_some_large_rulebook_and_leaves_it_sound(states: str) -> None:
    assert True in {is_sound_after(states, name) for name in LARGE}


def is_sound_after(states: str, name: str) -> bool:
    """Whether a rulebook is changed by being written in this other way; it must stay sound."""
    compiled = shipped(name).compiled
    assert compiled is not None
    other = EQUIVALENCES[states](compiled)
    if other == compiled:
        return False
    assert check(other.program) == (), name
    return True


@pytest.mark.parametrize("name", LARGE)
def test_ten_named_values_are_written_in_place(name: str) -> None:
    program = _program(name)
    inlined = values_in_place(program)

    assert len([*find(inlined, e.CallValue)]) < len([*find(program, e.CallValue)]) - 9


def test_a_procedure_that_is_hooked_stays_a_call() -> None:
    for name in LARGE:
        program = _program(name)
        hooked = {event_name(each.event) for each in find(program, s.Hook)}
        assert _calls(program, hooked) <= _calls(procedures_in_place(program), hooked)


def _program(name: str) -> Program:
    compiled = shipped(name).compiled
    assert compiled is not None
    return compiled.program


def _calls(program: Program, procedures: set[str]) -> int:
    return sum(each.procedure in procedures for each in find(program, s.Call))


STOPPED = """
card rare "Rare": token
state score(player): 0..30 = 0
value its_holder: player = holder(rare)
phase game
    move cards to pile
    set score(its_holder) to 1
    home chooses n from 1..2
    nobody wins
"""


def test_what_follows_a_fault_is_not_compared() -> None:
    assert broken(EQUIVALENT_PROGRAMS, planted(CARDS + STOPPED)) == []
