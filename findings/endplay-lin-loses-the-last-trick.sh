#!/usr/bin/env bash
# Guess: A LIN record of all 52 cards gives the contract with its overtricks.
# Real: the last trick isn't counted: 1NT with twelve tricks is read as +4. With the claim field
# (`mc|12|`) it is +5; without cards and claim it is made exactly.
# Who meets it: whoever reads bridge records to score them.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
python3 -m venv "$place/venv"
"$place/venv/bin/pip" install --quiet --disable-pip-version-check endplay==0.5.12
"$place/venv/bin/python" - <<'EOF'
from importlib.metadata import version

print(*(f"{name} {version(name)}" for name in ('endplay',)))
from endplay.parsers import lin

RANKS = "23456789TJQKA"
head = (
    "pn|a,b,c,d|st||md|3SAKQ2HAKQDAKQCAKQ,SJT98HJT9DJT9CJT9,S7654H876D876C876,|ah|Board 1|sv|o|"
    "mb|p|mb|p|mb|1N|mb|p|mb|p|mb|p|"
)
suits = ("2AKQ AKQ AKQ AKQ", "89TJ 9TJ 9TJ 9TJ", "4567 678 678 678")  # south, west, north
hands = [[suit + rank for suit, ranks in zip("SHDC", hand.split()) for rank in ranks] for hand in suits]
rest = [suit + rank for suit in "SHDC" for rank in RANKS]
hands.append([card for card in rest if not any(card in hand for hand in hands)])
leader, tricks, played = 1, 0, []
while hands[0]:
    trick = []
    for seat in (leader, (leader + 1) % 4, (leader + 2) % 4, (leader + 3) % 4):
        follows = [card for card in hands[seat] if trick and card[0] == trick[0][1][0]] or hands[seat]
        card = sorted(follows, key=lambda card: RANKS.index(card[1]))[-1 if seat == 0 else 0]
        hands[seat].remove(card)
        trick.append((seat, card))
        played.append(card)
    following = [each for each in trick if each[1][0] == trick[0][1][0]]
    leader = max(following, key=lambda each: RANKS.index(each[1][1]))[0]
    tricks += leader in (0, 2)
cards = "".join(f"pc|{card}|" for card in played)
seen = [str(lin.loads(text)[0].contract) for text in (head + cards, head + cards + f"mc|{tricks}|", head)]
print(tricks, "tricks:", seen)
assert tricks == 12
assert seen == ["1NTS+4", "1NTS+5", "1NTS="]
EOF
