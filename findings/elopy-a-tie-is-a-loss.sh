#!/usr/bin/env bash
# Guess: a difference of 0 points is a tie: equal teams on neutral ground keep their ratings.
# Real: the team whose method is called loses points as after a defeat.
# Who meets it: leagues of games that can be drawn.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
python3 -m venv "$place/venv"
"$place/venv/bin/pip" install --quiet --disable-pip-version-check elopy==0.1.4
"$place/venv/bin/python" - <<'EOF'
from importlib.metadata import version

print(*(f"{name} {version(name)}" for name in ("elopy",)))
from elopy.elo import Elo

one, other = Elo(hca=0), Elo(hca=0)
one.play_game(other, 0)
print(one.elo, other.elo)
assert one.elo < 1499 and other.elo > 1501
EOF
