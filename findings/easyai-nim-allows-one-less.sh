#!/usr/bin/env bash
# Guess: `Nim(max_removals_per_turn=3)` allows to take one, two or three; the last taker wins.
# Real: three can't be taken, and the last taker loses.
# Who meets it: whoever compares a search with the known theory of Nim.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
python3 -m venv "$place/venv"
"$place/venv/bin/pip" install --quiet --disable-pip-version-check easyAI==2.0.12 numpy==2.3.5
"$place/venv/bin/python" - <<'EOF'
from importlib.metadata import version

print(*(f"{name} {version(name)}" for name in ("easyAI",)))
from easyAI import AI_Player, Negamax
from easyAI.games.Nim import Nim

game = Nim([AI_Player(None), AI_Player(None)], max_removals_per_turn=3, piles=(5,))
moves = game.possible_moves()
last = Nim([AI_Player(None), AI_Player(None)], piles=(1,))
last.play_move("1,1")
print(moves, last.is_over(), last.scoring())
assert moves == ["1,1", "1,2"]
assert last.is_over() and last.scoring() == 100  # the player to move has won
EOF
