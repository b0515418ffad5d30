#!/usr/bin/env bash
# Guess: A roll that is two too high ends two before the goal.
# Real: it ends two before the place where the piece stood: two before the goal (55) a roll of 4
# leads to 53, and one before it (56) a roll of 6 to 51, out of the last lane.
# Who meets it: whoever compares players or rules of Ludo with it: the last steps take longer.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
python3 -m venv "$place/venv"
"$place/venv/bin/pip" install --quiet --disable-pip-version-check --no-deps ludopy==1.5.0 numpy==2.4.6 opencv-python-headless==4.12.0.88
"$place/venv/bin/python" - <<'EOF'
from importlib.metadata import version

import ludopy

print("ludopy", version("ludopy"))
from ludopy.player import Player

found = []
for place, roll in ((55, 2), (55, 4), (56, 6), (53, 6)):
    player = Player()
    player.set_pieces([place, 0, 0, 0])
    player.move_piece(0, roll, [[0] * 4] * 3)
    found.append(int(player.get_pieces()[0]))
print(found)
assert found == [57, 53, 51, 51]
EOF
