#!/usr/bin/env bash
# Guess: `x // 2` and `x % 3` mean what they mean in Python, as the model is Python: -4 and 2 for -7.
# Real: they are -3 and -1, as solvers divide.
# Who meets it: whoever models scores or places below zero, or going round a board backwards.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
python3 -m venv "$place/venv"
"$place/venv/bin/pip" install --quiet --disable-pip-version-check cpmpy==1.1.1 ortools==9.15.6755
"$place/venv/bin/python" - <<'EOF'
from importlib.metadata import version

import cpmpy

x, half, rest = cpmpy.intvar(-10, 10, shape=3)
assert cpmpy.Model(x == -7, half == x // 2, rest == x % 3).solve()
print("cpmpy", version("cpmpy"), "-7 // 2 is", half.value(), "and -7 % 3 is", rest.value())
assert (half.value(), rest.value()) == (-3, -1) != (-7 // 2, -7 % 3)
EOF
