#!/usr/bin/env bash
# Guess: a player with fewer chips than the bet may call with all of them, as at any poker table.
# Real: the call is refused for want of chips, so a bet above the other's chips wins the pot unseen.
# Who meets it: whoever compares winnings: the richer player can take every later hand.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
python3 -m venv "$place/venv"
"$place/venv/bin/pip" install --quiet --disable-pip-version-check textarena==0.7.4
"$place/venv/bin/python" - <<'EOF'
from importlib.metadata import version

print("textarena", version("textarena"))
import textarena

for seed in range(40):
    env = textarena.make("IndianPoker-v0-raw")
    env.reset(num_players=2, seed=seed)
    chips = env.state.game_state["player_chips"]
    env.step("[bet 40]")
    env.step("[call]")
    if chips[0] != chips[1]:
        break
rich = max(chips, key=chips.get)
poor = 1 - rich
if env.state.current_player_id != rich:
    env.step("[check]")
print("chips", chips, "to move", env.state.current_player_id)
assert env.state.current_player_id == rich and chips[poor] == 58
env.step("[bet 70]")
pot = env.state.game_state["pot"]
env.step("[call]")
said = [str(entry) for entry in env.state.logs if "nsufficient" in str(entry)]
print("pot", pot, "after the call", env.state.game_state["pot"], "chips", chips, said[-1:])
assert said and chips[poor] == 58 and env.state.game_state["pot"] == pot
EOF
