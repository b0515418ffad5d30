"""
Changes, costs, hooks and choices are evaluated in the order of the text, in every engine alike.

In `clauses_in_order.txt` each line has the fault, or `none`, a statement, and a declaration that
acts on it: several of its operands are wrong, as in `test_operands_in_order.py`. `/` stands for an
indented line, `//` for one at the margin.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from ruleslang.engine.cells.match import CompiledMatch
from ruleslang.engine.compiled_in_c import CEngine, WasmEngine
from ruleslang.engine.interpreter.engine import Interpreter
from ruleslang.engine.match.engine import Engine
from tests.evaluation.consistency.test_search import program_of

CASES = [
    tuple(line.split(" | "))
    for line in (Path(__file__).parent / "clauses_in_order.txt").read_text("utf-8").splitlines()
]
BEGINNING = """\
rulebook order "Order"
    players 2: home, away
    starts with game
    language 1
kind rune
    has power: 0..9 = 1
card acorn "Acorn" x2: rune
card moss "Moss": rune
zone pile: cards, ordered, seen by all
zone yard(player): cards, seen by all
state total: 0..9 = 3
state score(player, 0..3): 0..9 = 3
value four(s: set of 0..9 up to 2): 1..4 = number of s
"""
OWN = """
value base(n: 0..9): -99..99 = n
value circle(n: 0..9): set of player = players
procedure act(n: 0..9)
    set total to 5
action sell by p
    set total to 2
"""
NAMES = re.compile(r"\b(base|circle|act|buy|sell)\b")
MOST = 6  # choices


def declared(clause: str) -> str:
    """The declaration of a line, with a body where it has none."""
    made = clause.replace(" // ", "\n").replace(" / ", "\n    ")
    return made if made.startswith("modify") else f"{made}\n    set total to 1"


def text() -> str:
    """A match begins with one choice: of the line that is carried out."""
    made = [BEGINNING, "phase game", "    move cards to pile"]
    made += [f"    home chooses k from 0..{len(CASES) - 1}"]
    made += [f"    if k is {at}: line_{at}" for at in range(len(CASES))]
    made += ["    home wins"]
    for at, (_, line, clause) in enumerate(CASES):
        own = "\n".join((OWN, declared(clause), "phase line", f"    {line}"))
        made.append(NAMES.sub(rf"\1_{at}", own).replace("phase line", f"phase line_{at}"))
    return "\n".join(made) + "\n"


@pytest.fixture(scope="module")
def engines() -> tuple[Engine, ...]:
    program = program_of(text())
    return tuple(kind(program) for kind in (Interpreter, WasmEngine, CEngine))


def end_of(engine: Engine, line: int) -> tuple[str, int, int]:
    """What is wrong, where, and after how many choices."""
    match = engine.start(seed=1)
    match.choose(line)
    made = 0
    while match.fault is None and match.decision is not None and made < MOST:
        match.choose(0)
        made += 1
    if match.fault is None:
        return "none", -1, made
    own = match.play.fault if isinstance(match, CompiledMatch) and match.play else match.fault
    assert own is not None
    assert own.slug == match.fault.slug
    at = match.fault.origin if own.origin < 0 else own.origin  # C does not say where it divided
    return own.slug, at, made


@pytest.mark.parametrize(("at", "case"), list(enumerate(CASES)))
def test_clauses_are_evaluated_in_order(
    at: int, case: tuple[str, ...], engines: tuple[Engine, ...]
) -> None:
    found = [end_of(engine, at) for engine in engines]
    assert found[0][0] == case[0]
    assert found == found[:1] * len(engines)


def test_a_rule_that_is_never_true_is_tested_where_a_wrong_condition_is_around_it() -> None:
    whenever = "\n    whenever 1 > 2\n        set total to 1"
    phase = "\nphase game\n    home chooses n from 1..2\n    home wins\n"
    program = program_of(f"{BEGINNING}while four(0..total) is 3{whenever}{phase}")
    faults = [kind(program).start(seed=1).fault for kind in (Interpreter, WasmEngine, CEngine)]
    assert [fault and fault.slug for fault in faults] == ["out-of-range"] * 3
