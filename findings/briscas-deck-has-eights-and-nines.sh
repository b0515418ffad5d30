#!/usr/bin/env bash
# Guess: brisca is played with 40 cards: 1 to 7, 10, 11 and 12 of four suits.
# Real: the deck has 48: the eights and nines are there too, worth nothing. The points are still 120.
# Who meets it: whoever compares lengths of games, or chances, with their own brisca.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
python3 -m venv "$place/venv"
"$place/venv/bin/pip" install --quiet --disable-pip-version-check briscas==1.2 six==1.17.0
"$place/venv/bin/python" - <<'EOF'
from importlib.metadata import version

print("briscas", version("briscas"))
from briscas.models import Deck

deck, cards = Deck(), []
while deck.has_cards():
    cards.append(deck.pop())
numbers = sorted({card.number for card in cards})
points = sum(card.points() for card in cards)
print(len(cards), "cards,", points, "points, numbers", numbers)
assert len(cards) == 48 and points == 120 and numbers == list(range(1, 13))
EOF
