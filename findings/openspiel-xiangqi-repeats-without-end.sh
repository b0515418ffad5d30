#!/usr/bin/env bash
# Guess: OpenSpiel's xiangqi ends with a draw when a position comes for the third or fourth time, as
# its chess and shogi do.
# Real: repetition means nothing: the same four positions go round until move 500, which is a draw;
# shogi ends after 12 plies, chess after 8.
# Who meets it: whoever learns or compares play: a player who is losing repeats moves to the end.
# Count positions yourself.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
python3 -m venv "$place/venv"
"$place/venv/bin/pip" install --quiet --disable-pip-version-check open_spiel==2.0.2
"$place/venv/bin/python" - <<'EOF'
from importlib.metadata import version

print(*(f"{name} {version(name)}" for name in ("open_spiel",)))
import pyspiel

CYCLES = {
    "chess": ("Nf3", "Nf6", "Ng1", "Ng8"),
    "shogi": ("2h3h", "8b7b", "3h2h", "7b8b"),
    "xiangqi": ("R(9,0)-(8,0)", "r(0,0)-(1,0)", "R(8,0)-(9,0)", "r(1,0)-(0,0)"),
}


def plies(name):
    state, count = pyspiel.load_game(name).new_initial_state(), 0
    while not state.is_terminal():
        player = state.current_player()
        named = {state.action_to_string(player, action): action for action in state.legal_actions()}
        state.apply_action(named[CYCLES[name][count % 4]])
        count += 1
    return count, state.returns()


ends = {name: plies(name) for name in CYCLES}
print(ends)
assert ends == {"chess": (8, [0.0, 0.0]), "shogi": (12, [0.0, 0.0]), "xiangqi": (500, [0.0, 0.0])}
EOF
