"""
Backgammon and OpenSpiel's game of that name, turn by turn: the same positions can be reached with
the dice, and whole games end alike, with one, two or three for who has won.

OpenSpiel plays a double as two turns of two dice each and asks only of each half that as many dice
as possible are used; of what it reaches, only what most dice were used for is compared.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping
from typing import Any

import pytest

from ruleslang.engine.match.interface import Match
from tests.engine.classics.backgammon import Position, asked, liked, started, turns_of
from tests.engine.classics.classics import choose, payoffs

pyspiel: Any = pytest.importorskip("pyspiel")


def position_in(state: Any) -> Position:
    """Where the men of OpenSpiel's state are."""
    men = [state.board(player, point) for point in range(24) for player in (0, 1)]
    bar_and_off = [int(each) for each in state.observation_tensor(0)[-8:-2]]
    return (*men, bar_and_off[0], bar_and_off[3], bar_and_off[1], bar_and_off[4])


def turns_in(state: Any) -> dict[Position, Any]:
    """What the turn before which OpenSpiel's state stands can lead to with most dice used."""
    used: dict[Position, int] = {}
    reached = {}
    for dice, end in whole_turns(state, state.current_player()):
        where = position_in(end)
        used[where] = max(dice, used.get(where, 0))
        reached[where] = end
    most = max(used.values())
    return {where: reached[where] for where in reached if used[where] == most}


def whole_turns(state: Any, player: int) -> Iterable[tuple[int, Any]]:
    """All ways to go on with a turn, each with how many dice it uses."""
    if state.is_terminal() or state.current_player() != player:
        yield 0, state
        return
    found = set()
    for action in state.legal_actions():
        moves = state.spiel_move_to_checker_moves(player, action)
        dice = sum(move.num > 0 and move.pos >= 0 for move in moves)
        child = state.child(action)
        where = (dice, child.current_player(), position_in(child))
        if where not in found:
            found.add(where)
            yield from ((dice + more, end) for more, end in whole_turns(child, player))


def roll(match: Match, state: Any) -> None:
    """OpenSpiel's dice fall as those of the match did."""
    left = {int(str(pips[0])): int(str(n)) for pips, n in match.position.states["left"].items()}
    pips = "".join(str(each) * min(2, left[each]) for each in left)
    starter = "" if state.move_number() else f"{'XO'[asked(match)]} starts, "
    names = {state.action_to_string(-1, each): each for each in state.legal_actions()}
    fallen = [name for name in names if starter in name and "".join(sorted(name[-3:-1])) == pips]
    state.apply_action(names[fallen[0]])  # 12 or 21


def beside(seed: int, most: int, tally: dict[str, int]) -> None:
    """Plays one game on both, at most so many turns; counts what came up."""
    rng = random.Random(f"backgammon {seed}")
    match = started(seed)
    state = pyspiel.load_game(
        "backgammon", {"scoring_type": "full_scoring", "max_player_turns": 100_000}
    ).new_initial_state()
    for _ in range(most):
        roll(match, state)
        assert state.current_player() == asked(match), state
        ours, theirs = turns_of(match), turns_in(state)
        assert ours.keys() == theirs.keys(), (seed, state)
        count(tally, state, ours)
        where = liked(rng, state.current_player(), sorted(ours))
        match, state = ours[where], theirs[where]
        if state.is_terminal():
            assert list(payoffs(match)) == state.returns(), state
            tally[f"won {max(state.returns()):.0f}"] += 1
            return
        choose(match, "roll_on")


def count(tally: dict[str, int], state: Any, reached: Mapping[Position, object]) -> None:
    """Notes what this turn was one of."""
    player, before = state.current_player(), position_in(state)
    dice = state.observation_tensor(0)[-2:]
    tally["turns"] += 1
    tally["positions"] += len(reached)
    tally["doubles"] += dice[0] == dice[1]
    tally["from the bar"] += before[-4 + player] > 0
    tally["bearing off"] += any(each[-2 + player] > before[-2 + player] for each in reached)


def played(seeds: range, most: int) -> dict[str, int]:
    """How often what came up in games with these seeds."""
    kinds = ("turns", "positions", "doubles", "from the bar", "bearing off")
    tally = dict.fromkeys((*kinds, "won 1", "won 2", "won 3"), 0)
    for seed in seeds:
        beside(seed, most, tally)
    return tally


def test_the_first_turns_lead_to_what_openspiel_reaches() -> None:
    assert played(range(2), most=12)["turns"] == 24


@pytest.mark.long
@pytest.mark.parametrize("first", range(0, 240, 60))
def test_whole_games_go_and_end_as_in_openspiel(first: int) -> None:
    tally = played(range(first, first + 60), most=5000)

    print(tally)
    assert sum(tally[each] for each in ("won 1", "won 2", "won 3")) == 60
    assert all(tally[each] for each in tally if each != "won 3"), tally
