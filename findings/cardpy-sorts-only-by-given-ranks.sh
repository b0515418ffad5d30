#!/usr/bin/env bash
# Guess: `Deck.sort()` sorts by rank and suit, with aces high, and `<` compares two cards.
# Real: both raise an AttributeError: only `sort` with `ranks` and `suits` works.
# Who meets it: whoever shows a player's hand in order.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
python3 -m venv "$place/venv"
"$place/venv/bin/pip" install --quiet --disable-pip-version-check cardpy==2.0.3
"$place/venv/bin/python" - <<'EOF2'
from collections.abc import Callable
from importlib.metadata import version

print(*(f"{name} {version(name)}" for name in ("cardpy",)))
from cardpy import Deck, Rank, Suit


def codes(make: Callable[[], Deck]) -> str:
    try:
        return " ".join(card.rank.value + card.suit.value for card in make()[:3])
    except AttributeError:
        return "AttributeError"


deck = Deck(init=True)
ranks, suits = list(Rank), list(Suit)
found = (
    codes(lambda: deck.sort()),
    codes(lambda: deck.sort(ranks=ranks)),
    codes(lambda: Deck(sorted(deck))),
    codes(lambda: deck.sort(ranks=ranks, suits=suits)),
)
print(found)
assert found == ("AttributeError",) * 3 + ("2♥ 2♦ 2♣",)
EOF2
