#!/usr/bin/env bash
# Guess: `game_num_players` makes an uno of three, or is refused.
# Real: it is ignored without a word: the game has two players.
# Who meets it: whoever trains for more seats.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
python3 -m venv "$place/venv"
"$place/venv/bin/pip" install --quiet --disable-pip-version-check rlcard==1.2.0
"$place/venv/bin/python" - <<'EOF'
from importlib.metadata import version

print(*(f"{name} {version(name)}" for name in ("rlcard",)))
import rlcard

found = [
    rlcard.make(name, config={"game_num_players": 3}).num_players for name in ("uno", "blackjack")
]
print("uno", found[0], "blackjack", found[1])
assert found == [2, 3]
EOF
