#!/usr/bin/env bash
# Guess: `d6` is one die, and capitals don't matter.
# Real: `d6` and `1D6` are refused.
# Who meets it: whoever passes formulas from rulebooks, which write D6.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
python3 -m venv "$place/venv"
"$place/venv/bin/pip" install --quiet --disable-pip-version-check wyrdbound-dice==0.3.0
"$place/venv/bin/python" - <<'EOF'
from importlib.metadata import version

print(*(f"{name} {version(name)}" for name in "wyrdbound-dice".split()))
from wyrdbound_dice import ParseError, roll

refused = []
for formula in ("1d1", "d1", "1D1"):
    try:
        roll(formula)
    except ParseError:
        refused.append(formula)
print(refused)
assert refused == ["d1", "1D1"]
EOF
