#!/usr/bin/env bash
# Guess: Hex on 11 by 11 has 121 actions, as in OpenSpiel.
# Real: there are 122: the second player may take the first stone over, mirrored on the long
# diagonal, and nothing switches this off.
# Who meets it: whoever compares values or openings of hex between environments: a strong first
# stone is given away.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
python3 -m venv "$place/venv"
"$place/venv/bin/pip" install --quiet --disable-pip-version-check pgx==2.6.0 jax==0.10.2
"$place/venv/bin/python" - <<'EOF'
from importlib.metadata import version

print(*(f"{name} {version(name)}" for name in ("pgx", "jax")))
import os

os.environ["JAX_PLATFORMS"] = "cpu"
import jax
import pgx

game = pgx.make("hex")
step = jax.jit(game.step)
state = jax.jit(game.init)(jax.random.PRNGKey(1))
first, swap = 3, 121
masks = [state.legal_action_mask]
state = step(state, first)
masks.append(state.legal_action_mask)
state = step(state, swap)
masks.append(state.legal_action_mask)
found = [(len(mask), bool(mask[swap]), bool(mask[first]), bool(mask[first * 11])) for mask in masks]
print(found)
assert found == [(122, False, True, True), (122, True, False, True), (122, False, True, False)]
EOF
