"""
Operands are evaluated from left to right, and each is what it must be before the next.

Each line of `operands_in_order.txt` has several operands that are wrong: nobody holds `moss`, there
is no third item of `0..1` and no space in row 6, and `four(0..total)` is given more than it may
hold. The first of them is the fault in every engine; `none`: nothing is wrong.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from ruleslang.engine.compiled_in_c import CEngine, WasmEngine
from ruleslang.engine.interpreter.engine import Interpreter
from ruleslang.engine.match.engine import Engine
from tests.evaluation.consistency.test_search import program_of

LINES = [
    (slug, line.strip())
    for slug, line in (
        row.split(maxsplit=1)
        for row in (Path(__file__).parent / "operands_in_order.txt").read_text("utf-8").splitlines()
    )
]
BEGINNING = """\
rulebook order "Order"
    players 2: home, away
    starts with game
kind rune
    has power: 0..9 = 1
    has mana(1..3): 0..9 = 1
    has force(1..3, 1..3): 0..9 = 1
card acorn "Acorn" x2: rune
card moss "Moss": rune
die d6: 1..6
dice cup(player, 1..4): 2 d6
board field_of_play: grid 3 by 3
piece scout x2 on field_of_play
zone pile: cards, ordered, seen by all
zone field(player, 1..4): cards, seen by all
zone yard(player): cards, seen by all
state total: 0..9 = 3
state score(player, 0..3): 0..9 = 3
state far(0..3, player): 0..9 = 3
value four(s: set of 0..9 up to 2): 1..4 = number of s
value val2(p: player, s: 0..9): 0..9 = s
value val3(p: 0..3, s: 0..9): 0..9 = s
procedure turn2(p: player, n: 1..4)
    nothing
action pay_any by p
    pays 1 from score(holder(moss), any)
action pay_later by p
    pays 1 from score(any, four(0..total))
action pay_first by p
    pays 1 from score(holder(moss), four(0..total))
"""


def text() -> str:
    """A match is one choice: of the line that is carried out."""
    several = range(len(LINES))
    made = [BEGINNING, "phase game", f"    home chooses k from 0..{len(LINES) - 1}"]
    made += [f"    if k is {at}: line_{at}" for at in several]
    made += ["    home wins"]
    for at in several:
        made += [f"phase line_{at}", f"    {LINES[at][1]}"]
    return "\n".join(made) + "\n"


@pytest.fixture(scope="module")
def engines() -> tuple[Engine, ...]:
    program = program_of(text())
    return tuple(kind(program) for kind in (Interpreter, WasmEngine, CEngine))


def fault_of(engine: Engine, line: int) -> tuple[str, int]:
    """What is wrong, and where; `none`, if nothing."""
    match = engine.start(seed=1)
    match.choose(line)
    return (match.fault.slug, match.fault.origin) if match.fault else ("none", -1)


@pytest.mark.parametrize(("at", "slug", "line"), [(at, *each) for at, each in enumerate(LINES)])
def test_the_first_wrong_operand_is_the_fault(
    at: int, slug: str, line: str, engines: tuple[Engine, ...]
) -> None:
    found = [fault_of(engine, at) for engine in engines]
    assert found[0][0] == slug
    assert found == found[:1] * len(engines)
