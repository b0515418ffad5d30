#!/usr/bin/env bash
# Guess: The machine begins in its first state without a call of `on_enter`.
# Real: so it is in transitions; python-statemachine calls `on_enter` of the first state when it
# is made.
# Who meets it: whoever deals cards on entering a phase, and moves from one package to the other.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
python3 -m venv "$place/venv"
"$place/venv/bin/pip" install --quiet --disable-pip-version-check transitions==0.9.3 python-statemachine==3.2.2
"$place/venv/bin/python" - <<'EOF'
from importlib.metadata import version

print(*(f"{name} {version(name)}" for name in "transitions python-statemachine".split()))
from statemachine import State, StateMachine
from transitions import Machine

seen = {"transitions": [], "python-statemachine": []}


class Phases:
    def on_enter_deal(self):
        seen["transitions"].append("deal")


class Game(StateMachine):
    deal = State(initial=True)
    play = State()
    begin = deal.to(play)
    again = play.to(deal)

    def on_enter_deal(self):
        seen["python-statemachine"].append("deal")


phases = Phases()
Machine(phases, states=["deal", "play"], initial="deal")
Game()
print(seen)
assert seen == {"transitions": [], "python-statemachine": ["deal"]}
EOF
