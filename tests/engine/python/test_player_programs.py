"""Players of the language on the Python engine: what they prefer is what the interpreter says."""

from __future__ import annotations

import pytest

from ruleslang.engine.match.chance import Stream, derive
from ruleslang.engine.python.engine import PythonEngine
from ruleslang.library.find_rulebook import shipped_rulebooks
from ruleslang.players.preference_bot import ChooserBot
from ruleslang.program.program import Compiled
from tests.engine.classics.classics import game
from tests.support.shipped import compiled as shipped


def differing(found: Compiled, seed: int, most: int) -> list[str]:
    """At which decisions of a match a player prefers something else than the interpreter has."""
    (chooser, *_) = found.choosers
    match = PythonEngine(found.program).start(seed=seed)
    bot, draws = ChooserBot(chooser, found.program, seed, 0), Stream(derive(seed, 7))
    wrong = []
    for made in range(most):
        if match.decision is None:
            break
        choices = match.decision.choices
        meant = bot.by_decision(match, match.decision)
        quick = match.preferred(chooser)
        if quick is None or list(quick) != meant:
            wrong.append(f"seed {seed}, decision {made}: {meant} / {quick}")
        is_random = draws.below(3) == 0
        several = range(len(choices)) if is_random else meant
        match.choose(several[draws.below(len(several))])
    return wrong


def test_what_players_prefer_is_what_the_interpreter_says() -> None:
    found = {name: differing(shipped(name), 0, 30) for name in ("ollapion", "worldies")}
    found["backgammon"] = differing(game("backgammon").compiled, 0, 15)
    assert {name: wrong for name, wrong in found.items() if wrong} == {}


@pytest.mark.long
@pytest.mark.parametrize("name", shipped_rulebooks())
def test_what_players_prefer_in_whole_matches(name: str) -> None:
    assert [each for seed in range(10) for each in differing(shipped(name), seed, 100_000)] == []
