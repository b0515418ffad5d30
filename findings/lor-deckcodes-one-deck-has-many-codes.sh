#!/usr/bin/env bash
# Guess: A deck has one code, and a code gives the cards in the order in which they were listed.
# Real: cards of one set and region stay in the order of the list, so another order is another code;
# a code gives three copies first, then two, then one. Sort the cards before encoding.
# Who meets it: whoever stores or compares decks by their code.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
python3 -m venv "$place/venv"
"$place/venv/bin/pip" install --quiet --disable-pip-version-check lor-deckcodes==5.0.0
"$place/venv/bin/python" - <<'EOF'
from importlib.metadata import version

print(*(f"{name} {version(name)}" for name in ("lor-deckcodes",)))
from lor_deckcodes import LoRDeck

one = ["1:01DE003", "3:01DE002", "3:01DE001"]
other = ["1:01DE003", "3:01DE001", "3:01DE002"]
codes = [LoRDeck(cards).encode() for cards in (one, other)]
back = [list(LoRDeck.from_deckcode(code)) for code in codes]
print(codes, back)
assert codes[0] != codes[1]
assert back == [["3:01DE002", "3:01DE001", "1:01DE003"], ["3:01DE001", "3:01DE002", "1:01DE003"]]
EOF
