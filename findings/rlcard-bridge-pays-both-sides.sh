#!/usr/bin/env bash
# Guess: What the declarer's side wins at bridge the defenders lose, in points or tricks.
# Real: a made contract pays the declarer's side its tricks and a bonus of 2, and the defenders
# one for each of their tricks: both gain. Overtricks, suits and vulnerability don't count.
# Who meets it: whoever trains bridge by self-play and takes it for zero-sum.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
python3 -m venv "$place/venv"
"$place/venv/bin/pip" install --quiet --disable-pip-version-check rlcard==1.2.0
"$place/venv/bin/python" - <<'EOF'
from importlib.metadata import version

print(*(f"{name} {version(name)}" for name in ('rlcard',)))
import random

import rlcard

PASS = 36
env = rlcard.make("bridge", config={"seed": 3})
seen = set()
for seed in range(40):
    chance = random.Random(seed)
    state, _ = env.reset()
    bids = 0
    while not env.is_over():
        legal = list(state["legal_actions"])
        opening = bids == 0 and 1 in legal
        bids += 1
        state, _ = env.step(1 if opening else PASS if PASS in legal else chance.choice(legal))
    seen.add(tuple(sorted({int(each) for each in env.get_payoffs()})))
print("pairs of payoffs for one club:", sorted(seen))
assert {(3, 9), (4, 9), (5, 9), (6, 9)} & seen, "made: both gain"
assert all(sum(pair) > 0 for pair in seen)
assert (-3, 9) in seen, "three down: nine tricks of the defenders"
EOF
