"""Every number of a shipped rulebook's paper stands in its text, or is set aside there."""

from __future__ import annotations

import json
from pathlib import Path

from ruleslang.simulation.traceability import trace
from tests.apps.cli.conftest import Run
from tests.apps.cli.conftest import prepared as prepared
from tests.apps.cli.conftest import run as run
from tests.support.shipped import LARGE, compiled

MILL = """\
rulebook mill "Mill"
    language 1
    players 2
    starts with game
    at most 10 decisions, then nobody wins
    rules MILL 1..1

state coins: 0..9 = 0   designed

phase game   [MILL-001]
    nobody wins

example "one coin"   [MILL-001, MILL-EX-01]
    given coins is 1
    then coins is 1

example "no coin"   [MILL-001, MILL-EX-01]
    given coins is 0
    then coins is 0

example "no coin yet"   [MILL-001]
    given coins is 0
    then coins is 0

claim "two seats" [MILL-001, MILL-EX-02]: number of players is 2
"""


def test_every_large_rulebook_is_whole() -> None:
    found = {name: trace(compiled(name)) for name in sorted(LARGE - {"standard"})}

    assert len(found) == 5
    assert {name: each.unmarked for name, each in found.items() if each.unmarked} == {}
    assert [name for name, each in found.items() if not each.is_whole] == []


def test_a_worked_example_is_counted_once_and_a_claim_shows_one(run: Run) -> None:
    Path("mill.rules").write_text(MILL)
    ran = run("trace", "mill.rules")
    found = json.loads(run("trace", "mill.rules", "--format", "json").out)

    assert ran.out.splitlines()[0].endswith("· MILL-EX-01, no coin yet, MILL-EX-02")
    assert ran.out.rstrip().endswith("2 worked examples")
    assert [(each["id"], each["title"]) for each in found["examples"]] == [
        ("MILL-EX-01", "one coin"),
        ("MILL-EX-01", "no coin"),
        ("MILL-EX-02", "two seats"),
    ]


HARVEST = """\
rulebook harvest "Harvest"
    language 1
    players 2: left, right
    rules HARV 1..2, worked examples 1..4
    starts with reap

phase reap   [HARV-001]
    left chooses sheaves "how many sheaves" from 1..3   [HARV-002]
    if sheaves is 3: left wins
    right wins

example "three sheaves"   [HARV-EX-01]
    left chooses 3
    when reap
    then winners is {left}
"""


def test_an_announced_worked_example_that_nothing_shows_is_missing(run: Run) -> None:
    Path("harvest.rules").write_text(HARVEST)
    ran = run("trace", "harvest.rules")
    found = json.loads(run("trace", "harvest.rules", "--format", "json").out)
    checked = run("check", "harvest.rules")

    assert ran.status == 1
    assert [line.split()[0] for line in ran.out.splitlines() if "MISSING" in line] == [
        "HARV-EX-02",
        "HARV-EX-03",
        "HARV-EX-04",
    ]
    assert ran.out.rstrip().endswith("not whole: 2 rules, 4 worked examples (3 missing)")
    assert (found["ok"], found["missing_examples"]) == (
        False,
        ["HARV-EX-02", "HARV-EX-03", "HARV-EX-04"],
    )
    assert "no example shows `HARV-EX-02`, `HARV-EX-03` or `HARV-EX-04`" in checked.out
    assert checked.status == 0


def test_an_example_a_claim_a_part_and_an_omit_each_account_for_a_worked_example(run: Run) -> None:
    rest = """
claim "two seats" [HARV-EX-02]: number of players is 2

example "two sheaves"   [HARV-EX-03B]
    left chooses 2
    when reap
    then winners is {right}

omit [HARV-EX-04] "shows how sheaves are bound"
"""
    Path("harvest.rules").write_text(HARVEST + rest)
    ran = run("trace", "harvest.rules")

    assert (ran.status, "MISSING" in ran.out) == (0, False)
    assert "HARV-EX-04  aside: shows how sheaves are bound" in ran.out
    assert "no example shows" not in run("check", "harvest.rules").out


def test_without_a_number_of_worked_examples_none_is_missing(run: Run) -> None:
    Path("harvest.rules").write_text(HARVEST.replace(", worked examples 1..4", ""))
    ran = run("trace", "harvest.rules")

    assert ran.status == 0
    assert ran.out.rstrip().endswith("whole: 2 rules, 1 worked example")
