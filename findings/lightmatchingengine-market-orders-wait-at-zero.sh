#!/usr/bin/env bash
# Guess: what is left of a market order is dropped, and a match is one trade.
# Real: it waits in the book at price 0, so the next buyer pays 0; and a match is two trades, one
# for each side.
# Who meets it: whoever builds a market of goods or shares in a game with it.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
python3 -m venv "$place/venv"
"$place/venv/bin/pip" install --quiet --disable-pip-version-check lightmatchingengine==2019.1.4
"$place/venv/bin/python" - <<'EOF'
from importlib.metadata import version

print(*(f"{name} {version(name)}" for name in ("lightmatchingengine",)))
from lightmatchingengine.lightmatchingengine import LightMatchingEngine, Side

market = LightMatchingEngine()
market.add_order("wool", 0, 1, Side.SELL)
_, trades = market.add_order("wool", 5, 1, Side.BUY)
print([(trade.trade_side, trade.trade_price, trade.trade_qty) for trade in trades])
assert [trade.trade_price for trade in trades] == [0, 0]
EOF
