"""The views that a story compares are those of `view`, though most of them are not computed."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest

import ruleslang
from ruleslang.engine.interpreter.match import InterpretedMatch
from ruleslang.engine.match.decision import View


def play(game: ruleslang.Game, seed: int, choices: int) -> ruleslang.Match:
    match, pick = game.start(seed=seed, engine="wasm"), random.Random(seed)
    for _ in range(choices):
        if match.decision is None:
            break
        match.choose(pick.randrange(len(match.decision.choices)))
    return match


GAMES = ("ole", "grangol", "ollapion", "hanabi", "masks", "phantom_ttt", "sealed_bids")


@pytest.mark.parametrize("name", GAMES)
def test_views_one_after_another_are_those_of_the_match(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    successive, compared = InterpretedMatch.successive_views, 0

    def both(match: InterpretedMatch) -> Callable[[int | None], View]:
        views = successive(match)

        def view(seat: int | None) -> View:
            nonlocal compared
            compared += 1
            expected, found = match.view(seat), views(seat)

            assert expected == found
            assert [*expected.states] == [*found.states]
            assert [*expected.zones] == [*found.zones]
            return found

        return view

    monkeypatch.setattr(InterpretedMatch, "successive_views", both)
    play(ruleslang.load(name), 1, 12).story(0)
    assert compared > 20
