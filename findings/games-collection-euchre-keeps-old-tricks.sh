#!/usr/bin/env bash
# Guess: Each hand of euchre is scored by its own five tricks.
# Real: tricks of earlier hands are counted on: a side that won all five of the first hand and none
# of the second still makes its bid in the second.
# Who meets it: whoever compares bots or chances with its euchre: set `tricks_won` to zeros before
# each hand.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
python3 -m venv "$place/venv"
"$place/venv/bin/pip" install --quiet --disable-pip-version-check games-collection==1.6.1
"$place/venv/bin/python" - <<'EOF'
from importlib.metadata import version

print(*(f"{name} {version(name)}" for name in ("games-collection",)))
from card_games.common.cards import Card, Suit
from card_games.euchre.game import EuchreGame

FOUR = (Suit.HEARTS, Suit.SPADES, Suit.DIAMONDS, Suit.CLUBS)
low = [Card(rank, suit) for rank, suit in (("9", Suit.SPADES), ("9", Suit.DIAMONDS), ("T", Suit.SPADES), ("T", Suit.DIAMONDS), ("Q", Suit.SPADES))]
strong = [Card(rank, Suit.HEARTS) for rank in "JAKQT"]
rest = [Card(rank, Suit.CLUBS) for rank in ("9", "T", "Q", "K", "A")]
others = [Card(rank, suit) for rank, suit in (("A", Suit.DIAMONDS), ("K", Suit.SPADES), ("K", Suit.DIAMONDS), ("Q", Suit.DIAMONDS), ("A", Suit.SPADES))]
game = EuchreGame()


def play(hands, maker):
    game.hands = [list(hand) for hand in hands]
    game.select_trump(Suit.HEARTS, maker)
    game.current_player = maker
    for _ in range(20):
        seat = game.current_player
        assert game.play_card(seat, game.get_legal_cards(seat)[0])["success"]
    return game.team1_score, game.team2_score, list(game.tricks_won)


first = play([strong, rest, low, others], 0)
second = play([low, strong, others, rest], 0)
print(first, second)
assert first == (2, 0, [5, 0])
assert second[0] > 2 and second[2] == [5, 5]
EOF
