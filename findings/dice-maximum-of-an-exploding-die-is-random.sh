#!/usr/bin/env bash
# Guess: `roll_max` of an exploding die is one number each time, or is refused.
# Real: it counts the first roll as the maximum and rolls the rest at random, so that two calls
# differ; only the first dice are at their maximum.
# Who meets it: a designer who prints the range of a dice expression beside its name.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
python3 -m venv "$place/venv"
"$place/venv/bin/pip" install --quiet --disable-pip-version-check dice==4.0.0
"$place/venv/bin/python" - <<'EOF'
from importlib.metadata import version

print(*(f"{name} {version(name)}" for name in ('dice',)))
import dice

found = {tuple(dice.roll_max("2d6x")) for _ in range(60)}
print(len(found), "different results, such as", *sorted(found)[:3])
assert len(found) > 5
assert dice.roll_max("2d6") == [6, 6]
EOF
