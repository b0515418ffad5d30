#!/usr/bin/env bash
# Guess: `distinct` keeps the first of equal rows in their order, and a join the order of its left
# table.
# Real: both return sorted rows; `distinct(..., presorted=True)` compares neighbours only, and
# `hashjoin` keeps the order.
# Who meets it: designers whose order of cards means something: numbers, decks, printing.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
python3 -m venv "$place/venv"
"$place/venv/bin/pip" install --quiet --disable-pip-version-check petl==1.7.30
"$place/venv/bin/python" - <<'EOF'
from importlib.metadata import version

print(*(f"{name} {version(name)}" for name in ("petl",)))
import petl

cards = [["name"], ["wolf"], ["bear"], ["wolf"]]
power = [["name", "power"], ["wolf", 3], ["bear", 5]]
names = lambda table: [row[0] for row in petl.data(table)]
found = {
    "distinct": names(petl.distinct(cards)),
    "presorted": names(petl.distinct(cards, presorted=True)),
    "join": names(petl.join(cards, power)),
    "hashjoin": names(petl.hashjoin(cards, power)),
}
print(found)
assert found["distinct"] == ["bear", "wolf"]
assert found["join"] == ["bear", "wolf", "wolf"]
assert found["presorted"] == found["hashjoin"] == ["wolf", "bear", "wolf"]
EOF
