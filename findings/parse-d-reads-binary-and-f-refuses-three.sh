#!/usr/bin/env bash
# Guess: `{:d}` reads decimal numbers only: it refuses `0b101`.
# Real: it reads `0b101` as 5, `0o17` as 15 and `0x1F` as 31; besides, `{:f}` refuses 3, which has
# no point.
# Who meets it: whoever reads numbers out of card texts and codes.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
python3 -m venv "$place/venv"
"$place/venv/bin/pip" install --quiet --disable-pip-version-check parse==1.22.4
"$place/venv/bin/python" - <<'EOF'
from importlib.metadata import version

print(*(f"{name} {version(name)}" for name in "parse".split()))
from parse import parse

seen = [parse("{:d}", text)[0] for text in ("007", "0b101", "0o17", "0x1F")]
print(seen, parse("{:f}", "3"), parse("{:f}", "3.0")[0])
assert seen == [7, 5, 15, 31]
assert parse("{:f}", "3") is None and parse("{:f}", "3.0")[0] == 3.0
EOF
