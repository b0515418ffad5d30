#!/usr/bin/env bash
# Guess: `winner_bonus_reward=1000` adds 1,000 to the points of the winner, who is first at 121,
# where counting stops.
# Real: it is taken from the loser as well: returns are points + 1,000 and points - 1,000. Both
# hands of the last show are counted, so a loser may have more points: 1,121 and -878 are 121
# against 122.
# Who meets it: whoever reads scores from returns, or takes the higher score for the winner.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
python3 -m venv "$place/venv"
"$place/venv/bin/pip" install --quiet --disable-pip-version-check open_spiel==2.0.2
"$place/venv/bin/python" - <<'EOF'
from importlib.metadata import version

print(*(f"{name} {version(name)}" for name in ("open_spiel",)))
import random

import pyspiel

game = pyspiel.load_game("cribbage")
rng = random.Random(1)
points = []
for _ in range(60):
    state = game.new_initial_state()
    while not state.is_terminal():
        state.apply_action(rng.choice(state.legal_actions()))
    loser, winner = sorted(state.returns())
    points.append((int(winner) - 1000, int(loser) + 1000))
print(points)
assert all(121 <= winner < 160 and 0 <= loser < 160 for winner, loser in points)
assert any(loser > winner for winner, loser in points)
EOF
