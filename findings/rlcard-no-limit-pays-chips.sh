#!/usr/bin/env bash
# Guess: payoffs of limit and no-limit hold'em are counted in one unit.
# Real: limit counts big blinds (a folded small blind is -0.5), no-limit chips (-1): a stack of 100
# chips is 50 big blinds.
# Who meets it: whoever compares results of the two, or with PettingZoo's games, which pass them on.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
python3 -m venv "$place/venv"
"$place/venv/bin/pip" install --quiet --disable-pip-version-check rlcard==1.2.0
"$place/venv/bin/python" - <<'EOF'
from importlib.metadata import version

print(*(f"{name} {version(name)}" for name in ("rlcard",)))
import rlcard


def folded(name):
    env = rlcard.make(name, config={"seed": 1})
    state, seat = env.reset()
    fold = next(act for act in state["raw_legal_actions"] if "fold" in str(act).lower())
    env.step(fold, raw_action=True)
    return float(env.get_payoffs()[seat])


found = {name: folded(name) for name in ("limit-holdem", "no-limit-holdem")}
print(found)
assert found == {"limit-holdem": -0.5, "no-limit-holdem": -1.0}
EOF
