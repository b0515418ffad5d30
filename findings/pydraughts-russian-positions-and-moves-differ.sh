#!/usr/bin/env bash
# Guess: A Russian or Brazilian board writes squares in one way: a1 to h8 in positions and moves.
# Real: the position has letters (`W:Wa1,c3,...`), the moves of the same board have numbers
# (`9-13`).
# Who meets it: whoever matches moves with a position, or passes them to a program for these
# games.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
python3 -m venv "$place/venv"
"$place/venv/bin/pip" install --quiet --disable-pip-version-check pydraughts==0.6.7
"$place/venv/bin/python" - <<'EOF'
from importlib.metadata import version

print(*(f"{name} {version(name)}" for name in ('pydraughts',)))
from draughts import Board

for variant in ("russian", "brazilian", "english"):
    board = Board(variant)
    squares = board.fen.split(":")[1][1:].split(",")
    moves = [move.pdn_move for move in board.legal_moves()]
    print(variant, squares[:3], moves[:3])
    assert squares[0].isdecimal() is (variant == "english")
    assert all(part.isdecimal() for move in moves for part in move.split("-"))
EOF
