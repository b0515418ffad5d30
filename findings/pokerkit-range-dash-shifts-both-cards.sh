#!/usr/bin/env bash
# Guess: `A5s-A2s` is the four suited aces with 5, 4, 3 and 2, as in most range notations.
# Real: it is refused: a dash may only join hands that are shifted as a whole (`65s-32s`,
# `55-22`).
# Who meets it: whoever copies ranges from a solver or a training site.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
python3 -m venv "$place/venv"
"$place/venv/bin/pip" install --quiet --disable-pip-version-check pokerkit==0.7.7
"$place/venv/bin/python" - <<'EOF'
from importlib.metadata import version

print(*(f"{name} {version(name)}" for name in ('pokerkit',)))
from pokerkit import parse_range

for text in ("65s-32s", "55-22"):
    print(text, len(parse_range(text)))
assert len(parse_range("65s-32s")) == 16
assert len(parse_range("55-22")) == 24
try:
    parse_range("A5s-A2s")
except ValueError as refused:
    print("A5s-A2s:", refused)
else:
    raise SystemExit("A5s-A2s is taken now")
EOF
