"""The ends of endless matches: caps, depths, faults; and the display of outcomes."""

from __future__ import annotations

import pytest
from attrs import evolve

from ruleslang.engine.interpreter.engine import Interpreter
from ruleslang.program.statements import Body
from tests.engine.interpreter.rulebooks import choose, compiled, offered, started


@pytest.mark.parametrize("end", ["(players with highest score(it)) win", "home wins"])
def test_the_decision_cap_ends_a_match_as_the_header_states(end: str) -> None:
    match = started(
        """
state score(player): 0..99 = 0
phase game
    take turns p among players
        p chooses n from 1..2
        add n to score(p)
""",
        more=f"    at most 5 decisions, then {end}\n",
    )
    for _ in range(5):
        choose(match, "1")

    assert match.outcome is not None
    assert match.outcome.capped
    assert match.outcome.winners == (0,)
    assert match.outcome.payoffs == (1, 0)


def test_passes_in_which_nobody_is_asked_count_towards_the_cap() -> None:
    match = started(
        """
action never by p
    only if no
phase game
    take turns p among players
        p may do never
""",
        more="    at most 7 decisions, then nobody wins\n",
    )

    assert match.outcome is not None
    assert match.outcome.capped
    assert match.outcome.winners == ()


def test_reactions_end_at_the_declared_depth() -> None:
    match = started(
        """
state used: 0..99 = 0
action hit by p
    add 1 to used
    open fray
window fray
    asks {home}
    offers hit
    closes after one use
phase game
    open fray
    home wins
""",
        more="    reactions at most 3 deep\n",
    )
    while match.decision is not None:
        assert offered(match) == ["hit", "pass"]
        choose(match, "hit")

    assert match.machine.state.states["used"][()] == 3


def test_a_hook_that_calls_its_own_procedure_forever_is_a_fault() -> None:
    match = started(
        """
state n: 0..9 = 0
after act
    act
procedure act
    nothing
phase game
    act
    home wins
"""
    )

    assert match.fault is not None
    assert match.fault.slug == "endless"


def test_a_fault_names_the_space_that_is_taken_as_the_rulebook_does() -> None:
    match = started(
        """
board field: grid 3 by 3, neighbours 4, one piece per space
piece man "man" x2 on field
phase game
    for each m in pieces: move m to cell(1, 2)
    home wins
"""
    )

    assert match.fault is not None
    assert match.fault.message == "a piece is on `cell(1, 2)`"


def test_a_start_procedure_that_ends_without_a_result_is_a_fault() -> None:
    program = compiled("phase game\n    home wins\n").program
    (game,) = program.procedures
    endless = evolve(program, procedures=(evolve(game, body=Body()),))

    match = Interpreter(endless).start()

    assert match.fault is not None
    assert match.fault.slug == "no-result"


def test_a_team_wins_as_its_members() -> None:
    match = started(
        "phase game\n    members(blue) win\n",
        players="4: a, b, c, e",
        more="    teams 2 of 2: red, blue\n",
    )

    assert match.outcome is not None
    assert match.outcome.winners == (1, 3)
    assert match.outcome.payoffs == (0, 1, 0, 1)


def test_payoffs_are_read_in_the_final_state_for_all_who_started() -> None:
    match = started(
        """
value gain(p: player): -9..9 = 5 when p is in players otherwise -5
phase game
    eliminate away
    nobody wins
""",
        more="    payoff gain\n",
    )

    assert match.outcome is not None
    assert match.outcome.winners == ()
    assert match.outcome.payoffs == (5, -5)


def test_settings_that_a_rulebook_has_not_are_refused() -> None:
    program = compiled("option wet\n    yes\n    no *\nphase game\n    home wins\n").program

    with pytest.raises(ValueError, match="must be 2"):
        Interpreter(program).start(players=3)
    with pytest.raises(ValueError, match="no option"):
        Interpreter(program).start(options={"dry": "yes"})
    with pytest.raises(ValueError, match="yes or no"):
        Interpreter(program).start(options={"wet": "perhaps"})
    with pytest.raises(ValueError, match="automatic"):
        Interpreter(program).start(automatic=1)
