#!/usr/bin/env bash
# Guess: A radius of 3 shows a disc on an open map, by whichever algorithm.
# Real: the default shows a square of 49 cells, basic and shadow casting a disc of 29, and the
# symmetric one 25: nothing straight ahead at distance 3.
# Who meets it: makers of maps who change the algorithm: sight gets shorter or longer.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
python3 -m venv "$place/venv"
"$place/venv/bin/pip" install --quiet --disable-pip-version-check tcod==21.2.2
"$place/venv/bin/python" - <<'EOF'
from importlib.metadata import version

print(*(f"{name} {version(name)}" for name in ("tcod",)))
import numpy as np
import tcod.constants
from tcod.map import compute_fov

open_map = np.ones((11, 11), dtype=bool)
seen = {"default": compute_fov(open_map, (5, 5), radius=3)}
for name in ("BASIC", "SHADOW", "SYMMETRIC_SHADOWCAST"):
    algorithm = getattr(tcod.constants, f"FOV_{name}")
    seen[name] = compute_fov(open_map, (5, 5), radius=3, algorithm=algorithm)
print({name: (int(cells.sum()), bool(cells[5, 8])) for name, cells in seen.items()})
assert [int(cells.sum()) for cells in seen.values()] == [49, 29, 29, 25]
assert [bool(cells[5, 8]) for cells in seen.values()] == [True, True, True, False]
EOF
