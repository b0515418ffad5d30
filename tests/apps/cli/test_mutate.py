"""`mutate`: the verdicts on changed rulebooks."""

from __future__ import annotations

from pathlib import Path

from tests.apps.cli.conftest import Run


def test_every_mutant_is_counted(run: Run) -> None:
    ran = run("mutate", "kuhn_poker", "--mutants", "40")

    assert ran.status == 0
    assert "rejected with a message" in ran.out
    assert "survivor" not in ran.out


def test_survivors_are_listed_with_their_places(run: Run) -> None:
    ran = run("mutate", "kuhn_poker", "--mutants", "120", "--survivors")

    assert "examples/kuhn_poker/kuhn_poker.rules:30: a constant\n" in ran.out
    assert "held(dealer)  →  king\n" in ran.out
    assert "120 mutants, 5 survivors; 2 more without an effect in 8 games or fewer each" in ran.out


def test_json_has_all_verdicts(run: Run) -> None:
    ran = run("mutate", "kuhn_poker", "--mutants", "120", "--survivors", "--format", "json").json

    assert ran["command"] == "mutate" and ran["ok"]
    assert ran["counts"]["silent"] == ran["counts"]["crashed"] == 0
    assert sum(ran["counts"].values()) == ran["mutants"]
    assert ran["no_difference"] == 2
    assert {"file", "line", "kind", "before", "after"} == set(ran["survivors"][0])


def test_a_budget_keeps_the_results_so_far(run: Run) -> None:
    ran = run("mutate", "kuhn_poker", "--mutants", "100000", "--budget", "3")

    assert ran.status == 1
    assert "rejected with a message" in ran.out
    assert "; stopped before 100,000 were tried" in ran.out
    assert "the budget of 3 s" in ran.err


ENDLESS = """rulebook endless "Endless"
    language 1
    players 2
    starts with game
    at most 20 decisions, then nobody wins

state wood: 0..90 = 0

phase game
    take turns p among players
        p chooses one of
            cut: add 2 to wood
            rest: nothing
"""


def test_a_law_that_the_rulebook_breaks_itself_notices_no_change(run: Run) -> None:
    Path("endless.rules").write_text(ENDLESS)
    ran = run("mutate", "endless.rules", "--mutants", "20", "--survivors")

    assert "a number\n      2  →  3\n" in ran.out


def test_a_rulebook_with_mistakes_is_not_spoilt_further(run: Run) -> None:
    assert run("mutate", "no_such_rulebook").status == 2


def test_slips_of_order_alone(run: Run) -> None:
    ran = run("mutate", "kuhn_poker", "--orders", "--survivors")

    assert ran.status == 0
    assert "other end of a zone\n      top  →  bottom" in ran.out
    assert "8 mutants, 1 survivor; 1 more without an effect in 8 games or fewer each" in ran.out


def test_statements_left_out_alone(run: Run) -> None:
    ran = run("mutate", "kuhn_poker", "--omissions", "--survivors")

    assert ran.status == 0
    assert "22 mutants, 0 survivors" in ran.out
