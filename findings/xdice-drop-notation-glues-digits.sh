#!/usr/bin/env bash
# Guess: `4d1d1` drops the lowest die, as in many rollers, or is refused: 3, or an error.
# Real: both rolls are written side by side and read as one number: 4 and 1 are 41. To drop is
# `4d1L1`.
# Who meets it: whoever lets players type formulas that they know from another roller.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
python3 -m venv "$place/venv"
"$place/venv/bin/pip" install --quiet --disable-pip-version-check xdice==1.2.1
"$place/venv/bin/python" - <<'EOF'
from importlib.metadata import version

print(*(f"{name} {version(name)}" for name in ('xdice',)))
import xdice

found = int(xdice.roll("4d1d1")), int(xdice.roll("4d1L1")), int(xdice.roll("3d1d1+1"))
print(found)
assert found == (41, 3, 32)
EOF
