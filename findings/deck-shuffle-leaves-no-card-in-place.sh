#!/usr/bin/env bash
# Guess: each of the six orders of three cards comes with 1 in 6.
# Real: only two orders come, each with 1 in 2: no card ever keeps its place. The list itself is
# left as it was; `shuffle` returns another.
# Who meets it: whoever shuffles with it: the card on top is never dealt first.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
npm install --silent --no-audit --no-fund --prefix "$place" deck@0.0.4
cat >"$place/run.cjs" <<'EOF'
const deck = require("deck");
const orders = {};
for (let i = 0; i < 3000; i++) {
  const order = deck.shuffle(["a", "b", "c"]).join("");
  orders[order] = (orders[order] ?? 0) + 1;
}
const cards = [...Array(52).keys()];
let stayed = 0;
for (let i = 0; i < 500; i++) stayed += deck.shuffle(cards).filter((card, at) => card === at).length;
console.log(orders, "of 52 stayed:", stayed);
if (Object.keys(orders).sort().join() !== "bca,cab" || stayed !== 0) process.exit(1);
EOF
echo "deck@0.0.4"
node "$place/run.cjs"
