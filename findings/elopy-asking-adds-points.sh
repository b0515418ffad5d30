#!/usr/bin/env bash
# Guess: `win_probs(other, is_home=False)` only computes.
# Real: it adds 100 points to the other team's rating at each call, and `play_game` away keeps them.
# Who meets it: leagues that show odds before they enter results.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
python3 -m venv "$place/venv"
"$place/venv/bin/pip" install --quiet --disable-pip-version-check elopy==0.1.4
"$place/venv/bin/python" - <<'EOF'
from importlib.metadata import version

print(*(f"{name} {version(name)}" for name in ("elopy",)))
from elopy.elo import Elo

away, home = Elo(), Elo()
asked = [round(away.win_probs(home, is_home=False), 3) for _ in range(3)]
print(asked, home.elo)
assert asked == [0.36, 0.24, 0.151] and home.elo == 1800
EOF
