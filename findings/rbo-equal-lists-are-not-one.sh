#!/usr/bin/env bash
# Guess: The rank-biased overlap of a list with itself is 1, whatever the weight `p`.
# Real: `rbo(p=0.9)` of five equal items is 0.41, and of two items 0.19: ranks beyond the list count
# as different. With `ext=True`, or by `rbo_ext`, it is 1.
# Who meets it: whoever compares rankings of cards or bots by several runs: short lists look unlike.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
python3 -m venv "$place/venv"
"$place/venv/bin/pip" install --quiet --disable-pip-version-check rbo==0.1.3
"$place/venv/bin/python" - <<'EOF'
from importlib.metadata import version

print(*(f"{name} {version(name)}" for name in ("rbo",)))
from rbo import RankingSimilarity

cards = ["ace", "king", "queen", "jack", "ten"]
same = RankingSimilarity(cards, cards)
short = RankingSimilarity(cards[:2], cards[:2])
found = [same.rbo(p=0.9), short.rbo(p=0.9), same.rbo(), same.rbo(p=0.9, ext=True), same.rbo_ext(p=0.9)]
found = [round(float(each), 4) for each in found]
print(found)
assert found == [0.4095, 0.19, 1.0, 1.0, 1.0]
EOF
