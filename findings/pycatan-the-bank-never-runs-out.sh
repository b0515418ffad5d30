#!/usr/bin/env bash
# Guess: the bank has 19 cards of each kind, and pays nobody a kind that it is short of.
# Real: nothing is counted: one settlement collects 60 cards of a kind. Dice, turns, discards at a seven
# and stealing are left to the caller too.
# Who meets it: whoever compares the lengths of games of Catan in two programs.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
python3 -m venv "$place/venv"
"$place/venv/bin/pip" install --quiet --disable-pip-version-check pycatan==1.0.1
"$place/venv/bin/python" - <<'EOF'
from importlib.metadata import version

from pycatan import Game
from pycatan.board import BeginnerBoard

game = Game(BeginnerBoard(), num_players=4)
player = game.players[0]
board = game.board
numbers = [roll for roll in range(2, 13) if roll != 7]
for place in board.get_valid_settlement_coords(player, ensure_connected=False):
    if any(board.get_hexes_connected_to_intersection(place)):
        break
game.build_settlement(player, place, cost_resources=False, ensure_connected=False)
for _ in range(60):
    for roll in numbers:
        game.add_yield_for_roll(roll)
most = max(player.resources.values())
print("pycatan", version("pycatan"), "one settlement holds", most, "cards of a kind")
assert most >= 60
EOF
