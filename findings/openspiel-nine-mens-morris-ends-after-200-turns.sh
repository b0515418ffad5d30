#!/usr/bin/env bash
# Guess: A game is drawn by a number of moves without a mill, or when a position occurs for the
# third time.
# Real: neither counts: positions occur three times and more, and a draw is always at turn 200.
# Who meets it: whoever compares shares of draws: random players draw a quarter of their games.
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
from collections import Counter

import pyspiel

game = pyspiel.load_game("nine_mens_morris")
rng = random.Random(3)
ends, drawn, repeated = set(), 0, 0
for _ in range(100):
    state = game.new_initial_state()
    seen = Counter()
    while not state.is_terminal():
        state.apply_action(rng.choice(state.legal_actions()))
        seen[re.sub(r"Turn number: \d+", "", str(state))] += 1
    repeated = max(repeated, *seen.values())
    if state.returns() == [0.0, 0.0]:
        drawn += 1
        ends.add(int(re.search(r"Turn number: (\d+)", str(state))[1]))
print(drawn, ends, repeated)
assert ends == {200}
assert drawn > 20 and repeated >= 3
EOF
