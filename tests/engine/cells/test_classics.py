"""
Which classics WebAssembly plays, and that it plays them as the interpreter does.

A classic that it does not play is refused before anything of it is played.
"""

from __future__ import annotations

from functools import cache

import pytest

import ruleslang
from ruleslang.engine.cells.match import CompiledMatch
from ruleslang.engine.compiled_in_c import WasmEngine
from ruleslang.engine.flow.context import NotLowered
from ruleslang.engine.interpreter.engine import Interpreter
from ruleslang.engine.match.chance import Stream, Streams
from ruleslang.explanation.examples.given_state import begin_from, settings_from
from ruleslang.players.secrecy.deal_again import dealt_again
from ruleslang.program.program import Program
from tests.engine.cells.agreement import at_one_decision, differences
from tests.engine.classics.classics import CLASSICS, file_of, game
from tests.support.waiting import some_wait

GAMES = 10
MOST_DECISIONS = 40  # of one classic
NEWER = {"backgammon": 15, "chess": 10, "deck_builder": 25, "higher": 25, "spell_duel": 40}


@cache
def program(name: str) -> Program:
    return game(name).program


def test_all_classics_are_played() -> None:
    def is_played(name: str) -> bool:
        try:
            WasmEngine(program(name)).opening()
        except NotLowered as refused:
            assert refused.construct in str(refused)
            return False
        return True

    assert [name for name in CLASSICS if not is_played(name)] == []


def test_copies_go_their_own_way_and_saves_go_to_both_engines() -> None:
    match = WasmEngine(program("crazy_eights")).start(seed=5)
    for _ in range(6):
        match.choose(0)
    before, copy, saved = match.hash(), match.copy(), match.save()

    copy.choose(1)
    resumed = [each(match.population.program).resume(saved) for each in (WasmEngine, Interpreter)]

    assert match.hash() == before != copy.hash()
    assert [each.hash() for each in resumed] == [before, before]
    for each in (match, *resumed):
        each.choose(1)
    assert {each.hash() for each in (match, *resumed)} == {copy.hash()}


def test_copies_that_are_perturbed_after_something_was_heard_go_their_own_way() -> None:
    match = WasmEngine(program("crazy_eights")).start(seed=5)
    for _ in range(6):
        match.choose(0)
    assert match.events
    before, reached = match.hash(), []
    for _ in range(2):
        copy = match.copy(Streams(7))
        perturbed = copy.perturb(dealt_again(match, 0, Stream(3)))
        copy.choose(1)
        perturbed.end()
        reached.append(len(copy.events))

    assert reached[0] == reached[1] > len(match.events)
    assert match.hash() == before


@pytest.mark.parametrize("name", some_wait(sorted(CLASSICS), 3))
def test_both_engines_play_the_same_games(name: str) -> None:
    play_the_same(name, MOST_DECISIONS)


@pytest.mark.long
@pytest.mark.parametrize("name", sorted(CLASSICS))
def test_both_engines_play_more_of_the_same_games(name: str) -> None:
    play_the_same(name, 1_000)


def play_the_same(name: str, most: int) -> None:
    """Whole games, until so many decisions were made."""
    seats = program(name).seats
    made = 0
    for seed in range(GAMES):
        players = seats.low + seed % (seats.high - seats.low + 1)
        found, decisions = differences(program(name), seed, players)
        assert found == []
        made += decisions
        if made > most:
            break
    assert made > GAMES // 2


def test_newer_games_are_played_as_the_interpreter_does_so_far() -> None:
    found = [differences(program(name), 1, most=most) for name, most in NEWER.items()]

    assert [each for differing, _ in found for each in differing] == []
    assert all(made > 3 for _, made in found)


def test_a_match_begins_in_a_position_on_both_engines() -> None:
    lines = "given matches(1) is 0 and matches(2) is 0\nwhen play_on"
    nim = ruleslang.load(str(file_of("nim")), position=lines)
    assert nim.position is not None
    settings = settings_from(nim.program, nim.position, {}, None, None)
    one, other = (
        begin_from(each(nim.program), nim.position, settings, {}, seed=3)
        for each in (Interpreter, WasmEngine)
    )

    assert isinstance(other, CompiledMatch)
    while one.decision is not None:
        assert at_one_decision(one, other) == []
        one.choose(0)
        other.choose(0)
    assert at_one_decision(one, other) == []
