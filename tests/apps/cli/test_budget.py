"""Every command ends, for any text, and reports what used up its budget."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from time import process_time
from typing import Any, NoReturn
from weakref import WeakValueDictionary, ref

import pytest

from ruleslang.apps.cli.interrupt import INTERRUPTED
from ruleslang.library.follow_saves import Saves
from ruleslang.source import budget as budgets
from ruleslang.source.budget import (
    MEGABYTES,
    SECONDS,
    STEPS_A_SECOND,
    TICK,
    WHOLE,
    LimitReached,
    UsedUp,
    budget,
    budget_seconds,
    doing,
    refill,
    seconds_left,
    spend,
    take_limit_message,
    unbounded,
)
from tests.apps.cli.conftest import Run

HEADER = """\
rulebook burning "Burning"
    language 1
    players 2: ann, bob
    starts with game
    at most 100 decisions, then nobody wins

state counter: 0..9 = 0
phase game
    burn
    ann wins
procedure burn
    repeat 900000 times
        set counter to 1
"""
pytestmark = pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="there is no clock")


class Kept:
    """Something that a weak dictionary holds."""


class Goes:
    """Has the clock tick as it goes."""

    def __del__(self) -> None:
        signal.raise_signal(signal.SIGPROF)


class Rings:
    """A key whose hash has the clock tick once it is loud."""

    is_loud = False

    def __hash__(self) -> int:
        if self.is_loud:
            self.is_loud = False
            signal.raise_signal(signal.SIGPROF)
        return 1


def go_on() -> None:
    while True:
        pass


@pytest.mark.filterwarnings("error::pytest.PytestUnraisableExceptionWarning")
def test_a_tick_in_a_finalizer_comes_again_where_it_can_be_caught() -> None:
    with pytest.raises(UsedUp), budget(0):
        Goes()
        go_on()


@pytest.mark.filterwarnings("error::pytest.PytestUnraisableExceptionWarning")
def test_a_tick_as_a_weak_value_goes_comes_again_where_it_can_be_caught() -> None:
    kept: WeakValueDictionary[Rings, Kept] = WeakValueDictionary()
    key, one = Rings(), Kept()
    kept[key] = one
    key.is_loud = True
    with pytest.raises(UsedUp), budget(0):
        del one
        go_on()


@pytest.mark.filterwarnings("error::pytest.PytestUnraisableExceptionWarning")
def test_a_tick_in_the_callback_of_a_weak_reference_comes_again_where_it_can_be_caught() -> None:
    one = Kept()
    kept = ref(one, lambda _: signal.raise_signal(signal.SIGPROF))
    with pytest.raises(UsedUp), budget(0):
        del one
        go_on()
    assert kept() is None


def test_the_clock_is_left_as_it_was_found() -> None:
    before = signal.getsignal(signal.SIGPROF)
    with budget(60), budget():
        assert sum(range(10)) == 45
    assert signal.getitimer(signal.ITIMER_PROF) == (0.0, 0.0)
    assert signal.getsignal(signal.SIGPROF) is before


def test_steps_are_counted_and_finished_work_is_reported() -> None:
    with pytest.raises(UsedUp) as used, budget(2), doing("the whole"), doing("a part"):
        spend(2 * STEPS_A_SECOND)
        spend(1)

    assert str(used.value) == (
        f"the budget of 2 s ({2 * STEPS_A_SECOND:,} steps) is used up by the whole: a part; "
        "`--budget 6` gives more"
    )


def test_earlier_work_is_not_reported() -> None:
    with pytest.raises(UsedUp) as used, budget(2):
        with doing("something else"):
            spend(1)
        with doing("this"):
            spend(2 * STEPS_A_SECOND)

    assert used.value.doing == ("this",)


def test_games_give_some_back_and_never_more_than_there_was() -> None:
    with budget(2):
        for _ in range(20):
            spend(STEPS_A_SECOND // 2)
            refill()
        refill(WHOLE)
        refill(WHOLE)
        spend(2 * STEPS_A_SECOND)
        with pytest.raises(UsedUp):
            spend(1)


def test_an_inner_budget_takes_nothing_of_the_outer_one() -> None:
    with budget(2):
        with budget():
            spend(2 * STEPS_A_SECOND)
        spend(2 * STEPS_A_SECOND)
        with pytest.raises(UsedUp):
            spend(1)


def test_a_limit_is_not_refilled_and_counts_what_inner_budgets_take() -> None:
    with pytest.raises(LimitReached), budget(2, is_limit=True):
        for _ in range(4):
            with budget(1):
                spend(STEPS_A_SECOND // 2)
            refill(WHOLE)
        spend(STEPS_A_SECOND)

    assert "the budget of 2 s" in take_limit_message()


def test_code_that_goes_on_after_an_inner_budget_cannot_go_on_after_the_limit() -> None:
    with pytest.raises(LimitReached), budget(1, is_limit=True):
        for _ in range(100):
            with suppress(UsedUp), budget(1):
                spend(STEPS_A_SECOND // 10)

    assert take_limit_message()


def test_a_limit_ends_many_budgets_that_are_shorter_than_a_tick() -> None:
    with pytest.raises(LimitReached), budget(0.1, is_limit=True):
        for _ in range(100):
            with budget():
                until = process_time() + TICK / 10
                while process_time() < until:
                    pass


def test_a_thread_has_a_budget_of_its_own() -> None:
    with budget(2), ThreadPoolExecutor(1) as pool:
        assert pool.submit(seconds_left).result() is None
        with pytest.raises(UsedUp):
            pool.submit(_spend_all).result()
        spend(2 * STEPS_A_SECOND)


def test_what_has_no_budget_begins_others_of_as_many_seconds() -> None:
    with budget(2), unbounded():
        assert seconds_left() is None
        with budget():
            assert budget_seconds() == 2
    with budget():
        assert budget_seconds() == SECONDS


def _spend_all() -> None:
    with budget(1):
        spend(STEPS_A_SECOND + 1)


def wait_for_long(*_: object, **__: object) -> NoReturn:
    """Takes more than any budget has, and is stopped."""
    spend(10**9)
    raise KeyboardInterrupt


@pytest.mark.parametrize("command", ["serve pig --store", "watch pig", "print pig --preview"])
def test_what_goes_on_until_it_is_stopped_has_a_budget_for_each_part_of_its_work(
    run: Run, command: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for extra in ("uvicorn", "starlette", "watchfiles", "typst"):
        pytest.importorskip(extra)
    monkeypatch.setattr("uvicorn.Server.run", wait_for_long)
    monkeypatch.setattr(Saves, "wait", wait_for_long)
    name, *options = command.split()

    ran = run(name, *options, *(["kept.db"] if name == "serve" else []), "--budget", "30")

    assert ran.status in (0, INTERRUPTED)
    assert "the budget of" not in ran.err


def test_memory_counts_from_what_the_process_had_before(monkeypatch: pytest.MonkeyPatch) -> None:
    had = 5.0 * MEGABYTES
    monkeypatch.setattr("ruleslang.source.budget._megabytes", lambda: had)
    with budget(), budget(60):
        had += MEGABYTES - 1
        signal.raise_signal(signal.SIGPROF)
        had += 2 * MEGABYTES + 2
        with pytest.raises(UsedUp, match=f"with {3 * MEGABYTES:,} MB of memory"):
            signal.raise_signal(signal.SIGPROF)


@pytest.mark.parametrize(
    ("command", "at"),
    [
        ("test", "the example `burns` (burning.rules:14)"),
        ("simulate --engine interpreter --jobs 1", "game 0 of seed"),
        ("simulate --engine interpreter --jobs 2", " of seed "),
    ],
)
def test_a_command_ends_and_reports_what_used_up_its_budget(
    run: Run, command: str, at: str
) -> None:
    text = HEADER + 'example "burns"\n    when burn\n    then counter is 1\n'
    Path("burning.rules").write_text(text)
    name, *options = command.split()

    ran = run(name, "burning.rules", *options, "--budget", "1")

    assert ran.status == 1
    assert "100 decisions" not in ran.out
    assert "ruleslang: the budget of 1 s (" in ran.err
    assert at in ran.err
    assert ran.err.endswith("; `--budget 3` gives more\n")


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_a_simulation_that_its_limit_ends_reports_the_games_it_played(run: Run, jobs: str) -> None:
    Path("burning.rules").write_text(HEADER.replace("900000", "20000"))
    began = os.times()

    ran = run("simulate", "burning.rules", "--games", "100000", "--engine", "interpreter",
              "--jobs", jobs, "--budget", "2")  # fmt: skip

    assert ran.status == 1
    assert "ann" in ran.out
    assert "`--budget 6` gives more" in ran.err
    assert sum(os.times()[:4]) - sum(began[:4]) < 2 + 10  # the second to begin, however slowly


LUCK = (
    HEADER.replace("    burn\n", "    roll d6 as pips\n    if pips > 5: burn\n", 1)
    + "die d6: 1..6\n"
)


@pytest.mark.parametrize("is_limit", [True, False], ids=["limit", "usual"])
@pytest.mark.parametrize(
    ("command", "games"),
    [
        ("compare luck.rules other.rules", lambda found: found["games"]),
        ("vary luck.rules times=900000,900001", lambda found: found["versions"][0]["games"]),
        ("report luck.rules", lambda found: found["games"]),
        ("simulate luck.rules", lambda found: found["finished"]),
    ],
    ids=["compare", "vary", "report", "simulate"],
)
def test_no_budget_costs_the_results(
    run: Run, monkeypatch: pytest.MonkeyPatch, command: str, games: Any, is_limit: bool
) -> None:
    """Some game takes 900,000 steps, which are more than the budget has, and less than its time."""
    text = LUCK.replace("900000 times", "900000 times  # vary: times")
    Path("luck.rules").write_text(text)
    Path("other.rules").write_text(text.replace("ann wins", "bob wins"))
    monkeypatch.setattr(budgets, "STEPS_A_SECOND", 20_000)
    monkeypatch.setattr(budgets._here, "usual", 40.0)
    words = "--engine", "interpreter", "--jobs", "1", "--seed", "2", "--format", "json"

    ran = run(*command.split(), *words, *(("--budget", "40") * is_limit))

    assert games(ran.json) > 0
    assert "ruleslang: the budget of 40 s (800,000 steps) is used up by game " in ran.err


def test_more_may_be_spent_where_more_is_allowed(run: Run) -> None:
    text = HEADER.replace("900000", "60000")
    Path("burning.rules").write_text(text + 'example "burns"\n    when burn\n')

    assert run("test", "burning.rules", "--budget", "0.2").status == 1
    assert run("test", "burning.rules", "--budget", "30").status == 0


LOOPS = """\
rulebook loops "Loops"
    language 1
    players 2: ann, bob
    starts with game
    at most 100 decisions, then nobody wins

state counter: 0..9 = 0
kind charm
card one "One" x20: charm
card two "Two" x20: charm
zone stock: charm, ordered, seen by nobody
zone hand(player): charm, seen by owner

phase game
    move cards where it is charm to stock
    shuffle stock
    for each p in players
        move top(stock) to hand(p)
    take turns p among players
        p must do step, if impossible give_up

action step "step" by p choosing c from hand(p)
    repeat 3000 times
        repeat 3000 times
            set counter to 1
    move c to stock

procedure give_up
    nobody wins
"""


@pytest.mark.parametrize("command", ["simulate", "learn", "weigh"])
def test_loops_keep_no_command_beyond_its_budget(tmp_path: Path, command: str) -> None:
    """In its own process, whose processor time is that of all its workers."""
    (tmp_path / "loops.rules").write_text(LOOPS, encoding="utf-8")
    cards = ["one"] if command == "weigh" else []
    before = os.times()
    ran = subprocess.run(
        [sys.executable, "-m", "ruleslang", command, "loops.rules", *cards, "--budget", "2"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        timeout=240,
        env={**os.environ, "RULESLANG_CACHE": str(tmp_path / "cache")},
    )
    after = os.times()
    used = (after.children_user + after.children_system) - (
        before.children_user + before.children_system
    )

    assert ran.returncode == 1, (ran.stdout, ran.stderr)
    assert "the budget of 2 s" in ran.stderr
    assert used < 2 + 10  # the second is what a program takes to begin, and to read the rulebook


def test_a_page_is_written_where_the_budget_ends_before_the_examples(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However slow the machine is: of the steps, not of the time, there are too few."""
    monkeypatch.setattr(budgets, "STEPS_A_SECOND", 10_000)
    text = HEADER + 'example "burns"\n    when burn\n    then counter is 1\n'
    Path("burning.rules").write_text(text)

    ran = run("validate", "burning.rules", "--seconds", "0", "--html", "p.html", "--budget", "20")

    assert "burning: no findings." in ran.out
    assert "the budget of 20 s (200,000 steps) is used up" in ran.err
    assert Path("p.html").read_text().endswith("</html>\n")
