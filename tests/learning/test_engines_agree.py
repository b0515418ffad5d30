"""C and Python tell the same features, and learn the same from the same games."""

from __future__ import annotations

import pytest

from ruleslang.api import load
from ruleslang.c.compiled_game import compiled
from ruleslang.c.compiler import compilers
from ruleslang.engines.choose_engine import CPlay
from ruleslang.learning.in_c import LearnerInC
from ruleslang.learning.in_python import LearnerInPython
from ruleslang.learning.weights import LATE, ROW, Teaching, Weights, averaged
from ruleslang.match.chance import Stream
from ruleslang.match.entities import settle
from tests.support.every import every

GAMES = (
    "examples/crazy_eights",
    "examples/spell_duel",
    "examples/gin_rummy",
    "examples/yacht",
    "examples/hanabi",
)


def both(name: str) -> tuple[LearnerInC, LearnerInPython]:
    game = load(name)
    settings = settle(game.program, {}, game.fewest({}), None)
    choosers = tuple(game.compiled.choosers)
    if next(compilers(), None) is None:
        pytest.skip("no C compiler here; `pip install 'ruleslang[c]'` brings one")
    in_c = LearnerInC(compiled(game.program, settings, choosers=choosers, learns=True, level=0))
    return in_c, LearnerInPython(game.program, settings, choosers)


@every("name", GAMES)
def test_both_prefer_the_same(name: str) -> None:
    in_c, in_python = both(name)
    weights, chance = Weights(trust=0.7), Stream(5)
    for at in range(len(weights.policy)):
        weights.policy[at] = chance.next32() / 2**32 - 0.5

    for seed in range(3):
        match = in_python._match(seed)
        play = CPlay(in_c.game, in_c.game.compiled)
        play.start(seed)
        for _ in range(60):
            if match.waits_for is None:
                break
            expected = in_python.preferences(match.play, weights)
            found = in_c.preferences(play, weights)

            assert [a for a, _ in found] == pytest.approx([a for a, _ in expected], abs=1e-9)
            assert [b for _, b in found] == pytest.approx([b for _, b in expected], abs=1e-9)
            index = chance.below(match.waits_for[1])
            match.choose(index)
            play.choose(index)


@every("name", GAMES[:2])
def test_both_learn_the_same(name: str) -> None:
    in_c, in_python = both(name)
    learned = []
    for learner in (in_c, in_python):
        weights = Weights(trust=0.5)
        learner.learn(weights, Teaching(), range(20))
        learned += [weights, averaged(weights)]

    for one, other in zip(learned[:2], learned[2:], strict=True):
        for in_one, in_other in ((one.policy, other.policy), (one.worth, other.worth)):
            pairs = zip(in_one[::ROW], in_other[::ROW], strict=True)
            assert max(abs(a - b) for a, b in pairs) < 1e-9
        assert any(one.policy)


def test_the_mean_counts_late_games_more() -> None:
    weights = Weights(games=10)
    for place, (change, games) in enumerate(((0.5, 0), (0.5, 5), (0.5, 9))):
        weights.policy[ROW * place] = change
        weights.policy[ROW * place + LATE] = change * games**2

    assert list(averaged(weights).policy[: 3 * ROW : ROW]) == pytest.approx([0.5, 0.375, 0.095])
