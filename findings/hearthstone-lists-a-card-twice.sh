#!/usr/bin/env bash
# Guess: a card that is listed twice, once each, is written as two copies of it.
# Real: the deck's code has the card twice, so the same deck has two codes, and both are read back as
# they were written.
# Who meets it: whoever writes a deck's code from a list with a line per card.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
python3 -m venv "$place/venv"
"$place/venv/bin/pip" install --quiet --disable-pip-version-check hearthstone==9.22.0
"$place/venv/bin/python" - <<'EOF'
from importlib.metadata import version

from hearthstone.deckstrings import parse_deckstring, write_deckstring
from hearthstone.enums import FormatType

codes = [
    write_deckstring(cards, [813], FormatType.FT_STANDARD)
    for cards in ([(7, 1), (8, 1), (7, 1)], [(7, 2), (8, 1)])
]
read = [sorted(parse_deckstring(code)[0]) for code in codes]
print("hearthstone", version("hearthstone"), codes, read)
assert read == [[(7, 1), (7, 1), (8, 1)], [(7, 2), (8, 1)]]
assert codes[0] != codes[1]
EOF
