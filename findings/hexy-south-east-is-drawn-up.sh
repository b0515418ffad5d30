#!/usr/bin/env bash
# Guess: a step of `SE` goes right and down on a screen, where `axial_to_pixel` counts y downwards.
# Real: y is 15 less, that is up on a screen: the names of directions count y upwards.
# Who meets it: whoever draws boards of hexes with pygame or SVG.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
python3 -m venv "$place/venv"
"$place/venv/bin/pip" install --quiet --disable-pip-version-check hexy==1.4.4 numpy==2.4.6
"$place/venv/bin/python" - <<'EOF'
from importlib.metadata import version

print(*(f"{name} {version(name)}" for name in ("hexy", "numpy")))
import hexy
import numpy as np

names = ("NE", "E", "SE", "SW", "W", "NW")
found = {
    name: hexy.axial_to_pixel(hexy.cube_to_axial(np.array([getattr(hexy, name)])), 10.0)[0].round().astype(int).tolist()
    for name in names
}
print(found)
assert found["SE"] == [9, -15] and found["NE"] == [9, 15] and found["E"] == [17, 0]
EOF
