"""C and Python compute the same features, and learn the same from the same games."""

from __future__ import annotations

from pathlib import Path

import pytest

from ruleslang.api import Game, load
from ruleslang.engine.c.compiler import compilers
from ruleslang.engine.choose_engine import WASM, C
from ruleslang.engine.code.machine import CPlay
from ruleslang.engine.compiled_in_c import IN_WASM, compiled
from ruleslang.engine.match.chance import Stream
from ruleslang.engine.match.entities import options_of, settle
from ruleslang.players.learned_bot import add_learned
from ruleslang.players.learning.learn import steadily
from ruleslang.players.learning.learner import Learner
from ruleslang.players.learning.saved import Learned, text_of
from ruleslang.players.learning.weights import LATE, ROW, Teaching, Weights, averaged
from ruleslang.simulation.simulate import simulate
from tests.players.learning.reference.learner import LearnerInPython, in_python
from tests.support.every import every

GAMES = (
    "examples/crazy_eights",
    "examples/spell_duel",
    "examples/gin_rummy",
    "examples/yacht",
    "examples/hanabi",
)


def both(name: str) -> tuple[Learner, LearnerInPython]:
    game = load(name)
    settings = settle(game.program, {}, game.fewest({}), None)
    choosers = tuple(game.compiled.choosers)
    if next(compilers(), None) is None:
        pytest.skip("no C compiler here; `pip install -e '.[c]'` brings one")
    in_c = Learner(compiled(game.program, settings, choosers=choosers, learns=True, level=0))
    return in_c, in_python(game.program, settings, choosers)


@every("name", GAMES)
def test_both_prefer_the_same(name: str) -> None:
    in_c, in_python = both(name)
    free, chance = Weights(trust=0.7), Stream(5)
    for at in range(len(free.policy)):
        free.policy[at] = chance.next32() / 2**32 - 0.5

    for seed in range(3):
        match = in_python._match(seed)
        play = CPlay(in_c.game, in_c.game.compiled)
        play.start(seed)
        for _ in range(60):
            if match.waits_for is None:
                break
            for weights in (free, steadily(free)):
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


@every("name", GAMES[:2])
def test_webassembly_learns_the_same_to_the_last_bit(name: str) -> None:
    in_c, _ = both(name)
    of = in_c.game.flow.population
    given = of.whole_program, of.settings, (), IN_WASM, in_c.choosers
    in_wasm = Learner(compiled(*given, learns=True))
    learned = []
    for learner in (in_c, in_wasm):
        weights, teaching = Weights(trust=0.5), Teaching()
        for games in (range(20), range(20, 50)):
            learner.learn(weights, teaching, games)
        against: list[list[int | Weights]] = [[weights, 0], [1, weights]]
        ends = [learner.compete(players, range(20)) for players in against]
        learned.append((weights.policy, weights.worth, weights.games, teaching.spread, ends))

    assert learned[0] == learned[1]


def learned_file(game: Game, path: Path, advised: bool) -> str:
    """The file of a player who has learned for a few games."""
    settings = settle(game.program, {}, game.fewest({}), None)
    choosers = tuple(game.compiled.choosers) if advised else ()
    of = Learner(compiled(game.program, settings, choosers=choosers, learns=True, level=0))
    weights = Weights(trust=1.0)
    of.learn(weights, Teaching(), range(30))
    names, options = tuple(each.name for each in choosers), options_of(game.program, settings)
    digest = of.numbering.digest
    learned = Learned(game.name, digest, settings.players, options, names, 1, (weights,))
    path.write_text(text_of(learned), "utf-8")
    add_learned(str(path), game.compiled)
    return str(path)


@every("advised", (True, False))
def test_games_of_learned_players_are_the_same(tmp_path: Path, advised: bool) -> None:
    game = load("examples/spell_duel")
    both(game.name)  # skips without a compiler
    file = learned_file(game, tmp_path / "some.learned", advised=advised)
    players = file, game.compiled.choosers[0].name
    in_c, in_wasm = (
        game.batch(games=12, seed=3, players=players, engine=engine) for engine in (C, WASM)
    )

    assert in_c.runs_in_threads and in_wasm.runs_in_threads
    assert simulate(in_c, jobs=2) == simulate(in_wasm, jobs=2)
    assert game.batch(games=50, seed=3, players=players).engine == WASM
    assert game.batch(games=1_000, seed=3, players=players).engine == C


def test_the_mean_counts_late_games_more() -> None:
    weights = Weights(games=10)
    for place, (change, games) in enumerate(((0.5, 0), (0.5, 5), (0.5, 9))):
        weights.policy[ROW * place] = change
        weights.policy[ROW * place + LATE] = change * games**2

    assert list(averaged(weights).policy[: 3 * ROW : ROW]) == pytest.approx([0.5, 0.375, 0.095])
