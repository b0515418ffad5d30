"""Which branches, cases and rows examples take."""

from __future__ import annotations

from ruleslang.explanation.examples.coverage import branches
from ruleslang.explanation.examples.run_all import run_all
from ruleslang.library.load import load_text

GAME = """rulebook ways "Ways"
    language 1
    players 2: home, away
    starts with game

state n: 0..9 = 0
value size: 0..2
    when n > 5: 2
    when n > 2: 1
    otherwise: 0

phase game
    move_on
    nobody wins

procedure move_on
    if n > 3
        set n to 0
        if n > 1: set n to 5
    else
        set n to 1
    depending on n
        0..4: set n to 2
        5..9: set n to 3

procedure never
    if n > 1: set n to 7

example "on"
    given n is 4
    when move_on
    then size is 0
"""


def test_each_way_on_that_an_example_takes_is_known() -> None:
    compiled = load_text(GAME).compiled
    assert compiled is not None
    origins = compiled.program.origins

    found = branches(compiled.program, run_all(compiled).reached)

    log = {origins[one.origin].excerpt.split("\n")[0].strip(): one.taken for one in found}
    assert log == {
        "when n > 5: 2": False,
        "when n > 2: 1": False,
        "otherwise: 0": True,
        "set n to 0": True,
        "set n to 5": False,
        "set n to 1": False,
        "set n to 2": True,
        "set n to 3": False,
    }


TARGETS = """rulebook targets "Targets"
    language 1
    players 2: home, away
    starts with game

kind creature
kind spell
card ox x2: creature
card blow: spell
    play choosing each of 1 of field(home) as mine, each of 1 of field(away) as theirs
        move mine to grave
        move theirs to grave
zone hand: spell, seen by all
zone field(player): creature, seen by all
zone grave: creature, seen by all

phase game
    home wins
"""


def test_a_form_that_leaves_off_when_no_target_is_there_has_no_branch() -> None:
    compiled = load_text(TARGETS).compiled
    assert compiled is not None

    assert branches(compiled.program, {*range(10_000)}) == ()  # whatever is reached
