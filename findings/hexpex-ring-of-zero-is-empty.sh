#!/usr/bin/env bash
# Guess: the ring at distance 0 is the middle, so that rings 0 to n make up the range n.
# Real: the ring at distance 0 is an empty set; `range(0)` and `spiral(0)` hold the middle.
# Who meets it: whoever spreads a blast or a view ring by ring: its own place is left out.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
python3 -m venv "$place/venv"
"$place/venv/bin/pip" install --quiet --disable-pip-version-check hexpex==0.2.3
"$place/venv/bin/python" - <<'EOF'
from importlib.metadata import version

print("hexpex", version("hexpex"))
from hexpex import Axial, AxialFlatAdjacentDirection

middle = Axial(2, 3)
first = next(iter(AxialFlatAdjacentDirection))
print("ring 0", middle.ring(0), "range 0", middle.range(0))
rings = set().union(*(middle.ring(distance) for distance in range(3)))
print(len(rings), "places in rings 0 to 2,", len(middle.range(2)), "in range 2")
assert middle.ring(0) == set() and middle.range(0) == {middle}
assert list(middle.spiral(0, first)) == [middle]
assert middle.range(2) - rings == {middle} and len(rings) == 18
EOF
