#!/usr/bin/env bash
# Guess: each `Sudoku(3)` without a seed is another puzzle.
# Real: all of one process are the same; another process has another one.
# Who meets it: whoever makes a book of puzzles, or puzzles for each guest of a server.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
python3 -m venv "$place/venv"
"$place/venv/bin/pip" install --quiet --disable-pip-version-check py-sudoku==2.0.0
"$place/venv/bin/python" - <<'EOF'
from importlib.metadata import version

print(*(f"{name} {version(name)}" for name in ("py-sudoku",)))
from sudoku import Sudoku

boards = [str(Sudoku(3).difficulty(0.5).board) for _ in range(5)]
seeded = [str(Sudoku(3, seed=seed).difficulty(0.5).board) for seed in range(5)]
print(len(set(boards)), "of 5 without a seed,", len(set(seeded)), "of 5 with seeds")
assert (len(set(boards)), len(set(seeded))) == (1, 5)
EOF
