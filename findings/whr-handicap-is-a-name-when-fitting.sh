#!/usr/bin/env bash
# Guess: A handicap of 100 in `create_game` is 100 Elo points for Black, as it is in
# `probability_future_match`: wins with it count less.
# Real: when fitting it is the name of a kind of game whose advantage is estimated: ten wins give
# 290 with a handicap of 0, 100 or 400. In `probability_future_match` it is points.
# Who meets it: whoever rates games with handicaps, or gives the first player a known advantage.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
python3 -m venv "$place/venv"
"$place/venv/bin/pip" install --quiet --disable-pip-version-check whole-history-rating==3.7.1
"$place/venv/bin/python" - <<'EOF'
from importlib.metadata import version

print(*(f"{name} {version(name)}" for name in ("whole-history-rating",)))
from math import log

from whr import WHR


def fitted(handicap):
    base = WHR()
    for _ in range(10):
        base.create_game("ann", "ben", "B", 1, handicap)
    base.iterate(100)
    return base


ratings = [fitted(handicap).ratings_for_player("ann")[0][1] for handicap in (0, 100, 400)]
base = fitted(0)
even, helped = (base.probability_future_match("ann", "ben", handicap)[0] for handicap in (0, 100))
points = 400 / log(10) * (log(helped / (1 - helped)) - log(even / (1 - even)))
print(ratings, round(points))
assert ratings == [290, 290, 290]
assert round(points) == 100
EOF
