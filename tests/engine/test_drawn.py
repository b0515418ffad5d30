"""
Generated rulebooks come out the same, however they are played.

By default the programs of four seeds are compared, with `-m slow` those of 200; `-m long` draws
others for so many minutes as `RULESLANG_DRAWN_MINUTES` says (10 without it).
"""

from __future__ import annotations

import os
import time
from fractions import Fraction

import pytest
from hypothesis import HealthCheck, find, given, settings

from ruleslang.library.load import load_text
from ruleslang.program import types as t
from ruleslang.program.builtins import BuiltIn, Takes
from tests.engine import drawn, run_drawn
from tests.engine.c.conftest import compiler as compiler
from tests.engine.drawn import ALL, QUICK, Refused, findings
from tests.engine.run_drawn import run, shrunk, tried
from tests.support.drawn import expressions, numbers_and_sets
from tests.support.drawn.coverage import FIXED, SORT_OF, all_constructs, drawn_by, never_drawn
from tests.support.drawn.rulebook import rulebook, rulebooks
from tests.support.drawn.smaller import smaller
from tests.support.waiting import some_wait

MINUTES = "RULESLANG_DRAWN_MINUTES"
FEW = settings(max_examples=2, deadline=None, suppress_health_check=list(HealthCheck))
SEEDS = range(20)
MORE_PARTS, MORE_PROGRAMS = 9, 20  # of each part
C_PARTS, C_PROGRAMS = 10, 4  # of each part


def found_in(seed: int, engines: tuple[str, ...]) -> list[str]:
    """What is wrong with the program of a seed; nothing, if the checks refuse it."""
    try:
        return [f"seed {seed}: {each}" for each in findings(rulebook(seed), engines)]
    except Refused:
        return []


@pytest.mark.parametrize("seed", some_wait(SEEDS, 5))
def test_webassembly_plays_what_is_drawn_as_the_interpreter_does(seed: int) -> None:
    assert found_in(seed, QUICK) == []


@pytest.mark.parametrize("part", range(MORE_PARTS))
def test_webassembly_plays_more_of_what_is_drawn(part: int) -> None:
    first = len(SEEDS) + part * MORE_PROGRAMS
    seeds = range(first, first + MORE_PROGRAMS)

    assert [each for seed in seeds for each in found_in(seed, QUICK)] == []


@pytest.mark.parametrize("part", range(C_PARTS))
def test_c_plays_what_is_drawn_as_the_other_engines_do(part: int, compiler: None) -> None:
    seeds = range(1000 + part * C_PROGRAMS, 1000 + (part + 1) * C_PROGRAMS)

    assert [each for seed in seeds for each in found_in(seed, ALL)] == []


@FEW
@given(rulebooks())
def test_hypothesis_draws_what_can_be_played(text: str) -> None:
    if load_text(text).compiled is not None:
        assert list(findings(text, QUICK, (1,))) == []


def test_nearly_all_that_is_drawn_passes_the_checks() -> None:
    refused = [seed for seed in range(60) if load_text(rulebook(seed)).compiled is None]

    assert len(refused) <= 9


def test_every_construct_is_drawn() -> None:
    assert never_drawn(drawn_by(range(400))) == []


def test_a_new_function_is_drawn_by_its_row(monkeypatch: pytest.MonkeyPatch) -> None:
    drawers = {kind: [*several] for kind, several in expressions.DRAWERS.items()}
    monkeypatch.setattr(expressions, "DRAWERS", drawers)
    numbers_and_sets.by_its_row(
        BuiltIn("even", (Takes("a number", (t.Number,)), t.Player()), t.Truth())
    )

    assert drawers[t.Truth][-1].rules == ("even",)
    assert any("even(" in rulebook(seed) for seed in range(10))


def test_a_sort_of_the_table_of_pairs_names_constructs() -> None:
    assert {*SORT_OF, *FIXED} - {*all_constructs()} == set()


CHECK = """
rulebook thrown "Thrown"
    language 1
    players 1
    starts with game
die bone: 1..3
phase game
    nobody wins
check lucky(n: 0..4) answers yes or no
    repeat until n is 3, at most 2 times
        roll bone as r
        if r is 3: answer yes
    answer n > 2
"""


def test_odds_that_play_contradicts_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    assert list(findings(CHECK, QUICK)) == []

    monkeypatch.setattr(drawn, "distribution", lambda *_: {True: Fraction(1, 2)})
    found = list(findings(CHECK, QUICK))

    assert len(found) == 2 and all(each.startswith("odds: lucky(") for each in found)
    assert "Fraction(5, 9)" in found[0]


def test_what_is_found_is_made_small_line_by_line() -> None:
    assert smaller(rulebook(3), lambda text: "phase game" in text) == "phase game\n"


@pytest.mark.long
def test_what_hypothesis_finds_shrinks() -> None:
    assert len(find(rulebooks(), lambda _: True, settings=FEW).splitlines()) < 70


def test_what_ends_the_process_or_takes_too_long_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def crash(*_: object) -> list[str]:
        os.abort()

    def hang(*_: object) -> list[str]:
        while True:
            pass

    monkeypatch.setattr(run_drawn, "findings", crash)
    assert tried("").found == ("process: ended by -6",)
    monkeypatch.setattr(run_drawn, "findings", hang)
    assert tried("", cpu=1).found == ("process: more CPU time than a program may take",)


@pytest.mark.long
def test_nothing_is_found_for_a_time() -> None:
    minutes = float(os.environ.get(MINUTES, "10"))
    first = int(time.time())
    made = run(range(first, first + 10**6), time.monotonic() + 60 * minutes)

    print(f"{made.programs} programs from seed {first}, {made.seconds:.0f} s of CPU time")
    assert [f"seed {seed}: {each}\n{shrunk(seed)}" for seed, each in made.found[:3]] == []
