#!/usr/bin/env bash
# Guess: an illegal action is refused, or costs more than any legal end of the game.
# Real: it ends the game with -1 for who chose it and 1 for the other, in each game: in Leduc
# hold'em, where folding after four raises costs 9, one raise too many costs 1.
# Who meets it: whoever trains without masking, or evaluates a network that may choose illegal
# actions.
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

CALL, RAISE, FOLD = range(3)


def end(name, *actions):
    game = pgx.make(name)
    state = jax.jit(game.init)(jax.random.PRNGKey(1))
    step = jax.jit(game.step)
    for action in actions:
        seat, is_legal = int(state.current_player), bool(state.legal_action_mask[action])
        state = step(state, action)
    assert state.terminated
    return is_legal, float(state.rewards[seat]), float(state.rewards.sum())


found = {
    "a fold after four raises": end("leduc_holdem", RAISE, RAISE, CALL, RAISE, RAISE, FOLD),
    "a fold": end("leduc_holdem", RAISE, RAISE, CALL, RAISE, FOLD),
    "a third raise": end("leduc_holdem", RAISE, RAISE, CALL, RAISE, RAISE, RAISE),
    "a taken cell": end("tic_tac_toe", 0, 0),
}
print(found)
assert found["a fold after four raises"] == (True, -9, 0)
assert found["a third raise"] == found["a taken cell"] == (False, -1, 0)
EOF
