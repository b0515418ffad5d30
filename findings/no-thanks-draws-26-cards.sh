#!/usr/bin/env bash
# Guess: nine of the cards from 3 to 35 are left out, so 24 are played.
# Real: 26 are played: nine is taken from 35, not from 33.
# Who meets it: whoever compares bots or odds for this game.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
python3 -m venv "$place/venv"
"$place/venv/bin/pip" install --quiet --disable-pip-version-check no-thanks==0.2.2
"$place/venv/bin/python" - <<'EOF'
from importlib.metadata import version

print(*(f"{name} {version(name)}" for name in "no-thanks".split()))
from no_thanks.core import Game, Player

game = Game(Player(name) for name in ("Ann", "Ben", "Cid"))
print(len(game.draw_pile), min(game.draw_pile) >= 3, max(game.draw_pile) <= 35)
assert len(game.draw_pile) == 26
EOF
