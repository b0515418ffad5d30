#!/usr/bin/env bash
# Guess: An ECF grade rises with every win: six in a row over the same newcomer end well above the
# first.
# Real: both players change once, to 125 and 75, and all further wins leave the grades as they
# are.
# Who meets it: whoever ranks two bots by a long series: the grade can't tell one win from a
# hundred.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
python3 -m venv "$place/venv"
"$place/venv/bin/pip" install --quiet --disable-pip-version-check elote==1.5.1
"$place/venv/bin/python" - <<'EOF'
from importlib.metadata import version

print(*(f"{name} {version(name)}" for name in ('elote',)))
from elote import ECFCompetitor

winner, loser = ECFCompetitor(), ECFCompetitor()
grades = []
for _ in range(6):
    winner.beat(loser)
    grades.append((winner.rating, loser.rating))
print(grades)
assert grades == [(125, 75)] * 6
EOF
