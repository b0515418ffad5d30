#!/usr/bin/env bash
# Guess: a puzzle that `difficulty` makes has one solution.
# Real: with 0.7 (the share of empty cells), and often with 0.5, it has several, and `solve` returns
# one of them without a word; `has_multiple_solutions()` tells.
# Who meets it: whoever prints puzzles, or checks a player's grid by comparing it with `solve()`.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
python3 -m venv "$place/venv"
"$place/venv/bin/pip" install --quiet --disable-pip-version-check py-sudoku==2.0.0
"$place/venv/bin/python" - <<'EOF'
from importlib.metadata import version

print(*(f"{name} {version(name)}" for name in ("py-sudoku",)))
from sudoku import Sudoku

found = [Sudoku(3, seed=seed).difficulty(0.7).has_multiple_solutions() for seed in range(6)]
half = [Sudoku(3, seed=seed).difficulty(0.5).has_multiple_solutions() for seed in range(10)]
print(sum(found), "of 6 with 0.7,", sum(half), "of 10 with 0.5")
assert all(found) and any(half) and not all(half)
EOF
