#!/usr/bin/env bash
# Guess: Whole numbers and decimals mix, or each mix is an error.
# Real: `1 == 1.0` and `1 < 1.5` are errors, but `7 / 2.0` is 3, a whole number.
# Who meets it: developers who let users write conditions and costs in CEL.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
python3 -m venv "$place/venv"
"$place/venv/bin/pip" install --quiet --disable-pip-version-check cel-python==0.5.0
"$place/venv/bin/python" - <<'EOF'
from importlib.metadata import version

print(*(f"{name} {version(name)}" for name in ("cel-python",)))
import celpy

environment = celpy.Environment()
for text in ("1 == 1.0", "1 < 1.5", "7 / 2.0", "7.0 / 2.0"):
    program = environment.program(environment.compile(text))
    try:
        seen = repr(program.evaluate({}))
    except celpy.CELEvalError:
        seen = "CELEvalError"
    print(text, seen)
    assert seen == {
        "1 == 1.0": "CELEvalError",
        "1 < 1.5": "CELEvalError",
        "7 / 2.0": "IntType(3)",
        "7.0 / 2.0": "DoubleType(3.5)",
    }[text]
EOF
