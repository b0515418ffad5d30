"""Constants of a game: truths are not taken for numbers, nor numbers so, and names stay known."""

from __future__ import annotations

from ruleslang.engine.compiled_in_c import CEngine, WasmEngine
from ruleslang.library.load import load, load_text
from tests.engine.c.agreement import beside_the_interpreter as differences
from tests.engine.conformance.test_conformance import HERE

# The measure that is ranked from the highest is a tuple of a truth; the dice that show 1 are equal
# to it in Python.
RANKED = """\
rulebook ranked "Ranked"
    players 1
    starts with game
die coin: 0, 1
dice cup(player): 1 coin, starts with 1, seen by all
state n(player): 0..9 = 0
phase game
    active chooses m from 1..2
    set n(active) to m
    rank players by highest n(it), then chance as standings
    if there is first in item(standings, 1): set n(first) to 3
    nobody wins
"""


def test_a_tuple_of_a_truth_is_not_taken_for_one_of_a_number() -> None:
    found = load_text(RANKED)
    assert found.compiled is not None, found.diagnostics
    engines = WasmEngine(found.compiled.program), CEngine(found.compiled.program)

    mine, its = ([each.start(seed=seed).hash() for seed in range(6)] for each in engines)

    assert mine == its


def test_a_name_that_a_constant_condition_never_binds_is_still_declared() -> None:
    found = load(str(HERE / "b7_choices" / "name_in_a_clause.rules")).compiled
    assert found is not None

    assert differences(found.program, seed=1) == ([], 2)
