"""Two equal players, of whom the text silently takes the second."""

from __future__ import annotations

import pytest

from ruleslang.evaluation.consistency.findings import findings
from ruleslang.language.checks.subject import Subject
from ruleslang.library.load import load_text
from tests.evaluation.consistency.played import played

HEAD = """rulebook duel "Duel"
    language 1
    players 2: home, away
    starts with game

die d6: 1..6
state points(player): 0..9 = 0
state lead: player or none
{value}
phase game
    for each p in players
        roll d6 as n
        set points(p) to n
    finish
    nobody wins

procedure finish
{lines}
"""
BELOW = "    if points(home) > points(away): home wins\n    away wins\n"
BESIDE = "    if points(home) < points(away)\n        away wins\n    else\n        home wins\n"
STATED = "    set lead to home when points(home) > points(away) otherwise away\n"
NAMED = "value best: player = home when points(home) > points(away) otherwise away"
NAMED_OF = """value best(p: player): player
    when points(p) > points(opponent(p)): p
    otherwise: opponent(p)
"""
CHAIN = """value best: player or none
    when points(home) is 6: none
    otherwise: home when points(home) > points(away) otherwise away"""
EXAMPLE = """
example "equal points are for the second player"
    given points(home) is 3 and points(away) is 3
    when finish
    then away wins
"""


def log(lines: str, value: str = "", example: str = "") -> set[str]:
    loaded = load_text(HEAD.format(lines=lines, value=value) + example)
    assert loaded.compiled is not None
    searched = played(loaded.compiled.program)
    return {
        one.diagnostic.span.text.split("\n")[0]
        for one in findings(Subject(loaded.compiled, loaded.spans), searched)
        if one.diagnostic is not None and "equal" in one.message
    }


@pytest.mark.parametrize(
    ("lines", "value", "line"),
    [
        (BELOW, "", "if points(home) > points(away): home wins"),
        (BESIDE, "", "if points(home) < points(away)"),
        (STATED, "", STATED.strip()),
        ("    set lead to best\n", NAMED, NAMED),
        ("    if best is not none: best wins\n", CHAIN, CHAIN.splitlines()[-1].strip()),
        ("    set lead to best(away)\n", NAMED_OF, "otherwise: opponent(p)"),
    ],
)
def test_equal_players_of_whom_the_second_is_taken_are_noted(
    lines: str, value: str, line: str
) -> None:
    assert log(lines, value) == {line}


@pytest.mark.parametrize(
    "lines",
    [
        BELOW.replace("    away wins", "    if points(away) > points(home): away wins"),
        "    if points(home) is points(away): nobody wins\n" + BELOW,
        "    if points(home) >= points(away): home wins\n    away wins\n",
        "    if points(home) > points(away): home wins\n    set points(away) to 0\n",
    ],
)
def test_a_rule_that_names_the_winner_then_is_not_reported(lines: str) -> None:
    assert log(lines) == set()


def test_so_is_what_an_example_shows() -> None:
    assert log(BELOW, example=EXAMPLE) == set()


TEAMS = """rulebook rowers "Rowers"
    language 1
    players 4
    teams 2 of 2: red, blue
    starts with game
state way(team): 0..20 = 0
value home: set of player = (players where way(team(it)) > 9)

phase game
    take turns p among players
        p chooses n from 1..3
        add n to way(team(p))
        {wins}
"""
ALONE = "a player wins here without the others of the team"
FIRST = "these are several: the order of the text or of the seats takes the first"


@pytest.mark.parametrize(
    ("wins", "found"),
    [
        ("if way(team(p)) > 9: p wins", {ALONE}),
        ("if there is q in home: q wins", {ALONE, FIRST}),
        ("if there is q in home: members(team(q)) win", set()),
        ("if home is not empty: home wins", set()),
        ("if way(team(p)) > 9: members(team(p)) win", set()),
        ("if way(red) > 9: {p1, p3} win", set()),
        ("if there is q in players where way(team(q)) > 9: members(team(q)) win", set()),
        ("if home is not empty: nobody wins", set()),
    ],
)
def test_the_winners_are_whole_teams(wins: str, found: set[str]) -> None:
    loaded = load_text(TEAMS.format(wins=wins))
    assert loaded.compiled is not None, loaded.diagnostics
    searched = played(loaded.compiled.program, games=20)
    subject = Subject(loaded.compiled, loaded.spans)

    assert {one.message for one in findings(subject, searched)} & {ALONE, FIRST} == found
