#!/usr/bin/env bash
# Guess: a solved cube needs no move: the text is empty.
# Real: kociemba gives 13 moves, which lead back to the solved cube. Compare with the solved cube first.
# Who meets it: whoever ends a puzzle when no move is left, or counts moves.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
python3 -m venv "$place/venv"
"$place/venv/bin/pip" install --quiet --disable-pip-version-check kociemba==1.2.1 magiccube==1.2.0
echo "kociemba 1.2.1, magiccube 1.2.0"
"$place/venv/bin/python" - <<'EOF'
import kociemba
from magiccube import Cube

moves = kociemba.solve("".join(face * 9 for face in "URFDLB"))
cube = Cube(3)
before = cube.get()
cube.rotate(moves)
print(repr(moves), len(moves.split()), "back:", cube.get() == before)
assert len(moves.split()) == 13
assert cube.get() == before
EOF
