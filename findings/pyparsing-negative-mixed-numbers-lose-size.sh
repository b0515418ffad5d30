#!/usr/bin/env bash
# Guess: `-1 3/4` is -1.75.
# Real: the parts are added, so it is -0.25, while `1 3/4` is 1.75.
# Who meets it: readers of offsets and measures of cards in inches.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
python3 -m venv "$place/venv"
"$place/venv/bin/pip" install --quiet --disable-pip-version-check pyparsing==3.3.3
"$place/venv/bin/python" - <<'EOF'
from importlib.metadata import version

print(*(f"{name} {version(name)}" for name in "pyparsing".split()))
from pyparsing import common

plus, minus = (common.mixed_integer.parse_string(text)[0] for text in ("1 3/4", "-1 3/4"))
print(plus, minus)
assert (plus, minus) == (1.75, -0.25)
EOF
