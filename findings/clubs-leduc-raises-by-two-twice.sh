#!/usr/bin/env bash
# Guess: `LEDUC_TWO_PLAYER` is Leduc hold'em as in the papers and OpenSpiel: raises of 2, then of 4.
# Real: raises are of 2 in both rounds, so that values and strategies differ.
# Who meets it: whoever compares strategies or values between environments.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
python3 -m venv "$place/venv"
"$place/venv/bin/pip" install --quiet --disable-pip-version-check clubs==0.1.4
"$place/venv/bin/python" - <<'EOF'
from importlib.metadata import version

print(*(f"{name} {version(name)}" for name in ("clubs",)))
from clubs import configs
from clubs.poker import Dealer

dealer = Dealer(**configs.LEDUC_TWO_PLAYER)
seen = dealer.reset(reset_button=True, reset_stacks=True)
first = seen["max_raise"]
for _ in range(2):
    seen, _, _ = dealer.step(0)
second = seen["max_raise"]
print(first, second, sum(card is not None for card in seen["community_cards"]), "card on the table")
assert (first, second) == (2, 2) and seen["community_cards"]
EOF
