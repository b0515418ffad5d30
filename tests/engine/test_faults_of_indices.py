"""
An index that there is not: a fault wherever it is written, and that of its first wrong value.

`holder(moss)` is nobody, and `four(0..total)` is given more than it may hold.
"""

from __future__ import annotations

import pytest

from ruleslang.engine.compiled_in_c import WasmEngine
from ruleslang.engine.interpreter.engine import Interpreter
from tests.evaluation.consistency.test_search import program_of

BEGINNING = """\
rulebook order "Order"
    players 2: home, away
    starts with game
kind rune
card acorn "Acorn" x2: rune
card moss "Moss": rune
die d6: 1..6
dice cup(player, 1..4): 2 d6
zone pile: cards, ordered, seen by nobody
zone field(player, 1..4): cards, seen by all
state total: 0..9 = 3
state score(player, 0..3): 0..9 = 3
state far(0..3, player): 0..9 = 3
value four(s: set of 0..9 up to 2): 1..4 = number of s
phase game
    turn(home)
phase turn(p: player)
    {}
    p must do pay
    home wins
action pay by p
    pays 1 from score({})
    nothing
"""
FIRST_WRONG = (
    "move first(pile) to field(holder(moss), four(0..total))",
    "move first(field(holder(moss), four(0..total))) to pile",
    "shuffle field(holder(moss), four(0..total))",
    "swap field(home, 1) with field(holder(moss), four(0..total))",
    "reveal field(holder(moss), four(0..total)) to home",
    "if field(holder(moss), four(0..total)) is empty: nothing",
    "if moss is in field(holder(moss), any): nothing",
    "set total to number of field(holder(moss), four(0..total))",
    "set total to number of field(holder(moss), any)",
    "set total to score(holder(moss), four(0..total))",
    "set score(holder(moss), four(0..total)) to 1",
    "add 1 to score(holder(moss), four(0..total))",
    "reveal score(holder(moss), four(0..total)) to home",
    "reveal score(holder(moss), 1) to home",
    "reveal score(holder(moss), any) to home",
    "roll cup(holder(moss), four(0..total))",
    "roll cup(holder(moss), any)",
    "reveal cup(holder(moss), any) to home",
    "swap cup(holder(moss), four(0..total)) with cup(home, 1)",
    "set total to number of cup(holder(moss), any)",
)
LATER_WRONG = (
    "set total to far(four(0..total), holder(moss))",
    "set score(holder(moss), 1) to four(0..total)",
    "reveal cup(any, four(0..total)) to home",
    "if field(any, four(0..total)) is empty: nothing",
)
COSTS = {
    "holder(moss), any": "none-in-arithmetic",
    "any, four(0..total)": "out-of-range",
    "holder(moss), four(0..total)": "none-in-arithmetic",
}


@pytest.mark.parametrize(
    ("line", "cost", "slug"),
    [
        *((line, "p, 1", "none-in-arithmetic") for line in FIRST_WRONG),
        *((line, "p, 1", "out-of-range") for line in LATER_WRONG),
        *(("nothing", *each) for each in COSTS.items()),
    ],
)
def test_the_first_wrong_value_of_an_index_is_the_fault(line: str, cost: str, slug: str) -> None:
    program = program_of(BEGINNING.format(line, cost))
    faults = [engine(program).start(seed=1).fault for engine in (Interpreter, WasmEngine)]
    assert all(fault is not None for fault in faults)
    assert [fault and fault.slug for fault in faults] == [slug, slug]
    assert len({fault and fault.origin for fault in faults}) == 1
