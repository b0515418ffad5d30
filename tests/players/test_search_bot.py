"""The bot that looks ahead: how well it plays, and that it knows no more than its player."""

from __future__ import annotations

from typing import cast

import pytest
from attrs import frozen

from ruleslang import Game
from ruleslang.engine.choose_engine import engine_named
from ruleslang.engine.match.chance import Stream
from ruleslang.engine.match.entities import settle
from ruleslang.engine.match.interface import Match, QuickMatch
from ruleslang.engine.quick_engines import quick_engine
from ruleslang.players.registry import is_bot, make_bot
from ruleslang.players.search_tree import Information, RegretTable, SearchBudget, regret_table
from ruleslang.players.secrecy.deal_again import dealt_again
from ruleslang.simulation.simulate import simulate
from ruleslang.simulation.simulation_report import Report, share
from tests.support.shipped import compiled

SECRETIVE = ("kuhn_poker", "leduc_poker")


def played(name: str, games: int, *players: str) -> Report:
    game = Game(compiled(name))
    return simulate(game.batch(games=games, seed=1, players=players), jobs=1)


def test_it_beats_chance_at_a_small_game() -> None:
    report = played("tic_tac_toe", 4, "search:100", "random")

    assert report.winners[0] >= 3 and report.winners[1] == 0


@pytest.mark.long
def test_it_finds_the_value_of_a_small_game() -> None:
    assert played("tic_tac_toe", 20, "random", "search:400").winners[0] == 0
    assert played("tic_tac_toe", 10, "search:600", "search:600").draws == 10


@pytest.mark.long
def test_it_comes_near_the_mixed_value_of_the_smallest_poker() -> None:
    """Counted over all deals by how likely it makes each choice, so that no luck is in it."""
    table, deals = smallest_poker()
    both = gained(table, deals, best=None)

    assert abs(both + 1 / 18) < 0.01
    assert gained(table, deals, best=0) - both < 0.04  # what the best answer to it gains
    assert both - gained(table, deals, best=1) < 0.04


def smallest_poker() -> tuple[RegretTable, list[Standing]]:
    """The table by which `search:300` plays, and a match of each of the six deals."""
    of = compiled("kuhn_poker")
    engine = quick_engine(of.program, settle(of.program, None, None, None), of.choosers[:1])
    assert engine is not None
    deals: dict[str, Standing] = {}
    for seed in range(60):
        match = cast(QuickMatch, engine.start(seed=seed))
        deals.setdefault(there(match), Standing(match, 1 / 6, ((), ())))
    assert len(deals) == 6
    any_match = next(iter(deals.values())).match
    budget = SearchBudget(300)
    return regret_table(any_match, of.choosers[0], budget), list(deals.values())


@frozen(eq=False)
class Standing:
    """A match that comes about so likely, and what each player knew and chose so far."""

    match: QuickMatch
    likely: float
    known: tuple[Information, ...]

    def here(self) -> Information:
        assert self.match.decision is not None
        return (*self.known[self.match.decision.player], self.match.information())

    def after(self, index: int, likely: float) -> Standing:
        assert self.match.decision is not None
        who, copy = self.match.decision.player, cast(QuickMatch, self.match.copy())
        copy.choose(index)
        known = list(self.known)
        known[who] = (*self.here(), index)
        return Standing(copy, self.likely * likely, tuple(known))


def gained(table: RegretTable, deals: list[Standing], best: int | None) -> float:
    """What the opener gains, all by the table; `best` chooses what is best against it."""
    total, asked, left = 0.0, dict[Information, list[Standing]](), list(deals)
    while left:
        each = left.pop()
        if each.match.outcome is not None:
            total += each.likely * each.match.outcome.payoffs[0]
            continue
        assert each.match.decision is not None
        if each.match.decision.player == best:
            asked.setdefault(each.here(), []).append(each)
            continue
        average = table.average(each.here())
        assert average is not None
        left += [each.after(index, share) for index, share in enumerate(average)]
    for alike in asked.values():
        ways = [
            gained(table, [each.after(index, 1.0) for each in alike], best) for index in range(2)
        ]
        total += max(ways) if best == 0 else min(ways)
    return total


@pytest.mark.long
def test_it_beats_the_player_of_a_large_rulebook() -> None:
    """In both seats, with the lower end of the interval of its wins above one half."""
    seats = [("search:400", "greedy"), ("greedy", "search:400")]
    wins = sum(
        simulate(
            Game(compiled("ollapion")).batch(games=20, seed=31, players=players), jobs=2
        ).winners[players.index("search:400")]
        for players in seats
    )

    assert share(wins, 40)[1] > 1 / 2


def positions(name: str, seed: int) -> list[Match]:
    """A match by its first choices, at each of its first decisions."""
    match = engine_named("auto", compiled(name).program).start(seed=seed)
    found = []
    while match.decision is not None and len(found) < 3:
        found.append(match.copy())
        match.choose(0)
    return found


def chosen(name: str, match: Match, playouts: int) -> str:
    assert match.decision is not None
    bot = make_bot(f"search:{playouts}", compiled(name), 5, match.decision.player)
    return match.decision.choices[bot.choose(match)].id


def unlike_for_others(name: str) -> list[tuple[Match, Match]]:
    """Positions that differ, and that the player who is asked cannot tell apart."""
    found: list[tuple[Match, Match]] = []
    for decision in range(3):
        first: dict[str, Match] = {}
        for seed in range(40):
            here = positions(name, seed)
            if decision >= len(here) or (asked := here[decision].decision) is None:
                continue
            match = here[decision]
            known = f"{match.view(asked.player)} {[each.id for each in asked.choices]}"
            other = first.setdefault(known, match)
            if other.hash() != match.hash():
                found.append((other, match))
                break
    return found


def test_what_is_hidden_changes_no_choice() -> None:
    """Two positions that a player cannot tell apart get the same answer from the same seed."""
    pairs = [(name, *pair) for name in SECRETIVE for pair in unlike_for_others(name)]
    differ = [
        name for name, one, other in pairs if chosen(name, one, 25) != chosen(name, other, 25)
    ]

    assert len(pairs) >= 4 and differ == []


def there(match: Match) -> str:
    """What lies where, hidden or not."""
    zones = match.position.zones.items()
    return "; ".join(
        f"{place.order}: {[card.title.name for card in cards]}" for place, cards in zones
    )


def test_what_is_dealt_again_is_the_same_whatever_is_there() -> None:
    for one, other in unlike_for_others("leduc_poker"):
        assert one.decision is not None
        dealt = set()
        for each in (one, other):
            copy, change = each.copy(), dealt_again(each, one.decision.player, Stream(8))
            perturbed = copy.perturb(change)
            dealt.add(there(copy))
            perturbed.end()

        assert there(one) != there(other) and len(dealt) == 1


def test_secret_answers_of_others_are_left_to_chance() -> None:
    match = engine_named("auto", compiled("sealed_bids").program).start(seed=1)
    assert match.together is not None and match.decision is not None

    first = chosen("sealed_bids", match, 5)

    assert first in {each.id for each in match.decision.choices}


def test_budgets_are_read() -> None:
    of = compiled("pig")
    wrong = ("search:", "search:0", "search:x", "search:-1", "search:1e9", "search:0s", "searches")

    assert all(is_bot(name, of) for name in ("search", "search:1", "search:0.5s", "search:2s"))
    assert [name for name in wrong if is_bot(name, of)] == []
