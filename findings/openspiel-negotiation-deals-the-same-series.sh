#!/usr/bin/env bash
# Guess: `rng_seed=-1` of negotiation and tarok means a new seed for each process.
# Real: every process deals the same series: the parameter is only kept from being fixed within
# one.
# Who meets it: whoever trains in several processes and takes them for independent.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
python3 -m venv "$place/venv"
"$place/venv/bin/pip" install --quiet --disable-pip-version-check open_spiel==2.0.2
"$place/venv/bin/python" - <<'EOF'
from importlib.metadata import version

print(*(f"{name} {version(name)}" for name in ('open_spiel',)))
import subprocess
import sys

program = """
import pyspiel
for name in ("negotiation", "tarok"):
    game = pyspiel.load_game(name)
    for _ in range(3):
        state = game.new_initial_state()
        state.apply_action(state.chance_outcomes()[0][0])
        print(name, state.information_state_string(0) if name == "tarok" else str(state))
"""
runs = [subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout for _ in range(3)]
print(runs[0][:300])
assert runs[0] == runs[1] == runs[2]
assert len(set(runs[0].split("negotiation")[1:])) > 1
EOF
