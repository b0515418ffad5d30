#!/usr/bin/env bash
# Guess: the transactions of `p2p` are the trades: quantity, and a price between the two bids.
# Real: each pair that met is listed, with quantity 0 and price 0 where no trade came about.
# Who meets it: whoever counts trades or takes the mean price of a market in a game.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
python3 -m venv "$place/venv"
"$place/venv/bin/pip" install --quiet --disable-pip-version-check pymarket==0.7.6 numpy==1.26.4 pandas==3.0.6 
"$place/venv/bin/python" - <<'EOF'
from importlib.metadata import version

print("pymarket", version("pymarket"))
import numpy
import pymarket

market = pymarket.Market()
for price, owner, buys in ((10, 0, True), (8, 1, True), (4, 2, True), (2, 3, False), (5, 4, False), (9, 5, False)):
    market.accept_bid(1, price, owner, buys, 0)
transactions, _ = market.run("p2p", r=numpy.random.RandomState(1))
table = transactions.get_df()
print(table)
traded = table[table["quantity"] > 0]
print("mean price", table["price"].mean(), "of trades", traded["price"].mean())
assert (table[table["quantity"] == 0]["price"] == 0).all()
assert 0 < len(traded) < len(table)
EOF
