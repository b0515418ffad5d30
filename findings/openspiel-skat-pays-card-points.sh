#!/usr/bin/env bash
# Guess: the soloist of skat wins or loses the value of the game (suit, jacks, 60 points or not).
# Real: the return is the soloist's card points less 60, divided by 120, in suit games and grand
# alike; each defender gets half of the opposite. Winning with 61 points is worth 1/120.
# Who meets it: whoever trains for skat: it teaches to collect points, not to win or to name a game.
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

contracts = {"diamonds", "hearts", "spades", "clubs", "grand"}
played = set[str]()
for seed in range(40):
    draw = random.Random(seed)
    state = pyspiel.load_game("skat").new_initial_state()
    while not state.is_terminal():
        state.apply_action(draw.choice(state.legal_actions()))
    kind = re.search(r"Game Type: (\w+)", str(state))
    points = re.search(r"Points \(Solo / Team\): \((\d+) / \d+\)", str(state))
    if kind and points and kind[1] in contracts:
        defender, _, soloist = sorted(state.returns(), key=abs)
        assert abs(soloist - (int(points[1]) - 60) / 120) < 1e-9
        assert abs(defender + soloist / 2) < 1e-9
        if kind[1] not in played:
            print(kind[1], points[1], "points:", state.returns())
        played.add(kind[1])
assert played == contracts
EOF
