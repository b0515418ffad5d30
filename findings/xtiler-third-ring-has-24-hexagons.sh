#!/usr/bin/env bash
# Guess: around a hexagon lie rings of 6, 12 and 18, together 37 with the middle one.
# Real: in xtiler each ring has twice as many tiles as the one before: 6, 12, 24, 48. Up to radius 2 it
# agrees with a grid of hexagons, beyond that numbers and angles belong to no tile of one.
# Who meets it: whoever numbers the tiles of an island in a spiral.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
python3 -m venv "$place/venv"
"$place/venv/bin/pip" install --quiet --disable-pip-version-check xtiler==0.1.0
echo "xtiler 0.1.0"
"$place/venv/bin/python" - <<'EOF'
from itertools import product

import xtiler

rings = [xtiler.ring_length(radius) for radius in range(5)]
sizes = [xtiler.grid_size(radius) for radius in range(5)]
steps = range(-4, 5)
cubes = [max(abs(q), abs(r), abs(q + r)) for q, r in product(steps, steps)]
counted = [sum(distance <= radius for distance in cubes) for radius in range(5)]
print("rings", rings, "grids", sizes, "counted", counted)
assert rings == [1, 6, 12, 24, 48]
assert sizes == [1, 7, 19, 43, 91]
assert counted == [1, 7, 19, 37, 61]
EOF
