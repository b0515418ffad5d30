"""Texts with much of one thing: each is read, checked and started, or refused with the reason."""

from __future__ import annotations

import sys
import tracemalloc
from bisect import bisect_left
from collections.abc import Callable, Iterator
from functools import partial
from types import FrameType
from typing import Any

import pytest

from ruleslang.engine.choose_engine import INTERPRETER, WASM, engine_named
from ruleslang.language.syntax.diagnostics.brackets import _operand_ends
from ruleslang.library.load import load_text
from ruleslang.program.program import Compiled, Program
from ruleslang.program.serial import from_plain, plain
from ruleslang.source.budget import budget
from ruleslang.source.diagnostic import Severity
from tests.hostile.long_texts import TEXTS, WRONG, text
from tests.support.every import every
from tests.support.text_in_c import text_in_c

NESTED = "this is nested too deep"
DEEP = {
    "values in a chain": "with `v100`, more than 100 values are nested",
    "values in a chain backwards": "with `v200`, more than 100 values are nested",
    "values in a tree": "with `v101`, more than 100 values are nested",
    "types in a chain": NESTED,
    "kinds in a chain": NESTED,
    "actions in a chain": "with `a100`, more than 200 procedures are nested",
    "procedures in a chain": "with `p100`, more than 200 procedures are nested",
    "else ifs": NESTED,
    "a sum": NESTED,
    "conditions": NESTED,
    "conditions nested": NESTED,
}
MANY = 60  # of what can be read however many there are


@pytest.fixture
def the_usual_recursion_limit() -> Iterator[None]:
    """Matches that another thread of the tests plays raise it for everybody."""
    before = sys.getrecursionlimit()
    sys.setrecursionlimit(1000)
    yield
    sys.setrecursionlimit(before)


@pytest.mark.parametrize("name", sorted(DEEP))
@pytest.mark.usefixtures("the_usual_recursion_limit")
def test_too_deeply_nested_parts_are_reported_with_their_place(name: str) -> None:
    loaded = load_text(text(name, 301), lints=True)

    errors = [each for each in loaded.diagnostics if each.severity is Severity.ERROR]
    assert errors[0].slug == "too-deep"
    assert errors[0].message in (DEEP[name], NESTED)  # which one hangs on how deep we are called
    assert errors[0].span.line > 1
    assert [each.slug for each in errors] == ["too-deep"], "one mistake, one message"


@every("name", sorted(DEEP), parts=2)
@pytest.mark.usefixtures("the_usual_recursion_limit")
def test_the_deepest_text_that_is_read_is_saved_and_played(name: str) -> None:
    deepest = bisect_left(range(301), True, lo=1, key=lambda depth: _read(name, depth) is None) - 1
    compiled = _read(name, deepest)

    assert compiled is not None
    assert from_plain(plain(compiled), Compiled) == compiled
    for engine in (INTERPRETER, WASM):
        match = engine_named(engine, compiled.program).start(seed=1)
        assert match.fault is None


def _read(name: str, depth: int) -> Compiled | None:
    return load_text(text(name, depth)).compiled


@every("name", sorted(set(TEXTS) - WRONG - set(DEEP)))
def test_what_is_long_and_right_can_be_begun_on_the_engines(name: str) -> None:
    with budget(10):
        loaded = load_text(text(name, MANY), lints=True)
        assert loaded.compiled is not None, loaded.diagnostics[:1]
        for engine in (INTERPRETER, WASM):
            match = engine_named(engine, loaded.compiled.program).start(seed=1)
            assert match.fault is None


@pytest.mark.parametrize("name", ["actions in a chain", "plays that play"])
def test_what_runs_each_other_may_be_long(name: str) -> None:
    loaded = load_text(text(name, 120)).compiled
    assert loaded is not None

    assert engine_named(WASM, loaded.program).start(seed=1).fault is None


STEADY = (
    *("lets that change", "modifiers that replace"),
    *("lets", "loops without end", "plays that play", "circle of windows", "statements", "hooks"),
)


@pytest.mark.parametrize("name", STEADY)
def test_four_times_as_much_takes_no_more_than_five_times_the_calls(name: str) -> None:
    load_text(text(name, 3), lints=True)  # what is kept for all texts is made

    few, many = (partial(load_text, text(name, number), lints=True) for number in (40, 160))
    assert calls(many) < 5 * calls(few)


@pytest.mark.parametrize("name", ["lets", "lets that change"])
def test_four_times_as_many_names_take_no_more_than_five_times_the_memory(name: str) -> None:
    few, many = (partial(load_text, text(name, number), lints=True) for number in (150, 600))

    assert peak(many) < 5 * peak(few)


def peak(work: Callable[[], object]) -> int:
    """The most bytes of Python's objects that are there at once while a function works."""
    work()
    tracemalloc.start()
    try:
        work()
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


def test_a_name_with_a_type_that_takes_too_long_to_infer_must_declare_it() -> None:
    few = load_text(text("lets in each other", 5), lints=True)
    many = load_text(text("lets in each other", 70), lints=True)

    assert [each.slug for each in few.diagnostics if each.severity is Severity.ERROR] == []
    assert many.diagnostics[0].slug == "type-needed"
    assert many.diagnostics[0].message.startswith("it would take too long to infer the range of `x")
    assert many.diagnostics[0].help is not None


def test_after_five_hundred_mistakes_the_rest_is_not_looked_at() -> None:
    loaded = load_text(text("one mistake", 600), lints=True)

    assert [(each.slug, each.message) for each in loaded.diagnostics] == [
        ("unknown-name", "nothing here is called `nobody_knows`"),
        ("too-many-mistakes", "500 mistakes: the rest is not looked at"),
    ]


RUN_LONG = ("instead of", "whenever", "hooks")


@pytest.mark.parametrize("name", RUN_LONG)
def test_four_times_as_many_hooks_run_in_no_more_than_five_times_the_calls(name: str) -> None:
    few, many = (load_text(text(name, number)).compiled for number in (60, 240))
    assert few is not None and many is not None
    engines = [engine_named(WASM, each.program) for each in (few, many)]
    for engine in engines:
        engine.start(seed=1)  # what is printed on a first call is there

    first, then = (calls(partial(engine.start, seed=2)) for engine in engines)
    assert then < 5 * first + 500


@pytest.mark.parametrize(
    ("name", "number"),
    [
        *(("zones", 40), ("kinds", 40)),
        *(("plays that play", 12), ("plays of many ways", 12), ("windows opened", 12)),
    ],
)
def test_four_times_as_much_is_printed_as_c_in_no_more_than_five_times_the_calls(
    name: str, number: int
) -> None:
    few, many = (load_text(text(name, each)).compiled for each in (number, 4 * number))
    assert few is not None and many is not None

    assert calls(partial(_as_c, many.program)) < 5 * calls(partial(_as_c, few.program))


def _as_c(program: Program) -> str:
    return text_in_c(program)


def calls(work: Callable[[], object]) -> int:
    """How many functions of Python are called in some work, and how often generators go on."""
    found = 0

    def count(_: FrameType, event: str, __: object) -> None:
        nonlocal found
        found += event == "call"

    before = sys.getprofile()
    sys.setprofile(count)
    try:
        work()
    finally:
        sys.setprofile(before)
    return found


@every("name", sorted(WRONG))
def test_long_and_wrong_texts_are_reported(name: str) -> None:
    with budget(10):
        loaded = load_text(text(name, 200), lints=True)
    assert any(each.severity is Severity.ERROR for each in loaded.diagnostics)


def test_the_ends_of_an_open_bracket_are_found_in_one_pass() -> None:
    few, many = (partial(list, _operand_ends("1 + f(2) " * number, 0)) for number in (100, 400))
    assert lines_run(many) < 5 * lines_run(few)


def lines_run(work: Callable[[], object]) -> int:
    """How many lines of Python are run in some work."""
    found = 0

    def count(_: FrameType, event: str, __: object) -> Any:
        nonlocal found
        found += event == "line"
        return count

    before = sys.gettrace()
    sys.settrace(count)
    try:
        work()
    finally:
        sys.settrace(before)
    return found


LINES = ("zone {}", "zone # {}", "words a: {}", "rulebook {}", "{} x", "    if {}", "zone{}x")
RUNS = ("c", "9", "_", " ", "#", "# a", "a and b ", "-")


@every("case", lambda: [(line, run) for line in LINES for run in RUNS])
def test_what_is_wrong_in_a_long_line_is_not_looked_for(case: tuple[str, str]) -> None:
    line, run = case
    head = "" if line.startswith("rulebook") else text("claims", 3)
    with budget(10):
        loaded = load_text(f"{head}{line.format(run * (40_000 // len(run)))}\n", lints=True)

    assert loaded.compiled or loaded.diagnostics
