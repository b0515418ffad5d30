#!/usr/bin/env bash
# Guess: a player's return in hearts is minus the points taken, so the four add up to -26.
# Real: it is 26 less the points: four returns add up to 78, and one who took nothing has 26.
# Who meets it: whoever compares values with another hearts, or treats 0 as an average result.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
python3 -m venv "$place/venv"
"$place/venv/bin/pip" install --quiet --disable-pip-version-check open_spiel==2.0.2
"$place/venv/bin/python" - <<'EOF'
from importlib.metadata import version

print(*(f"{name} {version(name)}" for name in ("open_spiel",)))
import random
import re

import pyspiel

game = pyspiel.load_game("hearts")
for seed in range(20):
    draw = random.Random(seed)
    state = game.new_initial_state()
    while not state.is_terminal():
        state.apply_action(draw.choice(state.legal_actions()))
    points = [int(each) for each in re.findall(r"^[NESW]: (\d+)$", str(state), re.M)]
    if seed < 3:
        print("points", points, "returns", state.returns())
    assert sum(points) == 26
    assert state.returns() == [26 - each for each in points]
EOF
