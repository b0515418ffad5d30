"""Runs many games in small portions, so that a page can show progress and stop them."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from attrs import asdict

from ruleslang.api import Game
from ruleslang.engine.choose_engine import PYTHON, C
from ruleslang.simulation.play_games import Batch
from ruleslang.simulation.sides import ALL, Side, sides_of
from ruleslang.simulation.simulate import play_side_by_side
from ruleslang.simulation.simulation_report import Report, Tally, share

MOST_GAMES = 100_000
MOST_FAILURES = 3  # different ones that are reported
PLACED = re.compile(
    r"(?:[a-z-]+: )?(?P<message>.*?)(?: \((?P<file>[^()]*):(?P<line>\d+)\))?", re.DOTALL
)
NOT_HERE = """\
the games can't be played in C here, because no browser has a compiler. Python plays the same; \
on your own machine `ruleslang simulate … --engine c` plays them in C"""


def simulated(game: Game, asked: Mapping[str, Any]) -> Iterator[Tally]:
    """
    Return the tallies of the games so far, again and again; `players` are assigned to the seats in
    turn.

    Raises `ValueError` for an impossible request.
    """
    games = asked.get("games")
    if type(games) is not int or not 1 <= games <= MOST_GAMES:
        raise ValueError(f"choose between 1 and {MOST_GAMES:,} games")
    seed, players = asked.get("seed", 1), asked.get("players")
    engine = asked.get("engine", PYTHON)
    batch = game.batch(games=games, seed=seed, players=players, engine=engine)
    if engine == C and batch.engine != C:
        raise ValueError(NOT_HERE)
    return _tallies(batch)


def _tallies(batch: Batch) -> Iterator[Tally]:
    tally = Tally(len(batch.players))
    for (played,) in play_side_by_side((batch,), 1):
        for game_played in played:
            tally.add(game_played)
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
            {"seat": _who(side), "share": share(report.won_by(side), report.finished)}
            for side in sides
        ],
        "payoffs": [asdict(payoff) for payoff in report.payoffs],
        "measures": {name: asdict(measured) for name, measured in report.measures.items()},
        "failures": [_failed(text, times) for text, times in failures.most_common(MOST_FAILURES)],
        "failed": len(report.failures),
    }


def _who(side: Side) -> str:
    """Return a side as a singular, which the page follows by `wins`."""
    return "everybody" if side.name == ALL else side.name.replace("_", " ")


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
