#!/usr/bin/env bash
# Guess: Four of a kind scores the four dice, 16 for 4-4-4-4-1, as in yacht; a game of one player
# returns its points.
# Real: it scores all five dice, 17 here, as yahtzee does, beside the straights of yacht (30 for 1
# to 5 and for 2 to 6); a game of one player returns points / 305.
# Who meets it: whoever compares expected scores with tables of yacht or of yahtzee: it is neither.
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

game = pyspiel.load_game("yacht(players=1)")
rng = random.Random(1)


def points(state):
    return int(re.search(r"total: (\d+)", str(state))[1])


def scored(dice, box):
    state = game.new_initial_state()
    rolls = {state.action_to_string(roll): roll for roll in state.legal_actions()}
    state.apply_action(rolls[f"Roll: {dice}"])
    state.apply_action(state.legal_actions()[0])  # keep all
    boxes = {state.action_to_string(each): each for each in state.legal_actions()}
    state.apply_action(boxes[f"Score in {box}"])
    return points(state)


found = [scored("4,4,4,4,1", "Four of a Kind"), scored("1,2,3,4,5", "Small Straight"),
         scored("1,2,3,4,6", "Small Straight")]
state = game.new_initial_state()
while not state.is_terminal():
    state.apply_action(rng.choice(state.legal_actions()))
print(found, points(state), state.returns())
assert found == [17, 30, 0]
assert abs(state.returns()[0] - points(state) / 305) < 1e-9
EOF
