#!/usr/bin/env bash
# Guess: each deal of the fifteen puzzle can be solved.
# Real: the tiles are shuffled freely, so that about half of the deals can't.
# Who meets it: whoever measures models by the share of puzzles solved.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
python3 -m venv "$place/venv"
"$place/venv/bin/pip" install --quiet --disable-pip-version-check textarena==0.7.4
"$place/venv/bin/python" - <<'EOF'
from importlib.metadata import version

print(*(f"{name} {version(name)}" for name in ("textarena",)))
import textarena


def is_solvable(rows):
    cells = [cell for row in rows for cell in row]
    tiles = [cell for cell in cells if cell is not None]
    pairs = sum(a > b for at, a in enumerate(tiles) for b in tiles[at + 1 :])
    return (pairs + cells.index(None) // 4) % 2 == 1


def deal(seed):
    env = textarena.make("FifteenPuzzle-v0-raw")
    env.reset(num_players=1, seed=seed)
    return env.state.game_state["board"]


assert is_solvable([[1, 2, 3, 4], [5, 6, 7, 8], [9, 10, 11, 12], [13, 14, 15, None]])
assert not is_solvable([[2, 1, 3, 4], [5, 6, 7, 8], [9, 10, 11, 12], [13, 14, 15, None]])
found = sum(is_solvable(deal(seed)) for seed in range(200))
print(found, "of 200")
assert 60 <= found <= 140
EOF
