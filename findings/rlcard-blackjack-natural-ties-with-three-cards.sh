#!/usr/bin/env bash
# Guess: an ace and a ten dealt at once beat a dealer's 21 of three cards.
# Real: they tie: only totals are compared, and a natural pays 1.
# Who meets it: whoever compares the value of blackjack between environments.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
python3 -m venv "$place/venv"
"$place/venv/bin/pip" install --quiet --disable-pip-version-check rlcard==1.2.0
"$place/venv/bin/python" - <<'EOF'
from importlib.metadata import version

print(*(f"{name} {version(name)}" for name in ("rlcard",)))
import rlcard

env = rlcard.make("blackjack", config={"seed": 3})
found = []
for _ in range(3000):
    env.reset()
    ranks = {card.rank for card in env.game.players[0].hand}
    if "A" in ranks and ranks & set("TJQK"):
        env.step(env.actions.index("stand"))
        dealer = env.game.dealer
        found.append((len(dealer.hand), dealer.score, int(env.get_payoffs()[0])))
ties = [each for each in found if each[0] > 2 and each[1] == 21]
wins = {payoff for _, score, payoff in found if score != 21}
print(len(found), "naturals;", len(ties), "against 21 of three cards or more:", {*ties}, "others pay", wins)
assert ties and {payoff for _, _, payoff in ties} == {0} and wins == {1}
EOF
