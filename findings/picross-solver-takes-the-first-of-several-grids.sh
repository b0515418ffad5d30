#!/usr/bin/env bash
# Guess: `solve` says whether a puzzle has one solution or several.
# Real: `solve` returns True and one of the grids for both, so 5 rows of one cell each, with 120
# solutions, are a diagonal.
# Who meets it: whoever tests with it that a puzzle of their own is fair.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
python3 -m venv "$place/venv"
"$place/venv/bin/pip" install --quiet --disable-pip-version-check picross-solver==1.1.2 numpy==1.26.4
"$place/venv/bin/python" - <<'EOF'
from importlib.metadata import version

print("picross-solver", version("picross-solver"))
import numpy
from picross_solver.picross_solver import solve

grid = numpy.full((5, 5), -1)
solved = solve([[1]] * 5, [[1]] * 5, grid)
print(solved, grid.tolist())
assert solved is True and (grid == numpy.eye(5)).all()

contrary = solve([[2], [1]], [[1], [1]], numpy.full((2, 2), -1))
print("no solution:", contrary)
assert contrary is False
EOF
