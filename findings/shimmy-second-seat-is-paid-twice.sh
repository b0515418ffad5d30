#!/usr/bin/env bash
# Guess: A lost game of OpenSpiel's tic-tac-toe pays 1 and -1 in PettingZoo, as in OpenSpiel.
# Real: the last reward of a seat is added once more for each seat that left before it: `last()`
# gives 1 and -2, or -1 and 2. `rewards` at the end of the game are right.
# Who meets it: whoever trains or compares agents in OpenSpiel's games through Shimmy: the game
# isn't zero-sum any more.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
python3 -m venv "$place/venv"
"$place/venv/bin/pip" install --quiet --disable-pip-version-check shimmy==2.0.1 pettingzoo==1.27.0 open_spiel==2.0.2
"$place/venv/bin/python" - <<'EOF'
from importlib.metadata import version

print(*(f"{name} {version(name)}" for name in ("shimmy", "pettingzoo", "open_spiel")))
from shimmy import OpenSpielCompatibilityV0


def paid(moves):
    env = OpenSpielCompatibilityV0(game_name="tic_tac_toe")
    env.reset(seed=7)
    seen = {}
    for agent in env.agent_iter():
        _, reward, ended, cut, _ = env.last()
        if ended or cut:
            seen[agent] = float(reward)
            env.step(None)
        else:
            env.step(moves.pop(0))
    return seen, env.game_state.returns()


first, second = paid([0, 3, 1, 4, 2]), paid([0, 3, 1, 4, 8, 5])
print(first, second)
assert first == ({"player_0": 1.0, "player_1": -2.0}, [1.0, -1.0])
assert second == ({"player_0": -1.0, "player_1": 2.0}, [-1.0, 1.0])
EOF
