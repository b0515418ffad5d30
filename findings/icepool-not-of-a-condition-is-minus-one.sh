#!/usr/bin/env bash
# Guess: `~(d6 > 3)` is the opposite condition, as `&` and `|` of conditions are conditions.
# Real: `~` works on the numbers 0 and 1: its outcomes are -2 and -1, so the mean is -1.5 and not
# one half. `(d6 <= 3)` is the opposite.
# Who meets it: a designer who computes the chance that a check fails.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
python3 -m venv "$place/venv"
"$place/venv/bin/pip" install --quiet --disable-pip-version-check icepool==2.1.3
"$place/venv/bin/python" - <<'EOF'
from importlib.metadata import version

print(*(f"{name} {version(name)}" for name in ('icepool',)))
import warnings

warnings.simplefilter("ignore")
from icepool import d6

hit = d6 > 3
print("~", list((~hit).outcomes()), (~hit).mean(), "&", list((hit & (d6 > 5)).outcomes()))
assert list((~hit).outcomes()) == [-2, -1]
assert set(map(type, (hit & (d6 > 5)).outcomes())) == {bool}
EOF
