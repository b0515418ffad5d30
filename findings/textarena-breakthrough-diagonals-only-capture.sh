#!/usr/bin/env bash
# Guess: a piece may step diagonally forward onto an empty square, as in the rules of Breakthrough
# and in OpenSpiel.
# Real: diagonal steps are captures only, as of a pawn in chess.
# Who meets it: whoever compares players or openings with another Breakthrough.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
python3 -m venv "$place/venv"
"$place/venv/bin/pip" install --quiet --disable-pip-version-check textarena==0.7.4 open_spiel==2.0.2
"$place/venv/bin/python" - <<'EOF'
from importlib.metadata import version

print(*(f"{name} {version(name)}" for name in ("textarena", "open_spiel")))
import pyspiel
import textarena

state = pyspiel.load_game("breakthrough").new_initial_state()
steps = {state.action_to_string(action) for action in state.legal_actions()}
env = textarena.make("Breakthrough-v0-raw")
env.reset(num_players=2, seed=1)
board = env.state.game_state["board"]
before = [row[:] for row in board]
env.step("[a2b3]")
unchanged = board == before
env.step("[a2a3]")
print("OpenSpiel", sorted(steps)[:4], "TextArena refuses a2b3:", unchanged, board[2])
assert "a7b6" in steps
assert unchanged and board[2][0] == "W"
EOF
