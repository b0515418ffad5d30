#!/usr/bin/env bash
# Guess: after `1, 6` the bid `2, 2` is higher, as in OpenSpiel and at the table.
# Real: it is an illegal move: neither the count nor the face may fall, so that after a six only
# sixes are bid. The prompt asks for a higher quantity or face.
# Who meets it: whoever compares liars of TextArena with an exact strategy, or counts illegal moves
# of models.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
python3 -m venv "$place/venv"
"$place/venv/bin/pip" install --quiet --disable-pip-version-check textarena==0.7.4
"$place/venv/bin/python" - <<'EOF'
from importlib.metadata import version

print(*(f"{name} {version(name)}" for name in ("textarena",)))
import textarena

env = textarena.make("LiarsDice-v0-raw")
env.reset(num_players=2, seed=1)
env.step("[Bid: 1, 6]")
env.step("[Bid: 2, 2]")
_, seen = env.get_observation()
print(seen[-1][1])
assert env.state.game_state["current_bid"] == {"quantity": 1, "face_value": 6}
assert "lower than current 6" in seen[-1][1]
assert "higher quantity or higher face (or both)" in seen[0][1]
EOF
