#!/usr/bin/env bash
# Guess: three packages for Rubik's cube read the usual letters: `R2'` is a half turn, `r` turns two layers
# and `x` the whole cube.
# Real: magiccube refuses `R2'` (but takes `R'2`) and `r` (but takes `Rw`); pycuber takes both, but not
# `2R`; cube-solver takes neither half turn backwards. Slices agree: `M` turns as `L`. All three take
# `R2`, `Rw` and `x`.
# Who meets it: whoever copies moves between a solver, a timer and a picture of the cube.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
python3 -m venv "$place/venv"
"$place/venv/bin/pip" install --quiet --disable-pip-version-check magiccube==1.2.0 pycuber==0.2.2 cube-solver==1.1.4
echo "magiccube 1.2.0, pycuber 0.2.2, cube-solver 1.1.4"
"$place/venv/bin/python" -W ignore - <<'EOF'
import cube_solver
import magiccube
import pycuber


def turned(move):
    cube = magiccube.Cube(3)
    cube.rotate(move)
    return cube.get()


def stepped(moves):
    cube = pycuber.Cube()
    cube(moves)
    return str(cube)


readers = {
    "magiccube": turned,
    "pycuber": stepped,
    "cube-solver": lambda moves: str(cube_solver.apply_maneuver(cube_solver.Cube(), moves)),
}
found = {}
for name, read in readers.items():
    assert read("M") == read("L' R x'")
    refused = []
    for move in ("R2", "R2'", "R'2", "r", "Rw", "2R", "x", "X"):
        try:
            read(move)
        except (ValueError, magiccube.CubeException):
            refused.append(move)
    found[name] = refused
    print(name, "refuses", refused)
assert found == {
    "magiccube": ["R2'", "r"],
    "pycuber": ["R'2", "2R", "X"],
    "cube-solver": ["R2'", "R'2", "2R", "X"],
}
EOF
