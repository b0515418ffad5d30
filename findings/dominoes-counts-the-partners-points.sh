#!/usr/bin/env bash
# Guess: whoever wins a hand scores what the two opponents have left.
# Real: the points of a result add up all four hands, the partner's too.
# Who meets it: whoever compares scores with rules that count the opponents only.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
python3 -m venv "$place/venv"
"$place/venv/bin/pip" install --quiet --disable-pip-version-check dominoes==6.1.0
"$place/venv/bin/python" - <<'EOF'
from importlib.metadata import version

print(*(f"{name} {version(name)}" for name in ("dominoes",)))
import random

import dominoes

random.seed(3)
with_partner = 0
for _ in range(200):
    game = dominoes.Game.new()
    while game.result is None:
        game.make_move(*random.choice(game.valid_moves))
    left = [sum(each.first + each.second for each in hand) for hand in game.hands]
    if not game.result.won or game.result.player is None:
        continue
    opponents = left[(game.result.player + 1) % 4] + left[(game.result.player + 3) % 4]
    if with_partner == 0 and opponents != sum(left):
        print("left", left, "winner", game.result.player, "points", game.result.points)
    assert abs(game.result.points) == sum(left)
    with_partner += opponents != sum(left)
print("hands whose points count a partner:", with_partner)
assert with_partner > 0
EOF
