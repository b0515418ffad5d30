#!/usr/bin/env bash
# Guess: A, 2, 3, 4, 5 is the lowest straight.
# Real: it is ace high, while 2 to 6 is a straight.
# Who meets it: bots that are trained with this engine.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
python3 -m venv "$place/venv"
"$place/venv/bin/pip" install --quiet --disable-pip-version-check pypokerengine==1.0.1
"$place/venv/bin/python" - <<'EOF'
from importlib.metadata import version

print(*(f"{name} {version(name)}" for name in "pypokerengine".split()))
from pypokerengine.engine.card import Card
from pypokerengine.engine.hand_evaluator import HandEvaluator


def cards(text):
    return [Card.from_str(card) for card in text.split()]


def strength(hole):
    board = cards("C3 H4 S5 D9 CK")
    return HandEvaluator.gen_hand_rank_info(cards(hole), board)["hand"]["strength"]


seen = [strength("SA D2"), strength("S2 D6")]
print(seen)
assert seen == ["HIGHCARD", "STRAIGHT"]
EOF
