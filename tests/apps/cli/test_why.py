"""`why` of a value: the case that applied, and the parts of its sum."""

from __future__ import annotations

from pathlib import Path

import pytest

from ruleslang import load
from tests.apps.cli.conftest import Run

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
value richest: set of player = (players with highest coins(it), then lowest debts(it))
value is_rich(p: player): yes or no = larger(coins(p), 3) >= 9
value has_rich: yes or no = (players where coins(it) > 9) is not empty
value the_rich: set of player = (players where coins(it) > 9)
value some_are_rich: yes or no = the_rich is not empty
state open(player): yes or no = no
value is_open(p: player): yes or no = open(p)
value also_rich: set of player = the_rich
phase game
    ann wins
"""


@pytest.fixture(autouse=True)
def tally(run: Run) -> None:
    Path("tally.rules").write_text(TALLY)


def test_a_sum_is_explained_by_its_addends(run: Run) -> None:
    message = run("why", "tally.rules", "score(bob)").out.splitlines()

    assert message[1:] == [
        "score(bob) is 8",
        "    8 as declared   tally.rules:12",
        "      + 4: coins(bob)",
        "      + 2: bonus(bob)",
        "      - 1: debts(bob)",
        "      + 3: as written",
    ]


def test_the_case_that_held_is_named(run: Run) -> None:
    message = run("why", "tally.rules", "rank(ann)").out.splitlines()

    assert message[2:] == ["    2 as declared, by line 2 of its 3 cases   tally.rules:7"]


def test_a_ranking_is_explained_by_what_each_measure_leaves(run: Run) -> None:
    Path("begin").write_text("given coins(bob) is 6 and coins(cleo) is 6 and debts(cleo) is 2\n")
    asked = "why", "tally.rules", "richest", "--players", "3", "--from", "begin"

    assert run(*asked).out.splitlines()[2:] == [
        "    {bob} as declared   tally.rules:13",
        "      of {ann, bob, cleo}",
        "      highest coins, 6: leaves {bob, cleo}",
        "      lowest debts, 1: leaves {bob}",
    ]
    (answer,) = run(*asked, "--format", "json").json["answers"]
    assert answer["candidates"] == "{ann, bob, cleo}"
    assert answer["measures"][1] == {"measure": "lowest debts", "best": "1", "leaves": "{bob}"}


def test_a_value_that_is_no_is_explained_by_the_false_part(run: Run) -> None:
    assert "since `larger(4, 3)` is 4, not >= 9" in run("why", "tally.rules", "is_rich(ann)").out
    assert "since `the_rich` is empty" in run("why", "tally.rules", "some_are_rich").out
    assert "since" not in run("why", "tally.rules", "has_rich").out  # nothing there has a name


def test_a_value_that_is_no_names_its_state(run: Run) -> None:
    assert run("why", "tally.rules", "is_open(ann)").out.splitlines()[2:] == [
        "    no as declared   tally.rules:19",
        "      since `open(ann)` is no",
    ]


def test_a_set_has_no_sign(run: Run) -> None:
    assert "      {}: the_rich" in run("why", "tally.rules", "also_rich").out


def test_a_save_that_began_in_a_position_is_asked_about(run: Run) -> None:
    text = Path("tally.rules").read_text()
    asking = "    ann chooses n from 1..2\n    set coins(ann) to n\n    ann wins"
    Path("tally.rules").write_text(text.replace("    ann wins", asking))
    Path("begin").write_text("given coins(ann) is 9\n")
    save = load("tally.rules", position="given coins(ann) is 9\n").start(players=2).to_json()
    Path("evening.save").write_text(save)

    assert "coins(ann) is 9" in run("why", "tally.rules", "coins(ann)", "--at", "evening.save").out
    message = run("why", "tally.rules", "--at", "evening.save", "--from", "begin").err
    assert "has begun already: leave `--from` out" in message


def test_the_number_of_players_can_be_given(run: Run) -> None:
    assert "+ 8: sum over 2 members" in run("why", "tally.rules", "all_coins").out
    assert (
        "+ 12: sum over 3 members" in run("why", "tally.rules", "all_coins", "--players", "3").out
    )
    assert "tally has 2 to 3 players, not 4" in run("why", "tally.rules", "--players", "4").err


def test_the_number_of_automatic_seats_can_be_given(run: Run) -> None:
    text = Path("tally.rules").read_text().replace("cleo\n", "cleo\n    automatic seats 0..1\n")
    Path("tally.rules").write_text(text)

    assert (
        "bob is automatic is yes"
        in run("why", "tally.rules", "bob is automatic", "--players", "2", "--automatic", "1").out
    )
    assert "bob is automatic is no" in run("why", "tally.rules", "bob is automatic").out


def test_programs_get_the_same_log(run: Run) -> None:
    (answer,) = run("why", "tally.rules", "score(bob)", "--format", "json").json["answers"]

    assert answer["case"] == 1
    assert answer["parts"][2] == {"sign": "-", "text": "debts(bob)", "value": "1"}


BAR = """\
rulebook bar "Bar"
    players 2: ann, bob
    starts with game
kind drink
    has price: 1..9
card cider "Cider": drink
    price: 4
zone shelf: drink, seen by all
state coins(player): 0..20 = 3
value can_pay(p: player, c: drink): yes or no = coins(p) >= price(c)
action order by p choosing c from shelf where can_pay(p, c)
    move c to nowhere(p)
action sip by p choosing c from shelf where c is drink and coins(p) > 5
    move c to nowhere(p)
action leave by p
    nothing
action stay by p
    nothing
zone nowhere(player): drink, seen by all
phase game
    move cards to shelf
    repeat until coins(ann) is 0
        ann must do one of order, sip, leave, stay
    ann wins
"""


def test_what_is_no_in_a_where_is_named(run: Run) -> None:
    Path("bar.rules").write_text(BAR)

    assert "be chosen: `can_pay(ann, cider)` is no" in run("why", "bar.rules", "order").out
    assert "be chosen: `coins(ann)` is 3" in run("why", "bar.rules", "sip").out


def test_the_content_of_a_cited_rule_is_below_the_lines_that_implement_it(run: Run) -> None:
    table = "table rules\n    | id | rule |\n    | TALL-001 | Half of the coins count again. |\n"
    numbered = TALLY.replace("    starts with", "    rules TALL\n    starts with").replace(
        "rounded down\n", "rounded down   [TALL-001]\n"
    )
    Path("tally.rules").write_text(numbered + table)

    out = run("why", "tally.rules", "bonus(ann)", "--at", "0").out

    assert "[TALL-001]" in out
    assert out.rstrip().endswith("TALL-001: Half of the coins count again.")
