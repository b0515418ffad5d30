#!/usr/bin/env bash
# Guess: A roll of backgammon is a chance node of 21 outcomes, as 2-1 and 1-2 are the same.
# Real: only the first has 30 (who begins is part of it); each later one has 36 of equal odds, so
# each mixed roll is searched twice.
# Who meets it: whoever compares tree sizes or expectations with another backgammon program.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
python3 -m venv "$place/venv"
"$place/venv/bin/pip" install --quiet --disable-pip-version-check open_spiel==2.0.2
"$place/venv/bin/python" - <<'EOF'
from importlib.metadata import version

print(*(f"{name} {version(name)}" for name in ('open_spiel',)))
import pyspiel

state = pyspiel.load_game("backgammon").new_initial_state()
first = state.chance_outcomes()
state.apply_action(first[0][0])
while not state.is_chance_node():
    state.apply_action(state.legal_actions()[0])
later = state.chance_outcomes()
print(len(first), len(later), {round(odds * 36, 6) for _, odds in later})
assert (len(first), len(later)) == (30, 36)
assert {round(odds * 36, 6) for _, odds in later} == {1.0}
EOF
