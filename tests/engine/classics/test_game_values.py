"""The winner under best play, found by searching whole games with the compiled engine."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from functools import reduce
from operator import xor

import pytest

from ruleslang.engine.compiled_in_c import WasmEngine
from ruleslang.engine.match.interface import Match
from ruleslang.players.registry import make_bot
from tests.engine.classics.classics import Forced, choose, game
from tests.engine.classics.walk import value

Square = tuple[int, int]

TURNED: tuple[Callable[[int, int], Square], ...] = (
    lambda x, y: (x, y),
    lambda x, y: (-y, x),
    lambda x, y: (-x, -y),
    lambda x, y: (y, -x),
)


def board(match: Match) -> Hashable:
    """Who has marked which squares; one for all ways to turn and mirror the board."""
    marked: dict[str, list[Square]] = {"cross": [], "nought": []}
    for piece, square in match.view(0).pieces.items():
        if square is not None:
            column, row = square.removeprefix("cell(").removesuffix(")").split(", ")
            marked[piece.split()[0]].append((int(column) - 2, int(row) - 2))

    def seen(turned: Callable[[int, int], Square], side: int) -> tuple[list[Square], ...]:
        return tuple(sorted(turned(side * x, y) for x, y in own) for own in marked.values())

    return str(min(seen(turned, side) for turned in TURNED for side in (1, -1)))


def rows(match: Match) -> tuple[int, ...]:
    """How many matches lie in the rows."""
    states = match.view(0).states
    return tuple(int(states[f"matches({row})"] or 0) for row in range(1, 5))


def nim_is_won(heaps: Iterable[int]) -> bool:
    """Bouton's rule, for when the last match loses: whether who is to move wins."""
    if all(heap <= 1 for heap in heaps):
        return sum(heaps) % 2 == 0
    return reduce(xor, heaps) != 0


def after(name: str, *choices: str) -> Match:
    """A game after some choices."""
    match = WasmEngine(game(name).program).start(chance=Forced())
    for id in choices:
        choose(match, id)
    return match


def test_tic_tac_toe_is_a_draw() -> None:
    assert value(after("tic_tac_toe"), board) == 0


def marking(square: str) -> str:
    """The choice of a square, by its column and row."""
    column, row = square.split("_")
    return f"mark_a_square cell({column}, {row})"


@pytest.mark.parametrize(
    ("opening", "answer", "worth"),
    [("1_1", "2_2", 0), ("1_1", "2_1", 1), ("1_1", "3_3", 1), ("2_2", "1_1", 0), ("2_2", "2_1", 1)],
)
def test_against_a_corner_only_the_middle_holds_and_against_the_middle_only_a_corner(
    opening: str, answer: str, worth: int
) -> None:
    match = after("tic_tac_toe", marking(opening), marking(answer))

    assert value(match, board) == worth


def test_nim_is_won_by_the_second_player() -> None:
    assert value(after("nim"), lambda match: tuple(sorted(rows(match)))) == -1


@pytest.mark.long
def test_every_position_of_nim_has_its_theoretical_value() -> None:
    known: dict[Hashable, int] = {}

    value(after("nim"), rows, known, prune=False)

    assert len(known) == 2 * 4 * 6 * 8 - 1 - 4  # the end, and where the last match must be taken
    for heaps, worth in known.items():
        assert isinstance(heaps, tuple)
        assert worth == (1 if nim_is_won(heaps) else -1), heaps


def test_the_expert_at_nim_never_loses_as_the_second() -> None:
    report = game("nim").simulate(games=30, players=("random", "expert"))

    assert report.winners == (0, 30)


def test_the_planner_at_tic_tac_toe_takes_a_win_and_stops_one() -> None:
    won = after("tic_tac_toe", marking("1_1"), marking("1_2"), marking("2_1"), marking("2_2"))
    threatened = after("tic_tac_toe", marking("1_1"), marking("2_2"), marking("2_1"))

    assert planned(won) == marking("3_1")
    assert planned(threatened) == marking("3_1")


def planned(match: Match) -> str:
    """What the planner chooses."""
    assert match.decision is not None
    planner = make_bot("planner", game("tic_tac_toe").compiled, 1, match.decision.player)
    return match.decision.choices[planner.choose(match)].id
