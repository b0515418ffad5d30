"""How deep runs may be inside each other, and how often rules may fire: alike in all engines."""

from __future__ import annotations

import pytest

import ruleslang
from ruleslang.api import Match
from ruleslang.engine.choose_engine import EngineName
from tests.engine.c.conftest import compiler as compiler
from tests.support.engines import ENGINES

GAME = """\
rulebook chain "Chain"
    language 1
    players 1
    {header}
    starts with game
state links: 0..9999 = 0
state wanted: 0..9999 = 0
state asked: yes or no = no
phase game
    p1 chooses more from 0..1
    set wanted to {links} + more
    begin
    if links >= wanted: p1 wins
    nobody wins
"""
TRIGGERS = """
procedure begin
    gain
procedure gain
    add 1 to links
    if links is wanted: last
after gain where links < wanted
    for each card_drawn in 1..1
        if wanted > 0: heal
procedure heal
    nothing
after heal
    gain
procedure last
    aside
procedure aside
    p1 chooses last_number from 1..2
"""
PLAYS = """
kind spell
card echo "Echo" x999: spell
    play
        add 1 to links
        if links < wanted: cast_next
zone hand: spell, seen by all
procedure begin
    move cards to hand
    cast_next
procedure cast_next
    perform first(hand) by p1
"""
RULES = """
procedure begin
    add 1 to links
whenever links > 0 and links < wanted
    add 1 to links
"""


def played(rules: str, links: int, header: str = "") -> list[Match]:
    """The match of each engine up to its end, or its fault."""
    game = ruleslang.load_text(GAME.format(links=links, header=header) + rules)
    matches = [game.start(seed=1, engine=engine) for engine in ENGINES]
    for match in matches:
        while match.decision is not None:
            match.view(0), match.hash(), match.copy()
            match.choose(0)
    assert len({(str(match.fault), match.outcome, match.hash()) for match in matches}) == 1
    return matches


def fault_of(rules: str, links: int, header: str = "") -> str:
    return str(played(rules, links, header)[0].fault)


DEEP = "a depth of {0} runs inside each other is reached at `{1}`; "


def test_the_depth_of_a_chain_that_ends_is_reported(compiler: object) -> None:
    assert fault_of(TRIGGERS, 100) == "None"
    assert fault_of(TRIGGERS, 101).startswith(f"endless: {DEEP.format(200, 'gain')}")


def test_a_header_may_allow_more_depth_or_less(compiler: object) -> None:
    assert fault_of(TRIGGERS, 150, "procedures at most 300 deep") == "None"
    assert fault_of(TRIGGERS, 249, "procedures at most 500 deep") == "None"
    assert DEEP.format(500, "gain") in fault_of(TRIGGERS, 300, "procedures at most 500 deep")
    assert DEEP.format(10, "gain") in fault_of(TRIGGERS, 6, "procedures at most 10 deep")


def test_plays_inside_each_other_count(compiler: object) -> None:
    header = "reactions at most 50 deep\n    procedures at most 30 deep"

    assert fault_of(PLAYS, 15, header) == "None"
    assert DEEP.format(30, "cast_next") in fault_of(PLAYS, 16, header)


def test_runs_that_are_never_inside_themselves_do_not_count(compiler: object) -> None:
    """`last` and `aside` lie deeper than any other, and ask."""
    assert fault_of(TRIGGERS, 3, "procedures at most 5 deep") == "None"


def test_a_header_may_allow_more_firings_or_fewer(compiler: object) -> None:
    assert fault_of(RULES, 1001) == "None"
    assert "never-settles: more than 1,000 in a row" in fault_of(RULES, 1002)
    assert fault_of(RULES, 1500, "firings at most 1500") == "None"
    assert "more than 20 in a row" in fault_of(RULES, 30, "firings at most 20")


@pytest.mark.parametrize("engine", ENGINES)
def test_a_match_at_its_deepest_is_saved_copied_and_logged(
    engine: EngineName, compiler: object
) -> None:
    text = GAME.format(links=249, header="procedures at most 500 deep") + TRIGGERS
    match = ruleslang.load_text(text).start(seed=1, engine=engine)
    match.choose("0")

    assert match.decision is not None
    assert match.decision.name == "last_number"
    assert match.game.resume(match.to_json()).hash() == match.hash()
    assert match.copy().hash() == match.hash()
    assert match.story(0)
    match.choose("1")
    assert match.outcome is not None
