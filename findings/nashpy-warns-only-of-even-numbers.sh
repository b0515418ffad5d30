#!/usr/bin/env bash
# Guess: `support_enumeration` warns about a degenerate game.
# Real: it warns where it finds an even number of equilibria: of this game, which has infinitely
# many, it returns three without a word.
# Who meets it: whoever solves small matrix games from a designer's payoff table, where equal
# payoffs are common.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
python3 -m venv "$place/venv"
"$place/venv/bin/pip" install --quiet --disable-pip-version-check nashpy==0.0.43
"$place/venv/bin/python" - <<'EOF'
from importlib.metadata import version

print(*(f"{name} {version(name)}" for name in ('nashpy',)))
import warnings

import nashpy
import numpy

warnings.simplefilter("always")


def solve(payoffs):
    with warnings.catch_warnings(record=True) as said:
        found = list(nashpy.Game(numpy.array(payoffs), numpy.array(payoffs)).support_enumeration())
    return found, len(said)


three, quiet = solve([[1, 1], [1, 0]])
other, loud = solve([[1, 0], [0, 0]])
print("three:", three, "warnings:", quiet, "the other game:", len(other), "warnings:", loud)
assert (len(three), quiet) == (3, 0)
assert (len(other), loud) == (2, 1)
game = nashpy.Game(numpy.array([[1, 1], [1, 0]]), numpy.array([[1, 1], [1, 0]]))
half = numpy.array([0.75, 0.25])
assert game.is_best_response(numpy.array([1, 0]), half)[0]  # one of the others
EOF
