"""Runs many games in small portions, so that a page can show progress and stop them."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from attrs import asdict

from ruleslang.api import Game
from ruleslang.engine.engine_names import WASM
from ruleslang.simulation.play_games import Batch
from ruleslang.simulation.sides import ALL, sides_of
from ruleslang.simulation.simulate import add_games, played_portions
from ruleslang.simulation.simulation_report import Report, Tally, share

MOST_GAMES = 100_000
MOST_FAILURES = 3  # different ones that are reported
PLACED = re.compile(
    r"(?:[a-z-]+: )?(?P<message>.*?)(?: \((?P<file>[^()]*):(?P<line>\d+)\))?", re.DOTALL
)


def simulated(game: Game, asked: Mapping[str, Any]) -> tuple[str, Iterator[Tally]]:
    """
    Return the engine that plays, and the tallies of the games so far, again and again; `players`
    are assigned to the seats in turn.

    Raises `ValueError` for an impossible request.
    """
    games = asked.get("games")
    if type(games) is not int or not 1 <= games <= MOST_GAMES:
        raise ValueError(f"choose between 1 and {MOST_GAMES:,} games")
    seed, players = asked.get("seed", 1), asked.get("players")
    engine = asked.get("engine", WASM)
    batch = game.batch(games=games, seed=seed, players=players, engine=engine)
    return batch.engine, _tallies(batch)


def _tallies(batch: Batch) -> Iterator[Tally]:
    tally = Tally(len(batch.players))
    for _, games in played_portions(batch, 1, None, True, None):
        add_games(tally, games, None)
        yield tally


def report_data(game: Game, report: Report) -> dict[str, Any]:
    """Return the report as plain data, with 95% intervals."""
    failures = Counter(failure.message for failure in report.failures)
    sides = sides_of(game.program, len(report.winners))
    return {
        "games": report.games,
        "finished": report.finished,
        "capped": report.capped,
        "decisions": report.decisions,
        "draws": share(report.draws, report.finished),
        "winners": [
            {"seat": name, "share": share(report.won_by(side), report.finished)}
            for side in sides  # a singular, which the page follows by `wins`
            for name in ["everybody" if side.name == ALL else side.name.replace("_", " ")]
        ],
        "payoffs": [asdict(payoff) for payoff in report.payoffs],
        "measures": {name: asdict(measured) for name, measured in report.measures.items()},
        "failures": [_failed(text, times) for text, times in failures.most_common(MOST_FAILURES)],
        "failed": len(report.failures),
    }


def _failed(text: str, times: int) -> dict[str, Any]:
    """
    Return the reason of failed games, with its place apart.

    >>> _failed("out-of-range: `n` would be 10, outside 0..9 (game.rules:18)", 3)
    {'games': 3, 'message': '`n` would be 10, outside 0..9', 'file': 'game.rules', 'line': 18}
    """
    found = PLACED.fullmatch(text)
    assert found is not None
    place = {"file": found["file"], "line": int(found["line"])} if found["file"] else {}
    return {"games": times, "message": found["message"], **place}
