#!/usr/bin/env bash
# Guess: `pixel2hex` gives the hexagon in which a point lies, whose centre is the nearest.
# Real: for one point in five it gives a neighbour, because the two coordinates are rounded apart;
# `hex_line` has gaps, or a place twice, for the same reason.
# Who meets it: whoever asks which tile was clicked: round the three cube coordinates yourself.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
python3 -m venv "$place/venv"
"$place/venv/bin/pip" install --quiet --disable-pip-version-check geks==0.0.1 numpy==2.3.5
"$place/venv/bin/python" - <<'EOF'
from importlib.metadata import version

print(*(f"{name} {version(name)}" for name in ("geks",)))
from collections import Counter

from geks import Hex, Layout, hex_distance, hex_line

layout = Layout(size=(10, 10))
near = [Hex((q, r)) for q in range(-3, 4) for r in range(-3, 4)]
centres = [(he, layout.hex2pixel(he)) for he in near]
misses = Counter()
points = [(x + 0.3, y + 0.3) for x in range(-12, 12) for y in range(-12, 12)]
for x, y in points:
    nearest = min(centres, key=lambda pair: (pair[1][0] - x) ** 2 + (pair[1][1] - y) ** 2)[0]
    misses[int(hex_distance(nearest, layout.pixel2hex((x, y))))] += 1
print(len(points), dict(misses))
gaps = 0
for goal in near:
    steps = hex_line(Hex((0, 0)), goal)
    gaps += any(hex_distance(one, other) != 1 for one, other in zip(steps, steps[1:]))
print(len(near), gaps)
assert misses == {0: 453, 1: 123} and gaps == 6
EOF
