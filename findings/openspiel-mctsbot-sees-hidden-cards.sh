#!/usr/bin/env bash
# Guess: MCTSBot searches what its player may know, or refuses games with hidden cards.
# Real: it searches from the true state: in Kuhn poker, facing a bet with the queen, it calls 15
# times of 15 against the jack and folds 15 of 15 against the king.
# Who meets it: whoever measures a bot of a card game against it, or takes its play as a model.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
python3 -m venv "$place/venv"
"$place/venv/bin/pip" install --quiet --disable-pip-version-check open_spiel==2.0.2
"$place/venv/bin/python" - <<'EOF'
from importlib.metadata import version

print(*(f"{name} {version(name)}" for name in ('open_spiel',)))
import numpy
import pyspiel
from open_spiel.python.algorithms import mcts

PASS, BET, JACK, QUEEN, KING = 0, 1, 0, 1, 2
calls = {}
game = pyspiel.load_game("kuhn_poker")
for other in (JACK, KING):
    calls[other] = 0
    for seed in range(15):
        state = game.new_initial_state()
        for action in (other, QUEEN, BET):
            state.apply_action(action)
        chance = numpy.random.RandomState(seed)
        evaluator = mcts.RandomRolloutEvaluator(1, chance)
        bot = mcts.MCTSBot(game, 2, 200, evaluator, solve=True, random_state=chance)
        calls[other] += bot.step(state) == BET
print("the queen calls against the jack", calls[JACK], "of 15, against the king", calls[KING])
assert calls == {JACK: 15, KING: 0}
EOF
