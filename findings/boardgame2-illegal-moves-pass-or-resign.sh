#!/usr/bin/env bash
# Guess: a stone on a taken place is refused.
# Real: nothing is raised: in games of stones in a row it is a pass, in reversi the player loses at
# once.
# Who meets it: whoever trains bots, whose first moves are random.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
python3 -m venv "$place/venv"
"$place/venv/bin/pip" install --quiet --disable-pip-version-check boardgame2==0.26.0
"$place/venv/bin/python" - <<'EOF'
from importlib.metadata import version

print(*(f"{name} {version(name)}" for name in "boardgame2".split()))
import numpy as np
from boardgame2 import KInARowEnv, ReversiEnv

row = KInARowEnv(board_shape=3, target_length=3)
row.reset()
row.step(np.array([1, 1]))
(_, after), _, row_ended, *_ = row.step(np.array([1, 1]))
reversi = ReversiEnv()
reversi.reset()
_, reward, reversi_ended, *_ = reversi.step(np.array([0, 0]))
print(after, row_ended, reward, reversi_ended)
assert (after, row_ended) == (1, False) and (reward, reversi_ended) == (-1, True)
EOF
