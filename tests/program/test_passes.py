"""What follows from a program alone: effects by target, reads, values that are not kept, resets."""

from __future__ import annotations

from ruleslang.program import expressions as e
from ruleslang.program import statements as s
from ruleslang.program.passes.derive import Derived, derive
from ruleslang.program.passes.order_sensitivity import order_matters
from ruleslang.program.passes.reads import reads_of_parts
from ruleslang.program.walk import find
from tests.meaning.rulebooks import compiled

RULES = """\
state coins(p: player): 0..9 = 0
state round_number: 0..9 = 0, reset each play_it
state other: 0..9 = 0

value wealth(p: player): 0..20 = coins(p) + bonus
value bonus: 0..9 = 0
    + round_number
value open: yes or no = this play_it is not none

modify wealth(p): + other

whenever wealth(home) >= 3:
    set other to 1

before play_it:
    set round_number to 1

procedure play_it:
    until play_it ends: modify bonus: + 1
    home wins
"""


def derived(text: str) -> Derived:
    return derive(compiled(text).program)


def test_it_compiles() -> None:
    print(derived(RULES))
