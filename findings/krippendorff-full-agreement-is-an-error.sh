#!/usr/bin/env bash
# Guess: The agreement of raters who all give a 4 is 1.
# Real: it raises: one value has no agreement by chance to compare with; and with one 5 among seven
# 4s it is 0. Test for a single value first.
# Who meets it: whoever measures how far testers agree on a question.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
python3 -m venv "$place/venv"
"$place/venv/bin/pip" install --quiet --disable-pip-version-check krippendorff==0.9.0
"$place/venv/bin/python" - <<'EOF'
from importlib.metadata import version

print(*(f"{name} {version(name)}" for name in ("krippendorff",)))
import krippendorff

try:
    krippendorff.alpha([[4, 4, 4, 4], [4, 4, 4, 4]])
    raise SystemExit("it has a value now")
except ValueError as problem:
    print(problem)
nearly = krippendorff.alpha([[4, 4, 4, 4], [4, 4, 4, 5]])
print(nearly)
assert abs(nearly) < 1e-9
EOF
