"""Regrets at information sets: mixed strategies are found where they are needed."""

from __future__ import annotations

from ruleslang.engine.cells.match import CompiledMatch
from ruleslang.engine.choose_engine import WASM, engine_named
from ruleslang.engine.match.chance import Stream
from ruleslang.engine.match.interface import Match
from ruleslang.players.search_matches import Openings, Searching
from ruleslang.players.search_tree import RegretTable, SearchBudget, regret_table
from tests.support.shipped import compiled

RANKS = ("jack", "queen", "king")


def waiting(rank: str, first: str) -> CompiledMatch:
    """A match in which the dealer holds a rank and answers what the opener did."""
    for seed in range(100):
        match: Match = engine_named(WASM, compiled("kuhn_poker").program).start(seed=seed)
        assert isinstance(match, CompiledMatch) and match.decision is not None
        match.choose([each.id for each in match.decision.choices].index(first))
        held = next(iter(match.view(1).zones["hand(dealer)"].cards))
        if held is not None and rank in held:
            return match
    raise AssertionError(f"no dealer holds the {rank}")


def test_averages_come_near_the_equilibrium_of_the_smallest_poker() -> None:
    """What the dealer does is the same in all equilibria (Kuhn, 1950)."""
    searching = Searching(Stream(5), None)
    budget = SearchBudget(3_000)
    table = RegretTable(searching, Openings(waiting("jack", "bet"), None), budget)
    table.grow(budget.turns())
    found = {}
    for first in ("bet", "pass_on"):
        for rank in RANKS:
            match = waiting(rank, first)
            average = table.average((match.information(),))
            assert average is not None and table.covers_the_game
            found[first, rank] = average[0]  # calls, or bets

    wanted = {("bet", "jack"): 0, ("bet", "king"): 1, ("pass_on", "queen"): 0}
    wanted |= {("pass_on", "king"): 1}
    mixed = {("bet", "queen"), ("pass_on", "jack")}  # a third each
    far = {key: found[key] for key in wanted if abs(found[key] - wanted[key]) > 0.12}
    far |= {key: found[key] for key in mixed if not 0.1 < found[key] < 0.75}
    assert far == {}


def test_a_table_is_of_a_game_not_of_a_match() -> None:
    first, second = waiting("jack", "bet"), waiting("queen", "pass_on")
    budget = SearchBudget(4)  # too few to be called small: it ends at once

    assert regret_table(first, None, budget) is regret_table(second, None, budget)
    assert regret_table(first, None, budget) is not regret_table(first, None, SearchBudget(5))


def test_a_large_game_is_not_covered() -> None:
    match = engine_named(WASM, compiled("gin_rummy").program).start(seed=1)
    assert isinstance(match, CompiledMatch)
    table = RegretTable(Searching(Stream(5), None), Openings(match, None), SearchBudget(120))

    table.begin()

    assert not table.covers_the_game and table.found == {}
    assert table.average((match.information(),)) is None
