"""What is right is not blamed: cases in which a check once saw a mistake where none was."""

from __future__ import annotations

import pytest

from ruleslang.library.load import load_text

HEAD = """
rulebook trial "A trial"
    players 2: home, away
    starts with game
    at most 100 decisions, then nobody wins

board squares: line 3
state taken(squares): yes or no = no
state worth: 0..9 = 0
value free: set of squares = (squares where not taken(it))

procedure give_up
    nobody wins

action win by p
    add worth to worth
    p wins
action take by p choosing s from free
    set taken(s) to yes
action spare by p choosing s from free
    only if worth > 0
    set taken(s) to yes

phase game
"""
RIGHT = [
    "    home must do win, if impossible give_up\n",
    "    home must do one of win, win, if impossible give_up\n",
    "    take turns p among players until free is empty\n        p must do take\n    nobody wins\n",
    "    repeat while free is not empty\n        home must do take\n    nobody wins\n",
    "    if free is not empty\n        home must do take\n    nobody wins\n",
]
WRONG = [
    ("no-result", "    home must do take, if impossible give_up\n"),
    ("no-result", "    home must do one of win, take, if impossible give_up\n"),
    (
        "must-without-way-out",
        "    repeat while free is not empty\n        home must do spare\n    nobody wins\n",
    ),
    ("must-without-way-out", "    home must do take\n    nobody wins\n"),
]


def found(lines: str) -> set[str]:
    unused = {"never-used", "unreachable"}
    return {each.slug for each in load_text(HEAD + lines, lints=True).diagnostics} - unused


@pytest.mark.parametrize("lines", RIGHT)
def test_nothing_is_blamed(lines: str) -> None:
    assert found(lines) & {"no-result", "must-without-way-out"} == set()


@pytest.mark.parametrize(("slug", "lines"), WRONG)
def test_what_is_wrong_still_is(slug: str, lines: str) -> None:
    assert slug in found(lines)
