"""Plays some games of a rulebook while it is edited: the speed, and who wins."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from time import perf_counter

from attrs import frozen

from ruleslang.api import Game
from ruleslang.engine.engine_names import WASM
from ruleslang.program.program import Compiled
from ruleslang.simulation.sides import Side, sides_of
from ruleslang.simulation.simulate import play_side_by_side
from ruleslang.simulation.simulation_report import Report, Tally

SECONDS = 2.0
MOST_GAMES = 50_000
NOT_AT_FIRST = ("random", "search")  # where the rulebook has its own player, that one plays


@frozen
class Simulated:
    """The result of games between equal players, with a text for the line above the header."""

    games: int
    seconds: float
    player: str
    report: Report
    sides: tuple[Side, ...]

    @property
    def words(self) -> str:
        """Games a second, and the win rate of each seat."""
        rate = self.games / self.seconds
        speed = f"{rate:,.0f}" if rate >= 10 else f"{rate:.1f}"
        shares = "".join(f", {name} {100 * part:.0f}%" for name, part in self._shares())
        return f"{speed} games a second: {shares[2:]} (of {self.games:,}, {self.player})"

    def _shares(self) -> Iterator[tuple[str, float]]:
        report = self.report
        finished = max(report.finished, 1)
        for side in self.sides:
            yield side.wins.replace("_", " "), report.won_by(side) / finished
        if report.draws:
            yield "nobody wins", report.draws / finished
        if report.failures:
            yield "stopped by a fault", len(report.failures) / self.games


def simulated(compiled: Compiled, stopped: Callable[[], bool]) -> Simulated | None:
    """Play for a moment; `None` if no game was finished before it was stopped."""
    game = Game(compiled)
    player = next((name for name in game.bots if name not in NOT_AT_FIRST), game.bots[0])
    batch = game.batch(games=MOST_GAMES, seed=1, players=[player], engine=WASM)
    tally, began = Tally(len(batch.players)), perf_counter()
    for (played,) in play_side_by_side((batch,), 1):
        for result in played:
            tally.add(result)
        if perf_counter() - began >= SECONDS or stopped():
            break
    report = tally.report()
    if not report.games or stopped():
        return None
    took, sides = perf_counter() - began, sides_of(compiled.program, len(batch.players))
    return Simulated(report.games, took, player, report, sides)
