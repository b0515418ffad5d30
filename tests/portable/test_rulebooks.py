"""All shipped rulebooks by both engines, with mixed options and readings, decision by decision."""

from __future__ import annotations

from typing import Any

import pytest

from ruleslang.library.shipped_data import shipped_rulebooks
from ruleslang.match.entities import Settings
from ruleslang.portable.engine import Portable
from ruleslang.portable.game import Printed
from tests.portable.disagreement import Disagreement, Game, disagreement, mixed
from tests.support.shipped import LARGE, compiled

A_WHILE = 12  # decisions of each large rulebook
GAMES = 200  # of each rulebook, in the long run
MOST = 4000  # decisions of one of them


class Mistaken(Portable):
    """The portable engine with a mistake: cards always come to lie at the bottom."""

    def game(self, settings: Settings, measures: Any = ()) -> Printed:
        made = Printed(super().game(settings, measures).flow)
        move = made.space["move"]
        made.space["move"] = lambda M, S, position, *rest: move(M, S, "bottom", *rest)
        return made


def test_large_rulebooks_are_played_alike_for_a_while() -> None:
    found = []
    for name in sorted(LARGE & set(shipped_rulebooks())):
        engine = Portable(compiled(name).program)
        game = Game(0, engine.program.seats.low, {})
        differs, _ = disagreement(engine, game, A_WHILE)
        found += [f"{name}: {differs}"] if differs else []

    assert found == []


def test_a_mistake_is_found_and_made_small() -> None:
    engine = Mistaken(compiled("crazy_eights").program)

    found, _ = disagreement(engine, Game(1, 2, {}), A_WHILE)

    assert isinstance(found, Disagreement)
    assert len(found.game.chosen) <= 2
    assert "discard" in found.cell or "zone" in found.cell
    assert found.definitions


@pytest.mark.long
@pytest.mark.parametrize("name", shipped_rulebooks())
def test_rulebooks_are_played_alike(name: str) -> None:
    engine = Portable(compiled(name).program)
    found = []
    for seed in range(GAMES):
        differs, _ = disagreement(engine, mixed(engine.program, seed), MOST)
        found += [f"{name}: {differs}"] if differs else []

    assert found == []
