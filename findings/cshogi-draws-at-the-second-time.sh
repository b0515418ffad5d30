#!/usr/bin/env bash
# Guess: `is_draw` is true when a position occurs for the fourth time, as in the rules of shogi and
# in python-shogi.
# Real: it returns `REPETITION_DRAW` at the second time, as a search wants it; `is_game_over` stays
# false at the fourth.
# Who meets it: whoever plays games with it and ends them by `is_draw`: after four quiet moves.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
python3 -m venv "$place/venv"
"$place/venv/bin/pip" install --quiet --disable-pip-version-check cshogi==1.1.0 python-shogi==1.1.1
"$place/venv/bin/python" - <<'EOF'
from importlib.metadata import version

print(*(f"{name} {version(name)}" for name in ("cshogi", "python-shogi")))
import cshogi
import shogi

board, other = cshogi.Board(), shogi.Board()
draws, fourfold = [], []
for number, move in enumerate(["2h3h", "8b7b", "3h2h", "7b8b"] * 3, 1):
    assert shogi.Move.from_usi(move) in other.legal_moves
    board.push_usi(move)
    other.push_usi(move)
    if board.is_draw() == cshogi.REPETITION_DRAW:
        draws.append(number)
    if other.is_fourfold_repetition():
        fourfold.append(number)
print(draws, fourfold, board.is_game_over(), other.is_game_over())
assert draws == [4, 5, 6, 7, 8, 9, 10, 11, 12]
assert fourfold == [12]
assert not board.is_game_over() and other.is_game_over()
EOF
