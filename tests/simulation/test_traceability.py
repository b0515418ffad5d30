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
