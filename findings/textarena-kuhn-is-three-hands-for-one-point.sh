#!/usr/bin/env bash
# Guess: A game of Kuhn poker is one hand, and its reward is the chips won: 1 or 2.
# Real: it is three hands, and whoever has more chips then gets 1, the other -1; a seat that loses
# by an illegal move gives the other 1 too.
# Who meets it: whoever compares a model's play with the game's value of -1/18 a hand.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
python3 -m venv "$place/venv"
"$place/venv/bin/pip" install --quiet --disable-pip-version-check textarena==0.7.4
"$place/venv/bin/python" - <<'EOF'
from importlib.metadata import version

print(*(f"{name} {version(name)}" for name in ('textarena',)))
import textarena

env = textarena.make("KuhnPoker-v0")
env.reset(num_players=2, seed=1)
turns, done = 0, False
while not done:
    env.get_observation()
    done, _ = env.step("[check]")
    turns += 1
rewards, info = env.close()
print("turns", turns, "rewards", rewards, info[0]["reason"])
assert turns == 6
assert sorted(rewards.values()) == [-1, 1]
EOF
