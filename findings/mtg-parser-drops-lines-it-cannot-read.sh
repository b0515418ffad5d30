#!/usr/bin/env bash
# Guess: `4x Lightning Bolt` and `SB: 2 Duress` are read, as by most deck builders, or refused.
# Real: such lines vanish without a message; so do a name without a number and a set in square
# brackets. Only what is left is the deck.
# Who meets it: whoever imports decks pasted by players.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
python3 -m venv "$place/venv"
"$place/venv/bin/pip" install --quiet --disable-pip-version-check mtg-parser==0.0.1a61
"$place/venv/bin/python" - <<'EOF'
from importlib.metadata import version

print(*(f"{name} {version(name)}" for name in ('mtg-parser',)))
from mtg_parser import parse_deck

lines = ["4 Forest", "4x Lightning Bolt", "SB: 2 Duress", "3 Plains [LEA]", "Island"]
kept = [card.name for card in parse_deck(chr(10).join(lines))]
print(len(lines), "lines, kept:", kept)
assert kept == ["Forest"]
EOF
