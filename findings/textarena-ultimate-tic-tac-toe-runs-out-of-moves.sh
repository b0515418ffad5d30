#!/usr/bin/env bash
# Guess: a full board without three small boards in a row is a draw.
# Real: a small board that was drawn stays open for the count, so that the game goes on without a
# legal move, and the seat to move is charged with illegal ones.
# Who meets it: whoever lets models or random players play it to the end.
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


def legal(state):
    forced = state["next_micro_board"]
    return [
        (board, cell)
        for board in range(9)
        for cell in range(9)
        if forced in (None, board)
        and state["macro_board"][board // 3][board % 3] == " "
        and state["board"][board][cell // 3][cell % 3] == " "
    ]


def play(seed):
    chance = random.Random(seed)
    env = textarena.make("UltimateTicTacToe-v0-raw")
    env.reset(num_players=2, seed=1)
    done = False
    while not done:
        moves = legal(env.state.game_state)
        if not moves:
            return "no move"
        done, _ = env.step("[{} {}]".format(*chance.choice(moves)))
    return "over"


found = [play(seed) for seed in range(40)]
print({each: found.count(each) for each in set(found)})
assert 0 < found.count("no move") < 20
EOF
