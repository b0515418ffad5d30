#!/usr/bin/env bash
# Guess: a seat without a legal move is passed over.
# Real: it is asked for an action; whatever it answers, its turn is skipped. The only hint is a line
# that it may have to skip.
# Who meets it: whoever counts turns, pays for requests, or has a bot that chooses from the list of
# valid moves: the list is empty.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
python3 -m venv "$place/venv"
"$place/venv/bin/pip" install --quiet --disable-pip-version-check textarena==0.7.4
"$place/venv/bin/python" - <<'EOF'
from importlib.metadata import version

print(*(f"{name} {version(name)}" for name in ("textarena",)))
import random

import textarena

asked = 0
for seed in range(20):
    env = textarena.make("Othello-v0-raw")
    env.reset(num_players=2, seed=seed)
    draw = random.Random(seed)
    while not env.state.done:
        moves = env.state.game_state["valid_moves"]
        seat = env.state.current_player_id
        if moves:
            env.step("[{}, {}]".format(*draw.choice(moves)))
            continue
        board = [list(row) for row in env.board]
        env.step("anything")
        asked += 1
        assert env.state.current_player_id != seat or env.state.done
        assert env.board == board
print("asked without a legal move, in 20 games:", asked)
assert asked > 0
EOF
