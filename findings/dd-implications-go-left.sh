#!/usr/bin/env bash
# Guess: `x => y => z` is `x => (y => z)`, true in 7 of 8 cases.
# Real: it goes from the left: 5 of 8.
# Who meets it: whoever solves puzzles or rules with decision diagrams, and copies formulas from a
# book.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
python3 -m venv "$place/venv"
"$place/venv/bin/pip" install --quiet --disable-pip-version-check dd==0.6.0
"$place/venv/bin/python" - <<'EOF'
from importlib.metadata import version

print(*(f"{name} {version(name)}" for name in "dd".split()))
from dd.autoref import BDD

bdd = BDD()
bdd.declare("x", "y", "z")
formulas = ("x => y => z", "(x => y) => z", "x => (y => z)")
counts = [bdd.count(bdd.add_expr(formula), nvars=3) for formula in formulas]
print(counts)
assert counts == [5, 5, 7]
EOF
