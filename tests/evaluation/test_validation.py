"""`validate` keeps its time limit, however long a single choice takes."""

from __future__ import annotations

import time
from typing import Any

import pytest
from attrs import evolve

from ruleslang.evaluation import validation
from ruleslang.evaluation.consistency.findings import TITLES, Finding, Group, findings
from ruleslang.evaluation.validation import validation_of
from ruleslang.library.load import load_text
from ruleslang.source.budget import LimitReached, budget, take_limit_message, time_share

ONE_LONG_CHOICE = """rulebook sums "Sums"
    language 1
    players 1
    starts with game

kind creature
    has force: 0..9999 = 1
card goblin x400: creature
    while in field
        modify force(c) where c is not this and c is in field: +1
zone field: creature, seen by all
state total: 0..9999999 = 0

phase game
    move cards to field
    p1 chooses n from 1..2
    repeat 20 times: set total to sum of force(c) over c in field
    p1 chooses m from 1..2
    if total > n + m: p1 wins
    nobody wins
"""


def seconds_of(seconds: float) -> float:
    loaded = load_text(ONE_LONG_CHOICE, lints=True)
    assert loaded.compiled is not None
    begun = time.process_time()
    validation_of(loaded, loaded.compiled, seconds, 1)
    return time.process_time() - begun


def test_the_seconds_are_a_bound_also_within_one_choice() -> None:
    proofs = seconds_of(0)

    assert seconds_of(1) < proofs + 1 + 1


def test_what_was_known_when_the_time_ended_is_kept() -> None:
    loaded = load_text(ONE_LONG_CHOICE, lints=True)
    assert loaded.compiled is not None

    searched = validation_of(loaded, loaded.compiled, 0.5, 1).searched

    assert searched is not None
    assert (searched.games, searched.cut, searched.ended) == (1, 1, 0)


def use_time(seconds: float) -> None:
    until = time.process_time() + seconds
    while time.process_time() < until:
        pass


def test_a_share_of_the_time_ends_alone_and_without_a_message() -> None:
    take_limit_message()
    with budget(60.0, is_limit=True):
        with time_share(0.1):
            use_time(5)
            raise AssertionError("the share did not end")
        after = True

    assert after
    assert not take_limit_message()


def test_a_limit_around_a_share_ends_both_with_its_message() -> None:
    take_limit_message()
    with pytest.raises(LimitReached), budget(0.3, is_limit=True), time_share(60.0):
        use_time(5)

    assert "budget of 0.3 s" in take_limit_message()


def test_the_seconds_that_were_asked_for_take_nothing_from_the_proofs_after_them(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    loaded = load_text(ONE_LONG_CHOICE, lints=True)
    assert loaded.compiled is not None

    def after_a_second(*given: Any) -> tuple[Finding, ...]:
        use_time(1.0)
        return findings(*given)

    monkeypatch.setattr(validation, "findings", after_a_second)
    with budget(1.6):
        validated = validation_of(loaded, loaded.compiled, 2.0, 1)

    assert validated.searched is not None


WRONG = ("contradictory", "dead", "wrong in play")


@pytest.mark.parametrize("group", TITLES)
def test_the_status_is_1_of_what_is_certainly_wrong(group: Group) -> None:
    loaded = load_text(ONE_LONG_CHOICE, lints=True)
    assert loaded.compiled is not None
    found = evolve(validation_of(loaded, loaded.compiled, 0, 1), findings=(Finding(group, "it"),))

    assert found.status == (1 if group in WRONG else 0)
