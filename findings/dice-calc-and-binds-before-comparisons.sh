#!/usr/bin/env bash
# Guess: compiled, `2d6>3 & 1` is true where the dice exceed 3, which is 33 of 36.
# Real: the operators are copied into Python, where `&` binds first: 36 of 36; `d6=6 | d6=6` is an
# error.
# Who meets it: whoever moves scripts from the dice calculator on the web into Python.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
python3 -m venv "$place/venv"
"$place/venv/bin/pip" install --quiet --disable-pip-version-check dice-calc==0.3.6
"$place/venv/bin/python" - <<'EOF'
from importlib.metadata import version

print(*(f"{name} {version(name)}" for name in "dice-calc".split()))
from dice_calc import roll
from dice_calc.parser import compile_anydice


def result(script):
    code = compile_anydice(script).strip()
    try:
        values = eval(code.removeprefix("output"), {"roll": roll})
    except TypeError as error:
        return str(error)
    return dict(zip(values.vals, values.probs))


plain, bracketed = result("output 2d6>3 & 1"), result("output (2d6>3) & 1")
either = result("output d6=6 | d6=6")
print(plain, bracketed, either)
assert set(plain) == {1} and bracketed == {0: 1, 1: 11}
assert "Boolean" in either
EOF
