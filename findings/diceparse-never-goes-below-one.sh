#!/usr/bin/env bash
# Guess: `1d8-3` subtracts, as `1d8+3` adds.
# Real: it is refused; a minus stands in brackets only, and `(1d8-3)` is never below 1.
# Who meets it: formulas with penalties.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
python3 -m venv "$place/venv"
"$place/venv/bin/pip" install --quiet --disable-pip-version-check diceparse==1.0.8
"$place/venv/bin/python" - <<'EOF'
from importlib.metadata import version

print(*(f"{name} {version(name)}" for name in "diceparse".split()))
from diceparser import DiceParser
from lark import UnexpectedInput

parser = DiceParser()
total = lambda formula: parser.roll(formula)[0]["_total"]
try:
    refused = total("1d1-3") is None
except UnexpectedInput:
    refused = True
print(refused, total("1d1+3"), total("(10d1-3)"), total("(1d1-3)"))
assert refused and total("(10d1-3)") == 7 and total("(1d1-3)") == 1
EOF
