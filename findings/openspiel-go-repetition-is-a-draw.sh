#!/usr/bin/env bash
# Guess: Go: a move that repeats an earlier position is illegal (superko), or allowed except for
# the simple ko.
# Real: it is legal and ends the game at once as a draw, even with a komi of a half.
# Who meets it: whoever learns or solves go on small boards: a losing player saves half by
# repeating.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
python3 -m venv "$place/venv"
"$place/venv/bin/pip" install --quiet --disable-pip-version-check open_spiel==2.0.2
"$place/venv/bin/python" - <<'EOF'
from importlib.metadata import version

print(*(f"{name} {version(name)}" for name in ("open_spiel",)))
import pyspiel

game = pyspiel.load_game("go(board_size=3,komi=0.5)")
state = game.new_initial_state()
boards = []
for move in [7, 5, 8, 4, 2, 6, 0, 1, 9, 3, 7, 0, 9, 2, 8, 5]:
    assert move in state.legal_actions() and not state.is_terminal()
    boards.append(str(state).splitlines()[1:])
    state.apply_action(move)
print(state, state.returns())
assert str(state).splitlines()[1:] in boards
assert state.is_terminal() and state.returns() == [0.0, 0.0]
EOF
