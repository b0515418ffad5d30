#!/usr/bin/env bash
# Guess: who didn't close a loop chooses how it collapses.
# Real: it collapses by itself: each mark of the loop takes the first of its two cells that is free,
# in the order in which the loop was found.
# Who meets it: whoever compares it with the published game.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
python3 -m venv "$place/venv"
"$place/venv/bin/pip" install --quiet --disable-pip-version-check textarena==0.7.4
"$place/venv/bin/python" - <<'EOF'
from importlib.metadata import version

print(*(f"{name} {version(name)}" for name in ("textarena",)))
import textarena

env = textarena.make("QuantumTicTacToe-v0-raw")
env.reset(num_players=2, seed=1)
env.step("[0,1]")
before = [list(row) for row in env.state.game_state["board"]]
env.step("[0,1]")
after = [list(row) for row in env.state.game_state["board"]]
print(before[0], after[0], "next:", env.state.current_player_id)
assert before[0] == ["", "", ""] and after[0] == ["O", "X", ""]
EOF
