#!/usr/bin/env bash
# Guess: `analyze_hand` finds the melds that leave the fewest points: three sevens, and the fourth
# in a run with 8 and 9.
# Real: four cards of a rank are one meld or none: the run loses its seven, and 17 points are left
# instead of none.
# Who meets it: whoever scores gin rummy or teaches it by this: a hand that is gin may not even
# knock.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
python3 -m venv "$place/venv"
"$place/venv/bin/pip" install --quiet --disable-pip-version-check games-collection==1.6.1
"$place/venv/bin/python" - <<'EOF'
from importlib.metadata import version

print(*(f"{name} {version(name)}" for name in ("games-collection",)))
from card_games.common.cards import Card, Suit
from card_games.gin_rummy.game import GinRummyGame, GinRummyPlayer

game = GinRummyGame([GinRummyPlayer("a"), GinRummyPlayer("b")])
sevens = [Card("7", suit) for suit in (Suit.SPADES, Suit.HEARTS, Suit.DIAMONDS, Suit.CLUBS)]
run = [Card("8", Suit.SPADES), Card("9", Suit.SPADES)]
four = [Card(rank, Suit.HEARTS) for rank in ("2", "3", "4", "5")]
found = [game.analyze_hand(hand).deadwood_total for hand in (sevens + run + four, sevens[:3] + four, [sevens[0], *run, *four])]
print(found)
assert found == [17, 0, 0]
EOF
