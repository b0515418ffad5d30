#!/usr/bin/env bash
# Guess: a player who is all in for 50 and wins takes 50 from each, and the rest is a side pot for
# the others; a raise must be at least the big blind.
# Real: there is one pot, so 50 chips win all 450; and a raise by 1 is legal.
# Who meets it: whoever compares winnings: going all in with little costs little and wins all.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
python3 -m venv "$place/venv"
"$place/venv/bin/pip" install --quiet --disable-pip-version-check textarena==0.7.4
"$place/venv/bin/python" - <<'EOF'
from importlib.metadata import version

print("textarena", version("textarena"))
import textarena

env = textarena.make("Poker-v0-raw")
env.reset(num_players=3, seed=1)
table = env.state.game_state
first = env.state.current_player_id
table["player_chips"][first] = 50
cards = [[("A", "♠"), ("A", "♥")], [("K", "♠"), ("Q", "♥")], [("9", "♠"), ("8", "♥")]]
for step in range(3):
    table["player_hands"][(first + step) % 3] = [{"rank": r, "suit": s} for r, s in cards[step]]
table["community_cards"] = [
    {"rank": r, "suit": s} for r, s in [("A", "♦"), ("A", "♣"), ("2", "♦"), ("4", "♣"), ("6", "♦")]
]
hand = table["round"]
for action in ("[raise 30]", "[raise 1]", "[raise 149]"):
    env.step(action)
    print(action, table["player_chips"], "pot", table["pot"])
while table["round"] == hand and not env.state.done:
    env.step("[call]")
said = [str(entry) for entry in env.state.logs if "wins the pot" in str(entry)]
print(said)
assert len(said) == 1 and f"Player {first} wins the pot of 450 chips" in said[0]
EOF
