#!/usr/bin/env bash
# Guess: Hexes have axial coordinates: (1, 0) is beside (0, 0), and (2, 0) two steps away.
# Real: coordinates are doubled: (2, 0) is beside (0, 0), (1, 0) is refused, since the sum must be
# even.
# Who meets it: whoever moves a map of hexes from another library.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
python3 -m venv "$place/venv"
"$place/venv/bin/pip" install --quiet --disable-pip-version-check hexutil==0.2.2
"$place/venv/bin/python" - <<'EOF'
from importlib.metadata import version

print(*(f"{name} {version(name)}" for name in "hexutil".split()))
from hexutil import Hex, InvalidHex

start = Hex(0, 0)
beside = sorted(tuple(hexagon) for hexagon in start.neighbours())
try:
    Hex(1, 0)
    odd = "accepted"
except InvalidHex:
    odd = "refused"
print(beside, start.distance(Hex(2, 0)), odd)
assert beside == [(-2, 0), (-1, -1), (-1, 1), (1, -1), (1, 1), (2, 0)]
assert start.distance(Hex(2, 0)) == 1 and odd == "refused"
EOF
