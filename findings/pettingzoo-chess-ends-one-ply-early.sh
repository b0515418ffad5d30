#!/usr/bin/env bash
# Guess: The game is drawn when a position is there for the third time: after eight plies of
# knights going to and fro.
# Real: it ends after seven, in a position that is there for the second time, because the player
# to move could claim the draw.
# Who meets it: whoever compares lengths or results of chess games between environments.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
python3 -m venv "$place/venv"
"$place/venv/bin/pip" install --quiet --disable-pip-version-check pettingzoo==1.27.0 chess==1.11.2 pygame==2.6.1
"$place/venv/bin/python" - <<'EOF'
from importlib.metadata import version

print(*(f"{name} {version(name)}" for name in ('pettingzoo', 'chess', 'pygame',)))
import chess
from pettingzoo.classic import chess_v6
from pettingzoo.classic.chess import chess_utils

env = chess_v6.env()
env.reset()
plies = 0
for move in ["g1f3", "g8f6", "f3g1", "f6g8"] * 3:
    board = env.unwrapped.board
    seat = 0 if board.turn else 1
    actions = {chess_utils.action_to_move(board, each, seat).uci(): each for each in chess_utils.legal_moves(board)}
    env.step(actions[move])
    plies += 1
    if any(env.terminations.values()):
        break
print("plies", plies, "three times:", env.unwrapped.board.is_repetition(3))
assert plies == 7
assert not env.unwrapped.board.is_repetition(3)
EOF
