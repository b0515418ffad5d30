#!/usr/bin/env bash
# Guess: A range is a set of hands, so `QQ+, AA` is QQ, KK and AA.
# Real: a hand that two parts name is listed twice: 24 hands instead of 18. Kings have 50 % against
# `QQ+` and 34 % against `QQ+, AA`.
# Who meets it: whoever builds ranges from parts, such as a list of openings joined with a list of
# raises.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
python3 -m venv "$place/venv"
"$place/venv/bin/pip" install --quiet --disable-pip-version-check eval7==0.1.11
"$place/venv/bin/python" - <<'EOF'
from importlib.metadata import version

print(*(f"{name} {version(name)}" for name in ("eval7",)))
import eval7

kings = [eval7.Card(card) for card in ("Kc", "Kd")]
board = [eval7.Card(card) for card in ("2c", "3c", "4d", "7h", "9s")]
ranges = [eval7.HandRange(text) for text in ("QQ+", "QQ+, AA")]
odds = [round(eval7.py_hand_vs_range_exact(kings, each, board), 3) for each in ranges]
print([len(each.hands) for each in ranges], odds)
assert [len(each.hands) for each in ranges] == [18, 24]
assert odds == [0.5, 0.342]
EOF
