#!/usr/bin/env bash
# Guess: -0.5 is minus zero point five.
# Real: it is zero point five: the sign is lost between -1 and 0, in German too; -1.5 keeps it.
# Who meets it: whoever has modifiers of cards or odds read aloud.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
python3 -m venv "$place/venv"
"$place/venv/bin/pip" install --quiet --disable-pip-version-check num2words==0.5.14
"$place/venv/bin/python" - <<'EOF'
from importlib.metadata import version

print(*(f"{name} {version(name)}" for name in "num2words".split()))
from num2words import num2words

seen = [num2words(-0.5), num2words(-1.5), num2words(-0.5, lang="de")]
print(seen)
assert seen[:2] == ["zero point five", "minus one point five"]
assert "minus" not in seen[2]
EOF
