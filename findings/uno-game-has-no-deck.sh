#!/usr/bin/env bash
# Guess: Uno is played with 108 cards: a card is in the deck twice at most, a wild one four times.
# Real: there is no deck: cards that are drawn together are always of different kinds, so that no
# first hand has two red 7s, and one by one the same card may come a third time and on without end.
# Who meets it: whoever compares chances or bots: draw from a deck of your own.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
python3 -m venv "$place/venv"
"$place/venv/bin/pip" install --quiet --disable-pip-version-check Uno-Game==1.1.0
"$place/venv/bin/python" - <<'EOF'
from importlib.metadata import version

print(*(f"{name} {version(name)}" for name in ("Uno-Game",)))
from collections import Counter

import numpy.random
from uno import Player

numpy.random.seed(7)
together = Player(50).hand
single = Player(7)
for _ in range(150):
    single.draw(1)
most, times = Counter(card.long_name for card in single.hand if "Wild" not in card.long_name).most_common(1)[0]
print(len(together), len(set(map(repr, together))), len(single.hand), most, times)
assert len(set(map(repr, together))) == 50
assert len(single.hand) == 157 and times > 2
EOF
