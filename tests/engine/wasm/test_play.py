"""Games as WebAssembly: the same matches as on other engines, ends, limits and what is kept."""

from __future__ import annotations

import gc
import os
import select
import signal
import sys
from array import array
from pathlib import Path
from typing import Any

import pytest

import ruleslang
from ruleslang.engine import compiled_in_c
from ruleslang.engine.c import compiled_game
from ruleslang.engine.c import compiler as c_compiler
from ruleslang.engine.code import memory
from ruleslang.engine.code.compiled_game import Games, watch_flag
from ruleslang.engine.code.machine import CPlay
from ruleslang.engine.code.match import CMatch
from ruleslang.engine.code.memory import FEWEST_FRAMES, FEWEST_WORDS
from ruleslang.engine.compiled_in_c import IN_WASM, CEngine, WasmEngine, compiled
from ruleslang.engine.flow.context import NotLowered
from ruleslang.engine.match.chance import Stream
from ruleslang.engine.match.entities import settle
from ruleslang.engine.wasm import run
from ruleslang.engine.when_to_compile import SECONDS_OF_GCC
from ruleslang.program.program import Program
from tests.engine.c.agreement import at_one_decision
from tests.engine.c.conftest import compiler as compiler
from tests.engine.c.test_stopping import NESTED, program, stopped_soon
from tests.engine.cells.test_conformance import tried
from tests.engine.conformance.test_conformance import BROKEN, FAULTS, PLAYED
from tests.engine.conformance.test_conformance import compiled as case
from tests.support.shipped import compiled as shipped

SHORT = (Path(__file__).parent / "short.rules").read_text("utf-8")
EMPTY = b"\0asm\1\0\0\0"  # a module with nothing in it


@pytest.mark.parametrize("name", ["connect_four", "crazy_eights"])
@pytest.mark.usefixtures("compiler")
def test_a_match_is_that_of_the_other_engines_decision_by_decision(name: str) -> None:
    of = shipped(name).program
    for seed in range(3):
        one, other = (kind(of).start(seed=seed) for kind in (CEngine, WasmEngine))
        assert isinstance(other, CMatch) and isinstance(other.play, CPlay)
        choices = Stream(seed + 1)
        while (asked := one.waits_for) is not None:
            assert at_one_decision(one, other) == []
            assert one.key() == other.key()
            index = choices.below(asked[1])
            one.choose(index)
            other = other.copy() if asked[1] == 3 else other
            other.choose(index)
        assert at_one_decision(one, other) == []


def test_a_match_that_begins_small_gets_more_memory_elsewhere(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    of = shipped("ollapion").program
    game = WasmEngine(of).game(settle(of, {}, None, None))
    monkeypatch.setattr(memory, "FEWEST_FRAMES", 4 - game.compiled.fewest[0] + FEWEST_FRAMES)
    monkeypatch.setattr(memory, "FEWEST_WORDS", 64 - game.compiled.fewest[1] + FEWEST_WORDS)
    usual, narrow = WasmEngine(of).start(seed=7), WasmEngine(of).start(seed=7)
    before = usual.waits_for
    monkeypatch.setattr(game, "compiled", memory.Compiled(game.compiled.code, game.text.constants))
    assert narrow.waits_for == before
    choices = Stream(3)
    while (asked := usual.waits_for) is not None and len(usual.chosen) < 100:
        assert at_one_decision(usual, narrow) == []
        index = choices.below(asked[1])
        usual.choose(index)
        narrow = narrow.copy()
        narrow.choose(index)
    assert isinstance(narrow, CMatch) and narrow.play.memory.get("deep") > 4
    assert narrow.play.memory.get("chunks")


def hash_after(text: str) -> str:
    match = ruleslang.load_text(text).start(seed=1, engine="wasm")
    match.choose(0)
    return match.hash()


@pytest.mark.skipif(not hasattr(os, "fork"), reason="processes are not forked here")
def test_a_forked_process_compiles_after_its_parent(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("RULESLANG_CACHE", str(tmp_path))
    hash_after(
        SHORT.replace("language 1", "language 1\n    at most 90 decisions, then nobody wins")
    )
    ready, answers = os.pipe()
    if (child := os.fork()) == 0:
        os.write(answers, hash_after(SHORT).encode())
        os._exit(0)

    found, _, _ = select.select([ready], [], [], 60)
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)

    assert found, "it waits for what the parent's threads would do"
    assert os.read(ready, 99).decode() == hash_after(SHORT)


def test_every_twentieth_case_comes_out_as_it_says() -> None:
    assert_all_are_played(20)


@pytest.mark.long
def test_every_case_comes_out_as_it_says() -> None:
    assert_all_are_played(1)


def assert_all_are_played(step: int) -> None:
    played, wrong = 0, list[str]()
    for path in (*PLAYED[::step], *FAULTS[::step], *BROKEN[::step]):
        found = case(path)
        engine = WasmEngine(found.program)
        try:
            engine.opening()
        except NotLowered:
            continue
        by_itself, otherwise = tried(found, engine, faults=path not in PLAYED)
        played += by_itself
        wrong += [f"{path}: {each}" for each in otherwise if path not in BROKEN]

    assert wrong == []
    assert played >= 200 // step, "of about 350 among all cases"


def test_whole_games_are_the_same_as_by_the_interpreter() -> None:
    game = ruleslang.load("grangol")
    mine, other = (
        game.simulate(games=12, seed=5, engine=engine) for engine in ("wasm", "interpreter")
    )

    assert mine.chain == other.chain


def test_rows_and_features_are_those_of_the_interpreter() -> None:
    game = ruleslang.load("crazy_eights")
    one, other = (game.start(seed=2, engine=engine) for engine in ("interpreter", "wasm"))
    assert other.plays == "wasm"
    for _ in range(10):
        for seat in (0, 1):
            assert one.observation(seat) == other.observation(seat)
            assert one.features(seat) == other.features(seat)
        one.choose(0)
        other.choose(0)
    assert one.events == other.events


def test_a_signal_ends_a_choice_and_one_expression() -> None:
    for text, choices in ((None, 1), (NESTED, 4)):
        match: Any = WasmEngine(program(text) if text else program()).start(seed=1)
        for index in range(choices):
            twin = match.copy()
            with stopped_soon():
                twin.choose(index)

            assert list(twin.chosen) == []
        assert match.waits_for[0] == 0


def test_a_flag_and_a_signal_end_whole_games() -> None:
    of = program()
    games = Games(compiled(of, settle(of, None, None, None), (), IN_WASM))
    with stopped_soon():
        games.words(range(100))
    flag = array("q", [1])
    watch_flag(flag)
    try:
        games.words(range(100))
    finally:
        watch_flag(array("q", [0]))


def test_without_a_compiler_many_games_are_played_as_webassembly(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(c_compiler, "compilers", lambda: iter(()))
    game = ruleslang.load_text(SHORT)

    assert game.batch(games=1_000, seed=1, engine="auto").engine == "wasm"
    with pytest.warns(RuntimeWarning, match="`c` was asked for, and `wasm` plays: no C compiler"):
        assert game.start(seed=1, engine="c").plays == "wasm"
    assert isinstance(game.in_lock_step([1, 2])._game.compiled.code, run.WasmCode)


@pytest.mark.usefixtures("compiler")
def test_a_long_text_is_webassembly_until_games_took_as_long_as_optimising(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(compiled_game, "LONG", 0)
    monkeypatch.setattr(compiled_game, "is_known", lambda text, level: False)
    monkeypatch.setattr(compiled_in_c, "_made", {})
    of = shipped("pig").program
    given = of, settle(of, None, None, None), (), None
    first = compiled(*given, plays_whole=True)
    results = [*Games(first).play(range(50))]
    assert isinstance(first.compiled.code, run.WasmCode)
    assert not isinstance(compiled(*given).compiled.code, run.WasmCode), "it moves single matches"
    first.seconds = SECONDS_OF_GCC
    later = compiled(*given, plays_whole=True)

    assert (later.level, isinstance(later.compiled.code, run.WasmCode)) == (1, False)
    assert [*Games(later).play(range(50))] == results


def test_without_what_runs_it_the_interpreter_plays(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "wasmtime", None)
    monkeypatch.setattr(run, "_modules", {})
    game = ruleslang.load_text(SHORT)

    assert game.start(seed=1, engine="wasm").plays == "interpreter"


def test_where_its_wheel_has_no_library_the_interpreter_plays(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "wasmtime.py").write_text("raise OSError('no library')", "utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.delitem(sys.modules, "wasmtime", raising=False)

    assert run.why_not_here() == "`wasmtime` does not run on this machine: no library"
    assert ruleslang.load_text(SHORT).start(seed=1, engine="wasm").plays == "interpreter"


def test_a_damaged_module_in_the_cache_is_made_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("RULESLANG_CACHE", str(tmp_path))
    monkeypatch.setattr(run, "_compiled", lambda text, folder: EMPTY)
    for _ in range(2):
        monkeypatch.setattr(run, "_modules", {})
        run._module("a text")
        (file,) = (tmp_path / "wasm").iterdir()
        whole = file.read_text("utf-8")
        assert run._known(file) is not None
        file.write_text(whole[:-1] + "x", "utf-8")
        assert run._known(file) is None


def test_more_memory_than_there_may_be_is_an_error_and_not_the_end() -> None:
    of: Program = shipped("connect_four").program
    engine: CEngine = WasmEngine(of)
    match: Any = engine.start(seed=1)
    code = match.play.memory.of.code
    taken = [code.take(1 << 28) for _ in range(5)]

    with pytest.raises(MemoryError, match="not enough memory"):
        taken += [code.take(1 << 28) for _ in range(5)]
    code.freed += taken
    assert code.take(1 << 28) in taken
    match.choose(0)


@pytest.mark.usefixtures("few_to_collect")
def test_matches_in_circles_of_garbage_give_their_memory_back_once() -> None:
    engine = WasmEngine(shipped("tic_tac_toe").program)
    several: list[Any] = [engine.start(seed=seed) for seed in range(12)]
    for match in several:
        match.circle = match
    del match, several
    gc.collect()

    playing: list[Any] = [engine.start(seed=seed) for seed in range(24)]

    assert len({each.play.memory.address for each in playing}) == len(playing)
