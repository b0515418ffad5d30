"""The counter that decides who wins, and a player's lead before the end of a match."""

from __future__ import annotations

import pytest

import ruleslang
from ruleslang.engine.cells.match import CompiledMatch
from ruleslang.engine.compiled_in_c import WasmEngine
from ruleslang.engine.match.chance import Stream
from ruleslang.players.compared_choices import HORIZON, Outlook, deciding_counter
from ruleslang.players.search_matches import Searching, quick_node
from ruleslang.program.program import Compiled

BOOK = """\
rulebook race "Race"
    players 2: ann, bob{payoff}
    starts with race
state steps(player): 0..999 = 0
state points(player): 0..999 = 0
value lead(p: player): -999..999 = points(p) - points(opponent(p))
phase race
    repeat 100 times
        for each p in players
            p chooses one of
                rest: add 1 to steps(p)
                gamble
                    pick lucky from players by chance
                    add 1 to points(lucky)
    if points(ann) > points(bob): ann wins
    if points(bob) > points(ann): bob wins
    nobody wins
player gambler
    prefer gamble
"""


def race(payoff: str = "") -> tuple[Compiled, CompiledMatch]:
    made = ruleslang.load(BOOK.replace("{payoff}", payoff)).compiled
    match = WasmEngine(made.program, made.choosers).start(seed=1)
    assert isinstance(match, CompiledMatch)
    return made, match


@pytest.mark.parametrize(("payoff", "counter"), [("", "points"), ("\n    payoff lead", None)])
def test_the_counter_that_decides_is_found_where_only_winning_counts(
    payoff: str, counter: str | None
) -> None:
    made, match = race(payoff)

    assert deciding_counter(match, made.choosers[0]) == counter


def test_a_playout_is_cut_off_if_a_counter_decides() -> None:
    made, match = race()
    searching = Searching(Stream(1), made.choosers[0])
    match.choose(1)
    ahead = Outlook(searching, "points").of(quick_node(match), 0, 5)

    assert match.asked == 1 + HORIZON and sum(match.counters("points")) == HORIZON + 1
    assert ahead == match.counters("points")[0] - match.counters("points")[1]


def test_without_a_counter_the_end_decides() -> None:
    made, match = race()
    searching = Searching(Stream(1), made.choosers[0])

    assert Outlook(searching, None).of(quick_node(match), 0, 5) in (0.0, 0.5, 1.0)
    assert match.waits_for is None
