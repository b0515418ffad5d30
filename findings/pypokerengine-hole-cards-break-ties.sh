#!/usr/bin/env bash
# Guess: with A, K, Q, J, 9 on the board, 2-3 and 4-5 share the pot.
# Real: 4-5 wins, because hole cards are compared although five better cards lie on the board.
# Who meets it: whoever compares odds or winnings with other engines.
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


board = cards("CA HK SQ DJ C9")
low, high = (HandEvaluator.eval_hand(cards(hole), board) for hole in ("S2 D3", "S4 D5"))
print(low, high)
assert low < high
EOF
