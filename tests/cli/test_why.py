"""`why` of a value: which case held, and what its sum was made of."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.conftest import Run

TALLY = """\
rulebook tally "Tally"
    players 2..3: ann, bob, cleo
    starts with game
state coins(player): 0..20 = 4
state debts(player): 0..9 = 1
value bonus(p: player): 0..9 = coins(p) / 2 rounded down
value rank(p: player): 0..3
    when coins(p) > 9: 3
    when coins(p) > 2: 2
    otherwise: 0
value all_coins: 0..99 = (sum of coins(p) over p in players) + coins(ann)
value score(p: player): 0..99 = coins(p) + bonus(p) - (debts(p) - 3)
phase game
    ann wins
"""


@pytest.fixture(autouse=True)
def tally(run: Run) -> None:
    Path("tally.rules").write_text(TALLY)


def test_a_sum_is_told_by_its_addends(run: Run) -> None:
    said = run("why", "tally.rules", "score(bob)").out.splitlines()

    assert said[1:] == [
        "score(bob) is 8",
        "    8 as declared   tally.rules:12",
        "      + 4: coins(bob)",
        "      + 2: bonus(bob)",
        "      - 1: debts(bob)",
        "      + 3: as written",
    ]


def test_the_case_that_held_is_named(run: Run) -> None:
    said = run("why", "tally.rules", "rank(ann)").out.splitlines()

    assert said[2:] == ["    2 as declared, by line 2 of its 3 cases   tally.rules:7"]


def test_the_number_of_players_can_be_said(run: Run) -> None:
    assert "+ 8: sum over 2 members" in run("why", "tally.rules", "all_coins").out
    assert (
        "+ 12: sum over 3 members" in run("why", "tally.rules", "all_coins", "--players", "3").out
    )
    assert "tally has 2 to 3 players, not 4" in run("why", "tally.rules", "--players", "4").err


def test_programs_are_told_the_same(run: Run) -> None:
    (answer,) = run("why", "tally.rules", "score(bob)", "--format", "json").json["answers"]

    assert answer["case"] == 1
    assert answer["parts"][2] == {"sign": "-", "text": "debts(bob)", "value": "1"}
