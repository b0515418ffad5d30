#!/usr/bin/env bash
# Guess: Nim is misere, as OpenSpiel's default is: whoever takes the last object loses.
# Real: TextArena's Nim-v0 is won by taking the last; OpenSpiel's `nim` has is_misere=True.
# Who meets it: whoever evaluates a language model in both, or states the rules in a prompt.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
python3 -m venv "$place/venv"
"$place/venv/bin/pip" install --quiet --disable-pip-version-check textarena==0.7.4 open_spiel==2.0.2
"$place/venv/bin/python" - <<'EOF'
from importlib.metadata import version

print(*(f"{name} {version(name)}" for name in ('textarena', 'open_spiel',)))
import pyspiel
import textarena

env = textarena.make("Nim-v0")
env.reset(num_players=2, seed=1)
piles = list(env.state.game_state["piles"])
player = None
while any(piles):
    pile = next(at for at, size in enumerate(piles) if size)
    player, _ = env.get_observation()
    done, _ = env.step(f"[{pile} {piles[pile]}]")
    piles[pile] = 0
rewards = env.close()[0]
print("TextArena: the last to take was", player, "rewards", rewards)
assert rewards[player] == 1
misere = pyspiel.load_game("nim").get_parameters()["is_misere"]
print("OpenSpiel misere:", misere)
assert misere is True
EOF
