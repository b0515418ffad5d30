#!/usr/bin/env bash
# Guess: With draw_probability=0 a drawn match is refused, or narrows sigma as any result does.
# Real: it is accepted without a warning, and for two newcomers sigma grows from 8.33 to 9.59.
# Who meets it: whoever rates a game without draws and passes `drawn=True` for a match that was
# broken off.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
python3 -m venv "$place/venv"
"$place/venv/bin/pip" install --quiet --disable-pip-version-check trueskill==0.4.5
"$place/venv/bin/python" - <<'EOF'
from importlib.metadata import version

print(*(f"{name} {version(name)}" for name in ('trueskill',)))
from trueskill import TrueSkill

world = TrueSkill(draw_probability=0)
tied = world.rate_1vs1(world.create_rating(), world.create_rating(), drawn=True)
usual = TrueSkill().rate_1vs1(world.create_rating(), world.create_rating(), drawn=True)
print("draw probability 0:", tied, "default:", usual)
assert all(each.sigma > 9.5 and abs(each.mu - 25) < 1e-6 for each in tied)
assert all(each.sigma < 6.5 for each in usual)
EOF
