#!/usr/bin/env bash
# Guess: `get_all_states` of tic-tac-toe returns its 5,478 positions.
# Real: it returns one state for each history: 549,946.
# Who meets it: whoever counts or tabulates the positions of a small game.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
python3 -m venv "$place/venv"
"$place/venv/bin/pip" install --quiet --disable-pip-version-check open_spiel==2.0.2
"$place/venv/bin/python" - <<'EOF'
from importlib.metadata import version

print(*(f"{name} {version(name)}" for name in ('open_spiel',)))
import pyspiel
from open_spiel.python.algorithms import get_all_states

states = get_all_states.get_all_states(pyspiel.load_game("tic_tac_toe"), include_terminals=True)
boards = {str(state) for state in states.values()}
print("with the last moves:", len(states), "positions:", len(boards))
assert len(states) == 549_946
assert len(boards) == 5_478
EOF
