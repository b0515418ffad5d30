"""`test --laws`: the laws of every rulebook, tested on one, and reported."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from ruleslang.evaluation.laws import view_leaks
from ruleslang.evaluation.laws.all import LAWS
from ruleslang.evaluation.laws.law import Broken, Law, Subject
from ruleslang.source.budget import spend
from tests.apps.cli.conftest import Run

LEAKY = """\
rulebook leaky "Leaky"
    language 1
    players 2: ann, bob
    starts with game
kind token
    has rank: 1..9 = 1
card ace "Ace": token
card two "Two": token
    rank: 2
card three "Three": token
    rank: 3
zone pile: token, ordered, seen by nobody
action call by p choosing n from 1..3 where n <= rank(top(pile))
    if n is 3: p wins
phase game
    move cards to pile
    shuffle pile
    ann chooses k from 1..2
    bob may do call
    ann wins
"""


def _endless(_: Subject) -> Iterator[Broken]:
    while True:
        spend(1_000)
    yield Broken("never")


ENDLESS = Law("endless", "the endless law", _endless)


@pytest.fixture(autouse=True)
def _few_beginnings(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is told of a law depends not on how often it is tried."""
    monkeypatch.setattr(view_leaks, "BEGINNINGS", 8)


@pytest.fixture
def leaky() -> str:
    Path("leaky.rules").write_text(LEAKY, encoding="utf-8")
    return "leaky.rules"


def test_every_law_is_listed_with_a_tick(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "60")
    ran = run("test", "kuhn_poker", "--laws", "--games", "1")

    assert ran.status == 0
    assert ran.out.count("✓") == len(LAWS)
    assert all(len(line) <= 60 for line in ran.out.splitlines())


def test_without_laws_none_is_tried(run: Run) -> None:
    assert "✓" not in run("test", "kuhn_poker").out


def test_a_broken_law_is_reported_with_a_match_to_resume(run: Run, leaky: str) -> None:
    ran = run("test", leaky, "--laws", "--games", "3")

    assert ran.status == 1
    assert "✗ players are offered the same in situations that they can't distinguish" in ran.out
    assert "changed places, which they cannot see" in ran.out
    assert "ann, k: 1" in ran.out
    (save,) = Path("replays").iterdir()
    _, _, command = ran.out.partition("continue from there with:\n")
    assert command.split("\n")[0].split() == ["ruleslang", "play", leaky, "--resume", str(save)]

    assert "bob" in run(*command.split("\n")[0].split()[1:], stdin=b"quit\n").out


def test_json_has_every_law(run: Run, leaky: str) -> None:
    laws = run("test", leaky, "--laws", "--games", "3", "--format", "json").json["laws"]
    broken = {each["law"]: each for each in laws if each["status"] == "broken"}

    assert len(laws) == len(LAWS)
    assert list(broken) == ["offers_leak"]
    assert broken["offers_leak"]["match"]["story"][-1] == "ann, k: 1"
    assert (
        broken["offers_leak"]["replay"]
        == f"replays/leaky-offers_leak-{broken['offers_leak']['match']['seed']}.save"
    )


def test_json_without_laws_has_no_such_key(run: Run) -> None:
    assert "laws" not in run("test", "kuhn_poker", "--format", "json").json


def test_a_law_that_uses_its_budget_up_does_not_end_the_others(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ruleslang.apps.cli.commands.test.LAWS", (ENDLESS, *LAWS[:1]))
    ran = run("test", "nim", "--laws")

    assert ran.status == 1
    assert "  ? the endless law\n" in ran.out and "  ✓ games end" in ran.out
    assert "not all of its games were tried: the budget of" in ran.out

    laws = run("test", "nim", "--laws", "--format", "json").json["laws"]
    assert [law["status"] for law in laws] == ["stopped", "passed"]
    assert "`--budget" in laws[0]["message"]


def test_at_a_limit_what_is_known_is_printed(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ruleslang.apps.cli.commands.test.LAWS", (LAWS[0], ENDLESS, LAWS[1]))
    ran = run("test", "nim", "--laws", "--budget", "3", "--format", "json")

    assert ran.status == 1
    laws = {law["law"]: (law["status"], law["message"]) for law in ran.json["laws"]}
    assert laws["termination"] == ("passed", None)
    assert laws["view_leak"] == ("stopped", "not tried")
