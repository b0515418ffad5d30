"""Records of games that C plays: those that the interpreter writes, and `replay` accepts them."""

from __future__ import annotations

import ruleslang
from ruleslang.engine.choose_engine import INTERPRETER, C
from ruleslang.engine.compiled_in_c import CEngine
from ruleslang.engine.interpreter.engine import Interpreter
from ruleslang.players.random_bot import RandomBot
from ruleslang.simulation.play_games import Batch, play_games
from ruleslang.simulation.records.game_record import from_line
from ruleslang.simulation.replay import replay
from tests.engine.cells.test_mixed_rulebooks import program as mixed
from tests.support.every import every

# Dice on the table; cards and picks; answers given together, in secret.
GAMES = ("backgammon", "crazy_eights", "leduc_poker", "masks")
MIXED = ("acting_at_once", "lasting_and_answered", "paid_and_played_as", "told_and_left")
NUMBER = 2


def batch(of: ruleslang.Game, player: str, engine: str) -> Batch:
    players = (player,) * of.start(seed=1, engine="interpreter").start.players
    return Batch(of.compiled, of.digest, NUMBER, 5, players, records=True, engine=engine)


@every("name", GAMES)
def test_records_are_those_of_the_interpreter(name: str) -> None:
    of = ruleslang.load(name)
    for player in ("random", of.bots[-1]):
        in_c, expected = batch(of, player, C), batch(of, player, INTERPRETER)
        played = play_games(in_c, range(NUMBER))

        assert in_c.is_recorded_in_c
        assert played == play_games(expected, range(NUMBER))
        assert played[0].record is not None
        assert replay(of.program, from_line(played[0].record)) is None


@every("name", MIXED)
def test_events_are_those_of_the_interpreter(name: str) -> None:
    program = mixed(name)
    for seed in range(NUMBER):
        match, expected = CEngine(program).start(seed=seed), Interpreter(program).start(seed=seed)
        bots = [RandomBot(seed, seat) for seat in range(len(match.population.players))]
        while (asked := match.waits_for) is not None and len(match.chosen) < 60:
            index = bots[asked[0]].stream.below(asked[1])
            match.choose(index)
            expected.choose(index)

        assert match.events == expected.events
