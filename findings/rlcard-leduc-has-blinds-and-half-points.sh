#!/usr/bin/env bash
# Guess: RLCard's leduc-holdem is Leduc poker as in OpenSpiel: both ante 1, and payoffs are chips.
# Real: one player posts 1 and the other 2, which makes the first choice a call, raise or fold,
# and payoffs are halved: giving up at once costs 0.5.
# Who meets it: whoever compares a strategy or its value between the two.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
python3 -m venv "$place/venv"
"$place/venv/bin/pip" install --quiet --disable-pip-version-check rlcard==1.2.0 open_spiel==2.0.2
"$place/venv/bin/python" - <<'EOF'
from importlib.metadata import version

print(*(f"{name} {version(name)}" for name in ('rlcard', 'open_spiel',)))
import pyspiel
import rlcard

env = rlcard.make("leduc-holdem", config={"seed": 1})
state, player = env.reset()
raw = state["raw_obs"]
print("RLCard", raw["all_chips"], raw["legal_actions"])
assert sorted(raw["all_chips"]) == [1, 2]
assert "fold" in raw["legal_actions"]
env.step(env.actions.index("fold") if hasattr(env, "actions") else 2)
payoffs = [float(each) for each in env.get_payoffs()]
print("payoffs after fold", payoffs)
assert sorted(payoffs) == [-0.5, 0.5]
game = pyspiel.load_game("leduc_poker").new_initial_state()
for card in (0, 2):
    game.apply_action(card)
names = [game.action_to_string(each) for each in game.legal_actions()]
print("OpenSpiel", names)
assert names == ["Call", "Raise"]
EOF
