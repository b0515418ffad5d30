#!/usr/bin/env bash
# Guess: As in spreadsheets, `TEXT(2.5,"0")` is 3, `ROUND(1.005,2)` 1.01, and `TRIM` leaves single
# spaces.
# Real: they are 2 and 1.0, and `TRIM` keeps two spaces between words.
# Who meets it: whoever works out card tables without a spreadsheet program.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
python3 -m venv "$place/venv"
"$place/venv/bin/pip" install --quiet --disable-pip-version-check formulas==1.3.4
"$place/venv/bin/python" - <<'EOF'
from importlib.metadata import version

print(*(f"{name} {version(name)}" for name in "formulas".split()))
import formulas


def value(text):
    result = formulas.Parser().ast("=" + text)[1].compile()()
    return result.tolist() if hasattr(result, "tolist") else result


seen = [value(text) for text in ('TEXT(2.5,"0")', "ROUND(1.005,2)", 'TRIM(" a  b ")', "ROUND(2.5,0)")]
print(seen)
assert seen == ["2", 1.0, "a  b", 3.0]
EOF
