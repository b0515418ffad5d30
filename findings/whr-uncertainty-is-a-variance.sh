#!/usr/bin/env bash
# Guess: A rating of 131 with an uncertainty of 0.73 is known within a point; both are in Elo
# points.
# Real: the rating is in Elo points and the uncertainty is a variance in natural units: 0.73 after
# one game is an error of 149 points, square root of 0.73 times 400 / ln 10.
# Who meets it: whoever prints ratings with their errors: newcomers look as settled as champions.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
python3 -m venv "$place/venv"
"$place/venv/bin/pip" install --quiet --disable-pip-version-check whole-history-rating==3.7.1
"$place/venv/bin/python" - <<'EOF'
from importlib.metadata import version

print(*(f"{name} {version(name)}" for name in ("whole-history-rating",)))
from math import log, sqrt

from whr import WHR

base = WHR()
base.create_game("ann", "ben", "B", 1, 0)
base.iterate(100)
((_, rating, uncertainty),) = base.ratings_for_player("ann")
_, covariance = base.rating_covariance("ann")
error = float(sqrt(covariance[0][0]))
print(rating, uncertainty, round(error), round(sqrt(uncertainty) * 400 / log(10)))
assert (rating, uncertainty) == (131, 0.73)
assert round(error) == 149
EOF
