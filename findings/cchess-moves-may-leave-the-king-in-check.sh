#!/usr/bin/env bash
# Guess: `create_moves` returns the legal moves, so the guard between two facing kings stays.
# Real: it returns moves that open the file too, after which the own king can be taken;
# `is_checked_move` tells them apart. FENs have no counters.
# Who meets it: whoever compares the moves of xiangqi programs, or plays at random.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
python3 -m venv "$place/venv"
"$place/venv/bin/pip" install --quiet --disable-pip-version-check cchess==1.25.5
"$place/venv/bin/python" - <<'EOF'
from importlib.metadata import version

print(*(f"{name} {version(name)}" for name in "cchess".split()))
import cchess

board = cchess.ChessBoard("4k4/9/9/9/9/9/9/9/4A4/4K4 w - - 0 1")
moves = [(tuple(a), tuple(b)) for a, b in board.create_moves()]
legal = [move for move in moves if not board.is_checked_move(*move)]
guard = [move for move in moves if move[0] == (4, 1)]
print(len(moves), len(legal), len(guard), board.to_fen())
assert guard and not any(move[0] == (4, 1) for move in legal)
assert board.to_fen() == "4k4/9/9/9/9/9/9/9/4A4/4K4 w"
EOF
