"""Impossible parts are found at their places, and nowhere else."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import product
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ruleslang.evaluation.consistency import solver_terms as solve
from ruleslang.evaluation.consistency.findings import findings
from ruleslang.evaluation.consistency.never_happens import check, dead_code
from ruleslang.evaluation.consistency.solver_terms import (
    NONE,
    Constant,
    Term,
    Unknown,
    apply,
    conditional,
    conjunction,
    disjunction,
    equal,
    interval,
    negation,
)
from ruleslang.language.checks.subject import Subject
from ruleslang.library.find_rulebook import shipped_rulebooks
from ruleslang.library.load import load, load_text
from tests.support.every import every

HERE = Path(__file__).parent
CONFORMANCE = sorted((HERE.parents[1] / "engine" / "conformance").rglob("*.rules"))
DEFECTS = sorted(HERE.glob("*.rules"))
MARK = re.compile(r"# never: (?P<sort>.*)$")


def subject_of(text: str) -> Subject | None:
    loaded = load_text(text)
    return None if loaded.compiled is None else Subject(loaded.compiled, loaded.spans)


NEVER_OFFERED = """\
rulebook trial "A trial"
    language 1
    players 2: home, away
    starts with game
    at most 100 decisions, then nobody wins

kind beast
    has cost: 0..9
card fox "Fox" x9: beast
    cost: 2

zone pile: cards, seen by all

phase game
    move cards to pile
    nobody wins

action cheat by p choosing c from pile where cost(c) > 9
    reveal c
"""


def test_what_can_never_happen_is_no_doubt_as_well() -> None:
    loaded = load_text(NEVER_OFFERED, lints=True)
    assert loaded.compiled is not None
    subject = Subject(loaded.compiled, loaded.spans)
    doubts = {found.slug for found in loaded.diagnostics}
    found = findings(subject, None, warnings=loaded.diagnostics)

    assert doubts >= {"never-used", "constant-comparison"}
    assert [one.diagnostic.slug for one in found if one.diagnostic] == ["never-happens"]


@pytest.mark.parametrize("path", DEFECTS, ids=lambda path: path.stem)
def test_each_marked_line_is_found_and_no_other(path: Path) -> None:
    text = path.read_text("utf-8")
    subject = subject_of(text)
    assert subject is not None
    marked = {
        (number, match["sort"])
        for number, line in enumerate(text.split("\n"), 1)
        if (match := MARK.search(line))
    }

    found = {(subject.origins[one.origin].line, one.sort) for one in dead_code(subject)}

    assert found == marked


def test_a_last_row_that_the_language_asks_for_is_not_reported() -> None:
    text = (Path(__file__).parent / "cases" / "last_row_never_reached.rules").read_text("utf-8")
    subject = subject_of(text)
    assert subject is not None

    assert [one.span.text for one in check(subject)] == ["when t is low: 2"]


def test_the_lines_that_exclude_it_are_shown() -> None:
    subject = subject_of((HERE / "guards.rules").read_text("utf-8"))
    assert subject is not None
    log = {one.message: [label.span.text for label in one.labels] for one in check(subject)}

    (beg,) = (texts for message, texts in log.items() if "`beg`" in message)

    assert [text.split("  #")[0] for text in beg] == [
        "pays 3 from coins(p)",
        "only if coins(p) < 3",
    ]


def test_without_a_solver_small_cases_are_tried(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(solve, "z3", lambda: None)
    solve.solution.cache_clear()
    subject = subject_of((HERE / "guards.rules").read_text("utf-8"))
    assert subject is not None
    try:
        found = {one.sort for one in dead_code(subject)}
    finally:
        solve.solution.cache_clear()

    assert found == {"row", "when", "where", "answer", "card", "action", "branch", "window"}


@every("path", CONFORMANCE[::6], ids=lambda path: path.stem)
def test_nothing_is_reported_for_texts_that_their_examples_reach(path: Path) -> None:
    _nothing_is_reported(path)


@pytest.mark.long
@every("path", CONFORMANCE, ids=lambda path: path.stem)
def test_nothing_is_reported_for_any_text_that_its_examples_reach(path: Path) -> None:
    _nothing_is_reported(path)


def _nothing_is_reported(path: Path) -> None:
    subject = subject_of(path.read_text("utf-8"))

    assert subject is None or dead_code(subject, in_play=False) == ()


@every("name", ["grangol", "hanabi", "ole", "spell_duel"], parts=2)
def test_nothing_is_reported_for_shipped_rulebooks(name: str) -> None:
    _nothing_is_reported_for_shipped(name)


@pytest.mark.long
@every("name", lambda: sorted(shipped_rulebooks()), parts=4)
def test_nothing_is_reported_for_any_shipped_rulebook(name: str) -> None:
    _nothing_is_reported_for_shipped(name)


def _nothing_is_reported_for_shipped(name: str) -> None:
    loaded = load(name)
    assert loaded.compiled is not None

    assert dead_code(Subject(loaded.compiled, loaded.spans)) == ()


BOUNDED = """\
rulebook counts "Counts"
    language 1
    players 2
    starts with game

state count: 0..2 = 0

phase game
    if count > 2: p1 wins
    p1 chooses n from 0..2
    set count to n
    p2 wins
"""


def test_a_text_is_not_taken_for_an_earlier_one_with_other_bounds() -> None:
    narrow, wide = subject_of(BOUNDED), subject_of(BOUNDED.replace("0..2 =", "0..9 ="))
    assert narrow is not None and wide is not None

    assert [dead.sort for dead in dead_code(narrow, in_play=False)] == ["branch"]
    assert dead_code(wide, in_play=False) == ()


WORDS_IN_WORDS = """\
rulebook bids "Bids"
    language 1
    players 2
    starts with game

words Suit: clubs, hearts
words Contract: Suit, grand
state led: Suit or none
state score: 0..99 = 0
value worth(k: Contract): 0..30 = 10 when k is grand otherwise 2

phase game
    p1 chooses s from Suit
    set led to s
    if led is not none: add worth(led) to score
    if led is not none: add {} to score
    p1 wins
"""


def test_a_condition_that_the_language_makes_is_not_reported() -> None:
    made = subject_of(WORDS_IN_WORDS.format("worth(led)"))
    both = subject_of(WORDS_IN_WORDS.format("(worth(led) when score > 9 otherwise 2)"))
    written = subject_of(WORDS_IN_WORDS.format("(3 when led is none otherwise 2)"))
    assert made is not None and both is not None and written is not None

    assert dead_code(made) == ()
    assert dead_code(both, in_play=False) == ()
    assert [dead.sort for dead in dead_code(written)] == ["when"]


# ---------------------------------------------------------------- the solver

NUMBERS = [Unknown("a", 0, 3), Unknown("b", -1, 2, optional=True)]
TRUTHS = [Unknown("p", 0, 1, truth=True)]
number_terms = st.recursive(
    st.sampled_from(NUMBERS) | st.integers(-3, 3).map(Constant),
    lambda inner: st.builds(apply, st.sampled_from(["+", "-", "*"]), inner, inner),
    max_leaves=4,
)
tests = (
    st.sampled_from(TRUTHS)
    | st.builds(apply, st.sampled_from(["<", "<="]), number_terms, number_terms)
    | st.builds(equal, number_terms, number_terms)
)
truth_terms = st.recursive(
    tests,
    lambda inner: (
        st.builds(negation, inner)
        | st.builds(conjunction, inner, inner)
        | st.builds(disjunction, inner, inner)
        | st.builds(conditional, inner, inner, inner)
    ),
    max_leaves=6,
)


@settings(max_examples=60, deadline=None)
@given(st.lists(truth_terms, min_size=1, max_size=3))
def test_the_solver_agrees_with_trying_all_values(terms: list[Term]) -> None:
    needed = [*NUMBERS, *TRUTHS]
    domains: list[list[int | bool]] = [[0, 1, 2, 3], [-1, 0, 1, 2, NONE], [False, True]]
    tried = [dict(zip(needed, values, strict=True)) for values in product(*domains)]
    possible = any(_holds(conjunction(*terms), values) for values in tried)

    for solved in _by_each_solver(frozenset(terms), needed):
        assert isinstance(solved, solve.Solution) == possible
        if isinstance(solved, solve.Solution):
            assert _holds(conjunction(*terms), dict(solved.values))


def _holds(term: Term, values: dict[Unknown, int | bool]) -> bool:
    return interval(term, {u: (int(value), int(value)) for u, value in values.items()}) == (1, 1)


def _by_each_solver(terms: frozenset[Term], needed: list[Unknown]) -> Iterator[solve.Answer]:
    yield solve._by_splitting(terms, needed, 1_000)
    if solve.z3() is not None:
        yield solve._by_z3(solve.z3(), terms, needed)


def test_a_state_that_is_paid_and_set_to_what_is_computed_can_be_anything() -> None:
    text = """rulebook charge "Charge"
    language 1
    players 2: home, away
    starts with game
    at most 100 decisions, then nobody wins
state charged(player): yes or no = no
state coins(player): 0..9 = 4
action fire by p
    pays charged(p)
    p wins
action load by p
    set charged(p) to coins(p) > 3
phase game
    take turns p among players
        p may do one of fire, load
"""
    for setting, number in (("coins(p) > 3", 0), ("no", 1)):
        loaded = load_text(text.replace("coins(p) > 3", setting))
        assert loaded.compiled is not None, loaded.diagnostics

        assert len([*check(Subject(loaded.compiled, loaded.spans))]) == number
