#!/usr/bin/env bash
# Guess: Mensch ärgere dich nicht: a player whose pieces are all at home throws up to three times
# for a six.
# Real: `maedn` gives one throw and passes, so games take longer to begin; only a six gives
# another throw.
# Who meets it: whoever compares lengths or odds of this game with another program or with a
# rulebook.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
python3 -m venv "$place/venv"
"$place/venv/bin/pip" install --quiet --disable-pip-version-check open_spiel==2.0.2
"$place/venv/bin/python" - <<'EOF'
from importlib.metadata import version

print(*(f"{name} {version(name)}" for name in ("open_spiel",)))
import pyspiel

state = pyspiel.load_game("maedn").new_initial_state()
turns = []
for _ in range(4):
    state.apply_action(0)  # a throw of 1
    turns.append((state.current_player(), state.action_to_string(state.legal_actions()[0])))
    state.apply_action(state.legal_actions()[0])
print(turns)
assert turns == [(0, "0 - passes"), (1, "0 - passes"), (0, "0 - passes"), (1, "0 - passes")]
state.apply_action(5)  # a throw of 6
state.apply_action(state.legal_actions()[0])
state.apply_action(2)
assert state.current_player() == 0
EOF
