#!/usr/bin/env bash
# Guess: `10-2-3` is 5, and `100/10/2` is 5.
# Real: operators of one rank go from the right: 11 and 20.
# Who meets it: formulas with two penalties.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
python3 -m venv "$place/venv"
"$place/venv/bin/pip" install --quiet --disable-pip-version-check diro-py==0.1.1
"$place/venv/bin/python" - <<'EOF'
from importlib.metadata import version

print(*(f"{name} {version(name)}" for name in "diro-py".split()))
from diro import parse


def value(formula):
    roll = parse(formula)
    roll.roll()
    return roll.calc()


values = [value(formula) for formula in ("10-2-3", "100/10/2", "7/2*2", "(10-2)-3")]
print(values)
assert values == [11, 20, 1, 5]
EOF
