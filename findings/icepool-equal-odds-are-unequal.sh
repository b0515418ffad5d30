#!/usr/bin/env bash
# Guess: Two dice with the same outcomes and the same probabilities compare equal.
# Real: `==` compares the quantities as written, so {1: 1, 2: 1} and {1: 2, 2: 2} differ;
# `equals(..., simplify=True)` compares the odds. dyce treats both as equal.
# Who meets it: a designer whose test compares a computed distribution with the expected one.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
python3 -m venv "$place/venv"
"$place/venv/bin/pip" install --quiet --disable-pip-version-check icepool==2.1.3 dyce==0.7.0
"$place/venv/bin/python" - <<'EOF'
from importlib.metadata import version

print(*(f"{name} {version(name)}" for name in ('icepool', 'dyce',)))
import warnings

warnings.simplefilter("ignore")
from dyce import H
from icepool import Die

few, many = Die([1, 2]), Die([1, 1, 2, 2])
print("icepool", bool(few == many), few.equals(many, simplify=True))
print("dyce", H({1: 1, 2: 1}) == H({1: 2, 2: 2}))
assert not bool(few == many)
assert few.equals(many, simplify=True)
assert H({1: 1, 2: 1}) == H({1: 2, 2: 2})
EOF
