"""Games at random in C, of which only the results are known."""

from __future__ import annotations

import pytest

from ruleslang.engine import choose_engine
from ruleslang.engine.c.compiler import compilers
from ruleslang.engine.engine_names import WASM, C
from ruleslang.engine.match.chance import Stream
from ruleslang.evaluation.consistency.games import played
from ruleslang.evaluation.consistency.many_games import many_games
from ruleslang.evaluation.consistency.properties import BreachSearch
from ruleslang.evaluation.consistency.search import SearchResult
from ruleslang.library.load import load_text
from ruleslang.program.program import Compiled
from tests.support.engines import HAS_WASM

GAME = """rulebook rare "Rare"
    language 1
    players 2: home, away
    starts with game

die d6: 1..6
state total: 0..23 = 0
state rolls: 0..4 = 0
phase game
    repeat 4 times
        home chooses n from 0..1
        roll d6 as pips
        add pips + n - n to total
        add 1 to rolls
    home wins
never "three sixes at first": total > 17 and rolls is 3
"""
GAMES = 5_000


@pytest.fixture(autouse=True, params=[C, WASM])
def engine(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Play on one engine only; skip where it is missing."""
    if request.param == C and next(compilers(), None) is None:
        pytest.skip("no C compiler here")
    if request.param == WASM and not HAS_WASM:
        pytest.skip("`wasmtime` doesn't run on this machine")
    monkeypatch.setattr(choose_engine, "TRIED", {C: (request.param,)})


def after_many(text: str) -> tuple[Compiled, SearchResult, BreachSearch]:
    compiled = load_text(text).compiled
    assert compiled is not None
    searched, hunt = SearchResult(compiled.program, Stream(1)), BreachSearch(compiled, 1)
    many_games(searched, hunt, 1_000, 1, games=GAMES)
    return compiled, searched, hunt


def test_a_fault_in_one_of_a_thousand_games_is_found_with_its_game() -> None:
    compiled, searched, hunt = after_many(GAME)

    (fault,) = searched.seen
    assert (fault.sort, fault.message) == ("fault", "`total` would be 24, outside 0..23")
    assert (fault.among, searched.ended_at_random) == (GAMES, GAMES - fault.games)
    assert 0 < fault.games < 20
    assert fault.message in str(played(compiled.program, fault.game).fault)
    assert hunt.shortest[0].decisions == 3
    assert hunt.games == GAMES


def test_games_in_which_nothing_is_wrong_have_nothing_to_show() -> None:
    _, searched, hunt = after_many(GAME.replace("0..23", "0..24").replace("> 17", "> 18"))

    assert (searched.seen, hunt.shortest) == ((), {})
    assert searched.ended_at_random == GAMES


def test_a_winner_who_is_paid_less_is_found() -> None:
    paid = GAME.replace("0..23", "0..24").replace(
        "with game",
        "with game\n    payoff pay\nvalue pay(p: player): 0..24"
        " = 1 when p is home otherwise larger(0, total - 22)",
    )
    _, searched, _ = after_many(paid)

    assert [one.sort for one in searched.seen] == ["paid less", "paid the same"]


def test_games_that_only_the_cap_ends_are_one_finding() -> None:
    capped = GAME.replace(
        "starts with game", "starts with game\n    at most 3 decisions, then nobody wins"
    )
    _, searched, _ = after_many(capped.replace("> 17", "> 18"))

    assert [(one.sort, one.games) for one in searched.seen] == [("capped", GAMES)]
