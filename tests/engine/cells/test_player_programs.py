"""Players of the language on WebAssembly prefer what they prefer in the interpreter."""

from __future__ import annotations

import pytest

from ruleslang.engine.compiled_in_c import WasmEngine
from ruleslang.engine.match.chance import Stream, derive
from ruleslang.library.find_rulebook import shipped_rulebooks
from ruleslang.players.preference_bot import ChooserBot
from ruleslang.program.program import Compiled
from tests.engine.classics.classics import game
from tests.support.shipped import compiled as shipped


def differing(found: Compiled, seed: int, most: int) -> list[str]:
    """At which decisions of a match a player prefers something else than the interpreter has."""
    (chooser, *_) = found.choosers
    match = WasmEngine(found.program, (chooser,)).start(seed=seed)
    bot, draws = ChooserBot(chooser, found.program, seed, 0), Stream(derive(seed, 7))
    wrong = []
    for made in range(most):
        if match.decision is None:
            break
        choices = match.decision.choices
        intended = bot.by_decision(match, match.decision)
        quick = match.preferred(chooser)
        if quick is None or list(quick) != intended:
            wrong.append(f"seed {seed}, decision {made}: {intended} / {quick}")
        is_random = draws.below(3) == 0
        several = range(len(choices)) if is_random else intended
        match.choose(several[draws.below(len(several))])
    return wrong


def test_preferences_of_players_agree_with_the_interpreter() -> None:
    found = {name: differing(shipped(name), 0, 30) for name in ("ollapion", "worldies")}
    found["backgammon"] = differing(game("backgammon").compiled, 0, 15)
    assert {name: wrong for name, wrong in found.items() if wrong} == {}


@pytest.mark.long
@pytest.mark.parametrize("name", shipped_rulebooks())
def test_what_players_prefer_in_whole_matches(name: str) -> None:
    assert [each for seed in range(10) for each in differing(shipped(name), seed, 100_000)] == []
