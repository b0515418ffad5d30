"""Which classics the engine of C plays, and that it plays them as WebAssembly does."""

from __future__ import annotations

import pytest

from ruleslang.engine.compiled_in_c import CEngine, WasmEngine
from ruleslang.engine.interpreter.engine import Interpreter
from tests.engine.c.agreement import differences
from tests.engine.classics.classics import game

NEWER = ("backgammon", "chess", "deck_builder", "higher", "spell_duel")
QUICK = ("crazy_eights", "hanabi", "liars_dice", "masks", "othello", "sealed_bids")
SOME = ("crazy_eights", "hanabi", "sealed_bids")  # to compile one takes most of a second
SOME_NEWER = ("backgammon", "higher")


def lockstep(name: str, games: int, most: int) -> list[str]:
    """In what some games differ."""
    program = game(name).program
    seats = program.seats
    found, made = [], 0
    for seed in range(games):
        players = seats.low + seed % (seats.high - seats.low + 1)
        differing, decisions = differences(program, seed, players, most)
        found += [f"{name}: {each}" for each in differing]
        made += decisions
    return found if made else [f"{name}: nothing was asked"]


def test_both_engines_play_the_same_games_of_some_classics() -> None:
    assert [each for name in SOME for each in lockstep(name, games=2, most=30)] == []


def test_both_engines_play_the_same_newer_games_so_far() -> None:
    """Those that ask what would be, note positions, or do something as often as possible."""
    assert [each for name in SOME_NEWER for each in lockstep(name, games=1, most=25)] == []


@pytest.mark.long
def test_both_engines_play_the_same_games_of_more_classics() -> None:
    assert [each for name in QUICK for each in lockstep(name, games=2, most=30)] == []
    assert [each for name in NEWER for each in lockstep(name, games=1, most=25)] == []


def test_copies_go_their_own_way_and_saves_go_to_all_engines() -> None:
    match = CEngine(game("crazy_eights").program).start(seed=5)
    for _ in range(6):
        match.choose(0)
    before, copy, saved = match.hash(), match.copy(), match.save()

    copy.choose(1)
    engines = (CEngine, WasmEngine, Interpreter)
    resumed = [each(match.population.program).resume(saved) for each in engines]

    assert match.hash() == before != copy.hash()
    assert {each.hash() for each in resumed} == {before}
    for each in (match, *resumed):
        each.choose(1)
    assert {each.hash() for each in (match, *resumed)} == {copy.hash()}
