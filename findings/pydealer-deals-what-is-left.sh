#!/usr/bin/env bash
# Guess: To deal 60 cards from a deck of 52 is an error.
# Real: it deals 52, and then nothing, without a word; with `rebuild=True` it opens another deck in
# the middle of the deal.
# Who meets it: whoever deals with it: a hand is short, or a card is there twice.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
python3 -m venv "$place/venv"
"$place/venv/bin/pip" install --quiet --disable-pip-version-check pydealer==1.4.0
"$place/venv/bin/python" - <<'EOF'
from importlib.metadata import version

print(*(f"{name} {version(name)}" for name in "pydealer".split()))
import pydealer

deck = pydealer.Deck()
dealt = [deck.deal(60).size, deck.deal(1).size]
again = pydealer.Deck(rebuild=True).deal(60)
print(dealt, again.size, len(again.find("Ace of Spades")))
assert dealt == [52, 0]
assert again.size == 60 and len(again.find("Ace of Spades")) == 2
EOF
