#!/usr/bin/env bash
# Guess: `mcts` searches for the best move against an opponent who plays well: it asks for
# `getCurrentPlayer`.
# Real: it adds the reward from one point of view at every turn: the opponent is searched as if
# helping. Of a sure 1 and a move after which the opponent chooses between 0 and 2 it takes the
# second.
# Who meets it: whoever takes it as a quick player or a peer for two-player games.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
python3 -m venv "$place/venv"
"$place/venv/bin/pip" install --quiet --disable-pip-version-check mcts==1.0.4
"$place/venv/bin/python" - <<'EOF'
from importlib.metadata import version

print(*(f"{name} {version(name)}" for name in ("mcts",)))
import random

from mcts import mcts


class Game:
    def __init__(self, moves=()):
        self.moves = moves

    def getCurrentPlayer(self):
        return 1 if len(self.moves) % 2 == 0 else -1

    def getPossibleActions(self):
        return ["sure", "risky"] if not self.moves else ["spoil", "help"]

    def takeAction(self, action):
        return Game((*self.moves, action))

    def isTerminal(self):
        return self.moves == ("sure",) or len(self.moves) == 2

    def getReward(self):
        return {("sure",): 1, ("risky", "spoil"): 0, ("risky", "help"): 2}[self.moves]


random.seed(1)
chosen = [mcts(iterationLimit=2000).search(Game()) for _ in range(10)]
print(chosen)
assert set(chosen) == {"risky"}
EOF
