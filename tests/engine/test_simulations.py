"""Simulations: the same games, numbers, records and failures on every engine."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import pytest
from attrs import asdict

from ruleslang import Game, load, load_text
from ruleslang.engine.cells.match import CompiledMatch
from ruleslang.engine.choose_engine import AUTO, INTERPRETER, WASM, C, chosen_engine
from ruleslang.engine.code import compiled_game
from ruleslang.engine.code.compiled_game import Games
from ruleslang.engine.code.machine import CPlay
from ruleslang.engine.code.match import CMatch
from ruleslang.engine.compiled_in_c import WasmEngine, compiled
from ruleslang.engine.interpreter.engine import Interpreter
from ruleslang.engine.match.entities import settle
from ruleslang.engine.match.interface import Observer, WholeMatch
from ruleslang.engine.wasm import run
from ruleslang.library.find_rulebook import shipped_rulebooks
from ruleslang.simulation.simulate import simulate
from ruleslang.simulation.simulation_report import Played, Report
from tests.apps.cli.test_simulate import FAULTY
from tests.engine.shares import MIXED
from tests.support.shipped import compiled as shipped

MEASURED = """\
rulebook measured "Measured"
    players 2
    starts with game
    at most 40 decisions, then nobody wins
kind token
card ace "Ace": token
    play
        add 1 to n
card two "Two": token
    play
        add 2 to n
zone box: token, seen by all
state n: 0..99 = 0
phase game
    move (each c in cards where c is token) to box
    take turns p among players
        turn(p)
phase turn(p: player)
    p chooses one of
        go: perform ace by p
        more: perform two by p
        stop: players win
measure "n after a turn" at turn = n
measure "half of n at the end" = n / 2 rounded down
measure "n when it is more than 3" at turn = highest of n over c in (each k in box where n > 3)
"""


def played(
    game: Game, engine: str, jobs: int = 1, *, records: bool = True, **how: Any
) -> tuple[str, Report, list[dict[str, Any]]]:
    """What played, the report, and all games with their records."""
    kept: list[Played] = []
    batch = game.batch(seed=3, engine=engine, records=records, **how)
    report = simulate(batch, jobs, keep=kept.append)
    return batch.engine, report, [asdict(each) for each in kept]


def differs(name: str, games: int) -> bool:
    """Whether the quickest engine plays other games than the interpreter."""
    game = Game(shipped(name))
    plays, *quick = played(game, AUTO, games=games)
    return plays != INTERPRETER and quick != [*played(game, INTERPRETER, games=games)[1:]]


def test_every_engine_plays_the_same_games() -> None:
    few = ("pig", "masks", "sealed_bids", "kuhn_poker")

    assert [name for name in few if differs(name, 3)] == []


@pytest.mark.long
def test_every_engine_plays_the_same_games_of_all_rulebooks() -> None:
    assert [name for name in shipped_rulebooks() if differs(name, 10)] == []


def test_measures_uses_and_counts_are_the_same() -> None:
    game = load_text(MEASURED)
    plays, report, games = played(game, WASM, games=40)

    assert plays == WASM
    assert (report, games) == played(game, INTERPRETER, games=40)[1:]
    assert {
        "n after a turn",
        "half of n at the end",
        "n when it is more than 3",
    } <= report.measures.keys()
    assert report.uses["ace"].mean > 0 and report.uses["two"].mean > 0


def test_whole_games_in_c_are_the_same() -> None:
    for game in (load_text(MEASURED), load_text(FAULTY), Game(shipped("sealed_bids"))):
        plays, report, games = played(game, C, games=30, records=False)

        assert plays == C
        assert (report, games) == played(game, INTERPRETER, games=30, records=False)[1:]
        assert (report, games) == played(game, C, jobs=3, games=30, records=False)[1:]
        assert report == simulate(game.batch(games=30, seed=3, engine=C), jobs=2)


def test_numbers_far_apart_are_counted_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    game = load_text(MEASURED)
    tallied = simulate(game.batch(games=300, seed=3, engine=C))
    monkeypatch.setattr(compiled_game, "MOST_TALLIED", 0)

    assert simulate(game.batch(games=300, seed=3, engine=C)) == tallied


def test_the_seeds_that_c_derives_are_those_of_the_batch() -> None:
    batch = load_text(MEASURED).batch(games=10**6, seed=2**64 - 1, engine=C)
    program = batch.compiled.program
    of = Games(compiled(program, settle(program, None, None, None)))

    for games in (range(3), range(10**6 - 2, 10**6), range(0)):
        assert list(of.seeds(batch.seed_of_games, games)) == [*map(batch.match_seed, games)]


def test_a_single_game_in_c_is_the_same() -> None:
    game = load_text(MEASURED)

    assert played(game, C, games=3) == (C, *played(game, INTERPRETER, games=3)[1:])


def test_auto_compiles_c_where_many_random_games_are_worth_it() -> None:
    game = load_text(MEASURED)

    assert game.batch(games=10_000, seed=1).engine == C
    assert game.batch(games=10, seed=1).engine == INTERPRETER
    assert game.batch(games=30, seed=1).engine == WASM


def test_without_a_compiler_the_interpreter_plays(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CC", "no-such-compiler")
    monkeypatch.setitem(sys.modules, "wasmtime", None)
    monkeypatch.setattr(run, "_modules", {})
    game = load_text(MEASURED)
    chosen = chosen_engine(C, game.program, settle(game.program, None, None, None))

    assert chosen.name == INTERPRETER
    assert "CC is `no-such-compiler`" in chosen.why and "pip install" in chosen.why


def test_a_measure_that_fails_stops_the_game_alike() -> None:
    for broken in ("at turn = 7 / n rounded down", "= 7 / (n - n) rounded down"):
        game = load_text(MEASURED.replace("at turn = n", broken))
        expected = played(game, INTERPRETER, games=6, records=False)[1:]

        assert expected[0].failures, broken
        for engine in (WASM, C):
            assert expected == played(game, engine, games=6, records=False)[1:]


def test_games_that_fail_are_the_same() -> None:
    game = load_text(FAULTY)
    _, report, games = played(game, WASM, games=12)

    assert report.failures
    assert (report, games) == played(game, INTERPRETER, games=12)[1:]


def test_jobs_change_nothing() -> None:
    game = load_text(MEASURED)

    assert played(game, WASM, jobs=1, games=9) == played(game, WASM, jobs=3, games=9)


def test_measures_of_games_from_a_position_are_taken_by_the_engine_that_plays() -> None:
    game = load("nim", position=ROWS)
    slow, quick = (
        simulate(game.batch(games=6, seed=2, engine=engine), jobs=1)
        for engine in (INTERPRETER, WASM)
    )
    measures = game.compiled.measures
    match = game.begun(game.start(seed=1).start, measures, engine=WASM)

    assert quick.chain == slow.chain and quick.measures == slow.measures
    assert isinstance(match, CompiledMatch) and match.play is not None
    assert match.game.flow.measures == tuple(measures)


ENDING = "procedure end_it\n    p1 wins\n"
ROWS = """given matches(1) is 0 and matches(2) is 2
given matches(3) is 5 and matches(4) is 7
when play_on"""
LATE = "given score(home) is 4 and score(away) is 3"
AT_ONCE = """\
rulebook at_once "At once"
    players 2
    starts with game
    at most 12 decisions, then nobody wins
    payoff gain
die d6: 1..6
dice cup: 2 d6, seen by all
state n: 0..30 = 0
state fired: 0..99 = 0
value gain(p: player): 0..99 = fired
value room(k: 0..30): -15..9 = 9 - k
whenever sum of cup >= 7
    add 1 to fired
whenever room(n) < 7
    add 3 to fired
phase game
    take turns p among players
        turn(p)
phase turn(p: player)
    p chooses one of
        more: add 1 to n
        again: roll cup
        stop: p wins
"""
POSITIONS: dict[
    str, tuple[str, str | None, tuple[str, ...]]
] = {  # a name or a text, the lines, who plays; dice on the table fall for each seed
    "a late goal": ("worldies", LATE, ("greedy", "random")),
    "dice": ("ollapion", "given number of players is 3 and force(ben) is {1, 6}", ("random",) * 3),
    "a procedure": ("nim", ROWS, ("expert", "random")),
    "measures": (MEASURED, "given n is 3", ("random",) * 2),
    "faults": (FAULTY, "given low is 2", ("random",) * 2),
    "dice of which a rule is true at the start": (AT_ONCE, None, ("random",) * 2),
    "a rule that is true already": (AT_ONCE, "given n is 4", ("random",) * 2),
    "faults of a rule at the start": (
        AT_ONCE.replace("n: 0..30 = 0", "n: 0..30 = 25"),
        None,
        ("random",) * 2,
    ),
    "faults of a rule in a position": (AT_ONCE, "given n is 25", ("random",) * 2),
    "a procedure without a decision": (MEASURED + ENDING, "when end_it", ("random",) * 2),
}


@pytest.mark.parametrize("which", POSITIONS)
def test_games_from_a_position_are_the_same_on_every_engine(which: str, tmp_path: Path) -> None:
    rulebook, lines, players = POSITIONS[which]
    if "\n" in rulebook:
        file = tmp_path / "rulebook.rules"
        file.write_text(rulebook, "utf-8")
        rulebook = str(file)
    game = load(rulebook, position=lines)
    how: dict[str, Any] = {"games": 12, "players": players, "records": False}
    expected = played(game, INTERPRETER, **how)[1:]

    assert bool(expected[0].failures) == ("faults" in which)
    assert played(game, WASM, **how) == (WASM, *expected)
    for jobs in (1, 3):
        assert played(game, C, jobs, **how) == (C, *expected)
    batch = game.batch(seed=3, engine=C, **how)
    assert batch.runs_in_threads
    assert simulate(batch, jobs=2) == expected[0]


def test_players_of_the_language_prefer_alike_on_every_engine() -> None:
    game = load(str(MIXED / "preferring.rules"))
    how: dict[str, Any] = {"games": 12, "players": ("picky",) * 4, "records": False}
    expected = played(game, INTERPRETER, **how)[1:]

    assert not expected[0].failures
    for engine in (WASM, C):
        assert played(game, engine, **how) == (engine, *expected)


def test_a_match_from_a_position_is_played_by_c() -> None:
    game = load("nim", position=ROWS)
    match = game.begun(game.start(seed=1).start, engine=C)
    match.choose(0)

    assert isinstance(match, CMatch) and isinstance(match.play, CPlay)


def test_who_watches_before_a_match_begins_hears_it() -> None:
    for kind in (Interpreter, WasmEngine):
        events: list[object] = []
        watching = Observer(reached=events.append)
        match = kind(shipped("nim").program).opening(seed=1, roll=True)
        match.observe(watching)
        match.begin(WholeMatch())
        match.choose(0)
        match.ignore(watching)
        assert events
