#!/usr/bin/env bash
# Guess: Between equals with K 20, a win with `winnerHome=False` is worth 10 points, as on neutral
# ground.
# Real: it is worth 12.8, because the loser is taken for the home team and 100 points stronger;
# one side is always at home, unless `homefield=0`.
# Who meets it: leagues of board games, which have no home team.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
python3 -m venv "$place/venv"
"$place/venv/bin/pip" install --quiet --disable-pip-version-check elosports==0.1.1
"$place/venv/bin/python" - <<'EOF'
from importlib.metadata import version

print(*(f"{name} {version(name)}" for name in "elosports".split()))
from elosports.elo import Elo


def gained(at_home, **options):
    ratings = Elo(k=20, **options)
    ratings.addPlayer("a")
    ratings.addPlayer("b")
    ratings.gameOver("a", "b", at_home)
    return round(ratings.ratingDict["a"] - 1500, 1)


seen = gained(True), gained(False), gained(False, homefield=0)
print(*seen)
assert seen == (7.2, 12.8, 10.0)
EOF
