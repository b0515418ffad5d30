#!/usr/bin/env bash
# Guess: the highest bidder pays its bid and gets the item, the others pay nothing.
# Real: each player pays all its bids, those too that lost; where two bid the same, both pay and
# nobody gets the item. The prompt doesn't say so.
# Who meets it: whoever lets models bid, or compares their bids with a first-price auction.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
python3 -m venv "$place/venv"
"$place/venv/bin/pip" install --quiet --disable-pip-version-check textarena==0.7.4
"$place/venv/bin/python" - <<'EOF'
from importlib.metadata import version

print(*(f"{name} {version(name)}" for name in ("textarena",)))
import textarena

env = textarena.make("SimpleBlindAuction-v0-raw")
env.reset(num_players=2, seed=1)
for _ in range(6):  # three rounds of talk
    env.step("nothing to say")
env.step("[Bid on Item 0: 100] [Bid on Item 1: 50]")
env.step("[Bid on Item 0: 90] [Bid on Item 1: 50]")
board = env.state.game_state
results = board["auction_results"]
print(dict(results["item_winners"]), board["remaining_capital"])
assert dict(results["item_winners"]) == {0: 0}
assert board["remaining_capital"] == {0: 850, 1: 860}
gained = board["player_item_values"][0][0]
assert results["player_net_worth"] == {0: 850 + gained, 1: 860}
EOF
