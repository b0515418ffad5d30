#!/usr/bin/env bash
# Guess: Whoever takes all nine tricks has 257 points, 157 and 100 for the match.
# Real: they have 157, in each suit: neither the match nor the kind of trump counts.
# Who meets it: whoever trains or compares players of Schieber: to take the last trick as well is
# worth its cards only.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
python3 -m venv "$place/venv"
"$place/venv/bin/pip" install --quiet --disable-pip-version-check jass-kit==2.0.5 numpy==2.4.6
"$place/venv/bin/python" - <<'EOF'
from importlib.metadata import version

print(*(f"{name} {version(name)}" for name in ("jass-kit",)))
import numpy as np
from jass.game.const import CLUBS, EAST, HEARTS
from jass.game.game_sim import GameSim
from jass.game.rule_schieber import RuleSchieber

found = []
for trump in (HEARTS, CLUBS):
    hands = np.zeros((4, 36), np.int32)
    for player in range(4):
        suit = (trump + player) % 4
        hands[player, suit * 9 : suit * 9 + 9] = 1
    game = GameSim(rule=RuleSchieber())
    game.init_from_cards(hands, EAST)
    game.action_trump(trump)
    while not game.is_done():
        game.action_play_card(int(np.flatnonzero(game.state.hands[game.state.player])[0]))
    found.append([int(points) for points in game.state.points])
print(found)
assert found == [[157, 0], [157, 0]]
EOF
