#!/usr/bin/env bash
# Guess: 2, 3, 3, 4 with a king has two runs of three, a pair and two fifteens: 12 points. Four
# cards of one suit in the hand are 4 points.
# Real: both packages count one run, so it is 9. In cribbage a flush of four is nothing.
# Who meets it: whoever scores hands or teaches players by them.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
python3 -m venv "$place/venv"
"$place/venv/bin/pip" install --quiet --disable-pip-version-check cribbage==1.3.2 games-collection==1.6.1
"$place/venv/bin/python" - <<'EOF'
from importlib.metadata import version

print(*(f"{name} {version(name)}" for name in ("cribbage", "games-collection")))
from card_games.common.cards import Card as Other, Suit
from card_games.cribbage.game import CribbageGame
from cribbage.card import Card
from cribbage.score import score_hand

SUITS = (Suit.DIAMONDS, Suit.CLUBS, Suit.HEARTS, Suit.SPADES)
RANKS = "A23456789TJQK"


def scores(*hand):
    """The points of four cards and a starter, written as rank and suit, by both packages."""
    pairs = [(RANKS.index(rank), "dchs".index(suit)) for rank, suit in hand]
    cards = [Card(13 * suit + rank) for rank, suit in pairs]
    others = [Other(RANKS[rank], SUITS[suit]) for rank, suit in pairs]
    return score_hand(cards[:4], cards[4]), CribbageGame.score_hand_static(others[:4], others[4])


found = {"run of four": scores("2d", "3c", "4h", "5s", "Kd"), "double run": scores("2d", "3c", "3h", "4s", "Kd"), "flush": scores("2d", "4d", "6d", "8d", "Qc")}
print(found)
assert found == {"run of four": (8, 8), "double run": (9, 9), "flush": (0, 4)}
EOF
