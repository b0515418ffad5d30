#!/usr/bin/env bash
# Guess: ranks follow the order of the lists: `[0, 1, 2]` is 0 and `[2, 1, 0]` is 5.
# Real: they follow another order, in which `[0, 1, 2]` is 5; `unrank` undoes it.
# Who meets it: whoever numbers orders of a deck, and expects another tool's numbers.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
npm install --silent --no-audit --no-fund --prefix "$place" permutation-rank@1.0.0
cat >"$place/run.cjs" <<'EOF'
const { rank, unrank } = require("permutation-rank");
const orders = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];
const ranks = orders.map((order) => rank(order.slice()));
console.log(ranks.join(), Array.from(unrank(3, 0)).join());
if (ranks.join() !== "5,3,4,0,2,1") process.exit(1);
if (orders.some((order, at) => Array.from(unrank(3, ranks[at])).join() !== order.join())) process.exit(1);
EOF
echo "permutation-rank@1.0.0"
node "$place/run.cjs"
