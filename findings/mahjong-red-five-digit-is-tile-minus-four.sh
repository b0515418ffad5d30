#!/usr/bin/env bash
# Guess: `0` in a hand is a red five, as is usual in this notation, or is refused.
# Real: without `has_aka_dora=True` it becomes tile number -4 without a message, and counted by
# kinds it is a red dragon.
# Who meets it: whoever reads hands from logs for scoring.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
python3 -m venv "$place/venv"
"$place/venv/bin/pip" install --quiet --disable-pip-version-check mahjong==2.1.0
"$place/venv/bin/python" - <<'EOF'
from importlib.metadata import version

print(*(f"{name} {version(name)}" for name in ('mahjong',)))
from mahjong.tile import TilesConverter as Tiles

plain = Tiles.string_to_136_array(man="05")
red = Tiles.string_to_136_array(man="05", has_aka_dora=True)
print("without", plain, "with has_aka_dora", red)
assert plain == [-4, 16]
assert red == [16, 17]
kinds = Tiles.to_34_array(plain)
print("counted as kind", kinds.index(1, 5), "of 0 to 33")
assert kinds[4] == 1 and kinds[33] == 1
EOF
