#!/usr/bin/env bash
# Guess: whoever has the least money left at the end is out, and of the others the most prestige
# wins, as in the rules of High Society.
# Real: nobody is out; money left and prestige are added up, and the larger sum wins.
# Who meets it: whoever compares players or strategies with another High Society.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
python3 -m venv "$place/venv"
"$place/venv/bin/pip" install --quiet --disable-pip-version-check textarena==0.7.4
"$place/venv/bin/python" - <<'EOF'
from importlib.metadata import version

print(*(f"{name} {version(name)}" for name in ("textarena",)))
import textarena

env = textarena.make("HighSociety-v0-raw")
env.reset(num_players=2, seed=1)
board = env.state.game_state
# Seat 0 buys the cards 6 to 10, seat 1 the cards 1 to 5; the other bids 1 and keeps it.
paid = [iter([2, 3, 4, 5, 7]), iter([2, 3, 4, 5, 6])]
while not env.state.done:
    buyer = 0 if board["current_prize"] > 5 else 1
    bids = {buyer: next(paid[buyer]), 1 - buyer: 1}
    for _ in (0, 1):
        env.step(f"[{bids[env.state.current_player_id]}]")
money = [sum(board["player_money"][seat]) for seat in (0, 1)]
prestige = [board["player_prestige"][seat] for seat in (0, 1)]
print("money", money, "prestige", prestige, "rewards", env.state.rewards)
assert money == [45, 46] and prestige == [40, 15]
assert env.state.rewards == {0: 1, 1: -1}
EOF
