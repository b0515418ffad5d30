"""What is kept of hashes and views is what would be made anew."""

from __future__ import annotations

import pytest

from ruleslang.bots.preference_bot import RandomBot
from ruleslang.interpreter.engine import Interpreter
from ruleslang.interpreter.match import InterpretedMatch
from ruleslang.interpreter.state import Unchanged
from ruleslang.match.match import Match
from ruleslang.python.engine import PythonEngine
from ruleslang.python.match import PythonMatch
from tests.support.shipped import compiled

DECISIONS = 60
SINGLE = {"contest": "single_match"}  # planned in secret
PLAYED = {
    "grangol": {},
    "hanabi": {},
    "liars_dice": {},
    "masks": {},
    "ole": SINGLE,
    "sealed_bids": {},
    "super_team": {},
}


@pytest.mark.parametrize("engine", [Interpreter, PythonEngine])
@pytest.mark.parametrize("name", PLAYED)
def test_what_is_kept_is_what_would_be_made_anew(
    name: str, engine: type[Interpreter | PythonEngine]
) -> None:
    match = engine(compiled(name).program).start(seed=3, options=PLAYED[name])
    bots = [RandomBot(3, seat) for seat in range(len(match.population.players))]
    for _ in range(DECISIONS):
        kept = _told(match)
        assert kept == _told_anew(match)
        if match.waits_for is None:
            break
        match.choose(bots[match.waits_for[0]].choose(match))


def _told(match: Match) -> object:
    return match.hash(), [match.view(seat) for seat in range(len(match.population.players))]


def _told_anew(match: Match) -> object:
    reader = match._reader() if isinstance(match, PythonMatch) else match
    assert isinstance(reader, InterpretedMatch)
    machine = reader.machine
    kept, machine.unchanged = machine.unchanged, Unchanged()
    try:
        return _told(reader)
    finally:
        machine.unchanged = kept
