#!/usr/bin/env bash
# Guess: at least three equal dice are three of a kind, so 5 5 5 5 4 may score 24 there, and five
# equal dice 25.
# Real: exactly three are, and exactly four are four of a kind: both score 0.
# Who meets it: whoever compares scores or strategies: a yahtzee fits no other box by its kind.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
python3 -m venv "$place/venv"
"$place/venv/bin/pip" install --quiet --disable-pip-version-check yahtzee-api==1.1.1
"$place/venv/bin/python" - <<'EOF'
from importlib.metadata import version

print("yahtzee-api", version("yahtzee-api"))
from yahtzee_api.player import Player


def kinds(dice):
    player = Player("P0")
    player.debug_roll([0] * 5, dice)
    print(dice, "three of a kind", player.t_scorecard[6][0], "four", player.t_scorecard[7][0])
    return player.t_scorecard[6][0], player.t_scorecard[7][0]


assert kinds([5, 5, 5, 6, 4]) == (25, 0)
assert kinds([5, 5, 5, 5, 4]) == (0, 24)
assert kinds([5, 5, 5, 5, 5]) == (0, 0)
EOF
