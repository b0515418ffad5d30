#!/usr/bin/env bash
# Guess: `10-2-3` is 5, and `1 = 1.0` is true, as in other FEEL.
# Real: a second minus or plus is a syntax error, while `(10-2)-3` works; and a whole number isn't
# compared with another number.
# Who meets it: whoever writes costs or conditions of a decision table for it.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
python3 -m venv "$place/venv"
"$place/venv/bin/pip" install --quiet --disable-pip-version-check bkflow-feel==1.2.0
"$place/venv/bin/python" - <<'EOF'
import logging
from importlib.metadata import version

print("bkflow-feel", version("bkflow-feel"))
from bkflow_feel.api import parse_expression

logging.disable(logging.CRITICAL)
found = {}
for text in ("10-2", "10-2-3", "(10-2)-3", "2+3+4", "1 = 1", "1 = 1.0"):
    try:
        found[text] = parse_expression(text, {})
    except Exception as error:
        found[text] = type(error).__name__
print(found)
assert found["(10-2)-3"] == 5 and found["10-2-3"] == found["2+3+4"] == "UnexpectedToken"
assert found["1 = 1"] is True and found["1 = 1.0"] == "ValidationError"
EOF
