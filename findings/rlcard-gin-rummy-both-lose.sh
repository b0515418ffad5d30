#!/usr/bin/env bash
# Guess: Payoffs of gin rummy are opposite: what one wins the other loses.
# Real: a game that runs out gives each player minus the own deadwood / 100, so both are negative;
# gin and knocking give the winner 1 and 0.2.
# Who meets it: whoever trains by self-play and takes every game for zero-sum.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
python3 -m venv "$place/venv"
"$place/venv/bin/pip" install --quiet --disable-pip-version-check rlcard==1.2.0
"$place/venv/bin/python" - <<'EOF'
from importlib.metadata import version

print(*(f"{name} {version(name)}" for name in ('rlcard',)))
import rlcard
from rlcard.agents import RandomAgent

env = rlcard.make("gin-rummy", config={"seed": 1})
env.set_agents([RandomAgent(env.num_actions) for _ in range(2)])
found = [tuple(float(each) for each in env.run()[1]) for _ in range(6)]
print(found)
assert all(one < 0 and other < 0 for one, other in found)
EOF
