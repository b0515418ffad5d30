#!/usr/bin/env bash
# Guess: The first hex of each grid is at (0, 0).
# Real: the grid is moved until its middle hex is there: in a grid of 3 by 3 the first is at
# (-1.5, -0.87), in one of 2 by 2 at (0, 0).
# Who meets it: whoever draws maps of several sizes on one sheet.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
python3 -m venv "$place/venv"
"$place/venv/bin/pip" install --quiet --disable-pip-version-check hexalattice==1.3.0
"$place/venv/bin/python" - <<'EOF'
from importlib.metadata import version

print(*(f"{name} {version(name)}" for name in "hexalattice".split()))
from hexalattice.hexalattice import create_hex_grid


def first(size, **options):
    centers, _ = create_hex_grid(nx=size, ny=size, min_diam=1, do_plot=False, **options)
    return tuple(round(float(value), 2) for value in centers[0])


print(first(2), first(3))
assert first(2) == (0, 0) and first(3) == (-1.5, -0.87)
EOF
