"""Loops over players whose result depends on the order of seats are reported with both results."""

from __future__ import annotations

from ruleslang.evaluation.consistency.games import Game
from ruleslang.evaluation.consistency.seat_orders import SeatsDecide, seat_orders
from ruleslang.library.load import load_text

GAME = """rulebook seats "Seats"
    language 1
    players 3: anna, ben, cara
    starts with game

state last: player = ben
state total: 0..9 = 0, stops at the ends

phase game
    repeat 3 times
        active chooses n from 0..1
{loop}
    nobody wins
"""


def log(loop: str, more: str = "") -> list[SeatsDecide]:
    compiled = load_text(GAME.format(loop=loop) + more).compiled
    assert compiled is not None
    return [*seat_orders(compiled, [Game(1, 3, (), (1, 0, 1))], 10.0)]


LAST = "        for each p in players: set last to p"


def test_a_loop_with_a_visible_order_is_reported_with_both_results() -> None:
    (one,) = log(LAST)

    assert one.shown == (("last", "cara", "anna"),)


def test_a_loop_with_the_same_result_is_not_reported() -> None:
    assert log("        for each p in players: add 1 to total") == []


def test_an_order_in_the_text_is_not_reported() -> None:
    assert log("        for each p in clockwise(ben): set last to p") == []


def test_a_loop_that_asks_is_not_reported() -> None:
    block = "\n            set last to p\n            p chooses k from 0..1"

    assert log(f"        for each p in players{block}") == []


def test_an_example_decides_the_order() -> None:
    shown = """
procedure once
    for each p in players: set last to p

example "the last seat"
    when once
    then last is cara
"""

    assert log("        once", shown) == []
