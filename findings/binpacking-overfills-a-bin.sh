#!/usr/bin/env bash
# Guess: An item larger than a bin is an error.
# Real: it gets a bin of its own, above the volume given, among the others and without a word.
# Who meets it: whoever sorts cards and tokens into boxes or bags.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
python3 -m venv "$place/venv"
"$place/venv/bin/pip" install --quiet --disable-pip-version-check binpacking==2.0.1
"$place/venv/bin/python" - <<'EOF'
from importlib.metadata import version

print(*(f"{name} {version(name)}" for name in "binpacking".split()))
import binpacking

bins = binpacking.to_constant_volume({"board": 5, "dice": 1, "cards": 2}, 3)
print(bins)
assert bins == [{"board": 5}, {"cards": 2, "dice": 1}]
EOF
