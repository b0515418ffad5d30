#!/usr/bin/env bash
# Guess: two equal tokens of a place are one way to fire a transition.
# Real: `modes()` lists the same binding twice.
# Who meets it: whoever draws one of the legal moves of a Petri net at random, or counts them.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
python3 -m venv "$place/venv"
"$place/venv/bin/pip" install --quiet --disable-pip-version-check snakes==0.9.33
"$place/venv/bin/python" - <<'EOF'
from importlib.metadata import version

print(*(f"{name} {version(name)}" for name in "snakes".split()))
from snakes.nets import PetriNet, Place, Transition, Variable

net = PetriNet("game")
net.add_place(Place("hand", ["coin", "coin", "gem"]))
net.add_transition(Transition("pay"))
net.add_input("hand", "pay", Variable("token"))
modes = [mode["token"] for mode in net.transition("pay").modes()]
print(sorted(modes))
assert sorted(modes) == ["coin", "coin", "gem"]
EOF
