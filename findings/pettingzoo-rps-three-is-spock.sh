#!/usr/bin/env bash
# Guess: With five actions, PettingZoo's rock paper scissors has lizard as 3 and spock as 4, as its
# page says.
# Real: it is the other way round: 3 beats rock, and rock beats 4.
# Who meets it: whoever names the actions of the larger game, or codes a strategy for it.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
python3 -m venv "$place/venv"
"$place/venv/bin/pip" install --quiet --disable-pip-version-check pettingzoo==1.27.0 pygame==2.6.1
"$place/venv/bin/python" - <<'EOF'
from importlib.metadata import version

print(*(f"{name} {version(name)}" for name in ("pettingzoo",)))
from pettingzoo.classic import rps_v2


def reward(one, two):
    env = rps_v2.parallel_env(num_actions=5, max_cycles=1)
    env.reset(seed=7)
    _, rewards, *_ = env.step({"player_0": one, "player_1": two})
    return int(rewards["player_0"])


rock, paper, scissors = range(3)
found = {action: [reward(action, other) for other in (rock, paper, scissors)] for action in (3, 4)}
print(found)
assert found == {3: [1, -1, 1], 4: [-1, 1, -1]}  # spock; lizard
EOF
