"""`readings`: the effects of each answer to an open question."""

from __future__ import annotations

from pathlib import Path

import pytest
from attrs import evolve

import ruleslang
from ruleslang.evaluation.balance import readings as room
from ruleslang.evaluation.balance.readings import opened
from ruleslang.simulation.play_games import play_games
from tests.apps.cli.conftest import Run

RULES = """\
rulebook open "Open"
    language 1
    players 2..3
    starts with game
    at most 100 decisions, then nobody wins

die d6: 1..6
reading ties
    drawn *
    p1_wins
reading bonus
    left_out *
    first_seat
reading third
    sits_out *
    plays
reading written_only
    yes *
    no
state pips(player): 0..12 = 0

value extra(p: player): 0..3
    when bonus is first_seat and p is p1: 3
    otherwise: 0

phase game
    for each p in players
        p chooses one of
            once: throw(p)
            twice: throw(p)
    if number of players is 3 and third is plays: add 1 to pips(p1)
    add extra(p1) to pips(p1)
    if ties is p1_wins and pips(p1) is pips(p2): p1 wins
    if pips(p1) > pips(p2): p1 wins
    if pips(p2) > pips(p1): p2 wins
    nobody wins

procedure throw(p: player)
    roll d6 as face
    add face to pips(p)
"""


@pytest.fixture
def text(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "open.rules").write_text(RULES)
    return tmp_path


def test_each_alternative_is_reported_with_its_changes(run: Run, text: Path) -> None:
    ran = run(
        "compare",
        "open.rules",
        "--readings",
        "--games",
        "300",
        "--jobs",
        "1",
        "--engine",
        "interpreter",
    )

    assert ran.status == 0
    assert "bonus=first_seat\n  " in ran.out
    assert "nobody wins 1" in ran.out.partition("ties=p1_wins")[2]
    assert "1 of 3 readings were never asked by 2 players: third" in ran.out
    assert "no rule reads: written_only" in ran.out


EQUAL = """\
rulebook equal "Equal"
    language 1
    players 2
    starts with game

die d6: 1..6
reading wording
    left *
    right
state pips(player): 0..12 = 0

phase game
    for each p in players
        roll d6 as face
        add face to pips(p)
    if wording is left: add 1 to pips(p1)
    if wording is right: add 1 to pips(p1)
    if pips(p1) > pips(p2): p1 wins
    if pips(p2) > pips(p1): p2 wins
    nobody wins
"""


def test_readings_that_mean_the_same_are_equal_in_every_game(run: Run, tmp_path: Path) -> None:
    """The deals are the same, so not one of the games differs."""
    path = tmp_path / "equal.rules"
    path.write_text(EQUAL)
    words = "compare", str(path), "--readings", "--games", "100", "--jobs", "1"
    (other,) = run(*words, "--engine", "wasm", "--format", "json").json["alternatives"]

    assert other["games"] == 100
    assert other["moved"] == 0
    assert all(each["same"] for each in other["measures"])


def test_two_at_once_are_reported_if_they_do_more(run: Run, text: Path) -> None:
    words = (
        "compare",
        "open.rules",
        "--readings",
        "--games",
        "300",
        "--jobs",
        "1",
        "--engine",
        "interpreter",
    )
    found = run(*words, "--format", "json").json

    assert "1 pair that touches the same cells was played" in " ".join(run(*words).out.split())
    (pair,) = found["pairs"]
    assert pair["set"] == {"ties": "p1_wins", "bonus": "first_seat"}
    beyond = {each["measure"]: each for each in pair["measures"]}
    alone = {tuple(each["set"].values()): each["measures"] for each in found["alternatives"]}
    assert beyond["nobody wins"]["certain"]
    assert len(alone) == 2


@pytest.mark.parametrize("name", ["grangol", "ollapion"])
def test_an_open_game_is_played_as_the_rulebook_is(name: str) -> None:
    game = ruleslang.load(name)
    found = opened(game.compiled, [each for each in game.program.options if each.reading])
    option = next(e for e in game.program.options if e.name in found.opened[3:])
    chosen = {option.name: option.values[-1 if option.default == 0 else 0]}
    open_game = evolve(game, compiled=found.compiled)
    plain = game.batch(games=2, engine="interpreter", seed=3, options=chosen)
    batch = evolve(
        open_game.batch(games=2, engine="interpreter", seed=3), position=found.position(chosen)
    )

    wanted, reached = (play_games(each, range(2)) for each in (plain, batch))

    assert [(e.decisions, e.winners, e.samples) for e in reached] == [
        (e.decisions, e.winners, e.samples) for e in wanted
    ]


def test_ctrl_c_keeps_the_alternatives_that_are_done(
    run: Run, text: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    played = room.play_side_by_side

    def broken_off(batches, jobs):  # type: ignore[no-untyped-def]
        done.append(1)
        if len(done) == 3:
            raise KeyboardInterrupt
        return played(batches, jobs)

    done: list[int] = []
    monkeypatch.setattr(room, "play_side_by_side", broken_off)
    ran = run(
        "compare",
        "open.rules",
        "--readings",
        "--games",
        "60",
        "--jobs",
        "1",
        "--engine",
        "interpreter",
    )

    assert ran.status == 2
    assert "of 1 alternative, " in ran.out
    assert "(stopped)" in ran.out


def test_a_game_without_readings_is_a_sentence(run: Run) -> None:
    ran = run("compare", "nim", "--readings", "--games", "5")

    assert ran.status == 2
    assert "nim has no readings" in ran.err
    assert "leave the other out" in run("compare", "nim", "pig", "--readings").err
