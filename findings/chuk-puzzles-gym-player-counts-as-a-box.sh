#!/usr/bin/env bash
# Guess: Sokoban is solved when each goal has a box.
# Real: a goal on which the player stands counts, too: with one box a step onto the goal solves the
# puzzle, without a push.
# Who meets it: whoever trains or tests players on its puzzles: look for the boxes yourself.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
python3 -m venv "$place/venv"
"$place/venv/bin/pip" install --quiet --disable-pip-version-check chuk-puzzles-gym==0.10.3
"$place/venv/bin/python" - <<'EOF'
from importlib.metadata import version

print(*(f"{name} {version(name)}" for name in ("chuk-puzzles-gym",)))
import asyncio

from chuk_puzzles_gym.games.sokoban.game import SokobanGame

game = SokobanGame("easy", seed=1)
asyncio.run(game.generate_puzzle())
game.size = 4  # wall 1, box 2, goal 3, player 4
game.grid = [[1, 1, 1, 1], [1, 4, 3, 1], [1, 2, 0, 1], [1, 1, 1, 1]]
game.goals, game.player_pos = [(1, 2)], (1, 1)
before = game.is_complete()
moved = asyncio.run(game.validate_move("right"))
print(before, moved.success, game.is_complete(), game.grid)
assert (before, moved.success, game.is_complete(), game.grid[2][1]) == (False, True, True, 2)
EOF
